import type { Model } from './model.js';
import { type Pane, type Session, silentPane } from './session.js';

/** A session younger than this may not have its tmux session yet, in milliseconds. */
const BIRTH_MS = 10_000;

/** What is known of tmux. */
export type Tmux =
  /** Not to be touched. */
  | { readonly status: 'off' }
  | { readonly status: 'asked' }
  /** Names of its sessions. */
  | { readonly status: 'ok'; readonly live: ReadonlySet<string> }
  /** It gives no answer now, for this reason; `live` is its last one, if there was one. */
  | { readonly status: 'trouble'; readonly problem: string; readonly live?: ReadonlySet<string> };

const stopped = (pane: Pane): Pane => ({
  ...pane,
  status: 'stopped',
  word: '',
  // Nobody knows since when.
  lastEvent: null,
  workingSince: null,
});

const nobody: Pane = stopped(silentPane({ name: '', role: '' }));

/** The session as its files tell it, whether or not its tmux session lives. */
export const asTold = (session: Session): Session =>
  session.told === null ? session : { ...session, panes: session.told, told: null };

/** The session as it is: stopped where its tmux session is gone, whatever the file says. */
export function withLiveness(session: Session, { tmux, now }: Model): Session {
  const live = tmux.status === 'ok' || tmux.status === 'trouble' ? tmux.live : undefined;
  const young = session.created !== null && now - session.created < BIRTH_MS;
  const gone = live !== undefined && !young && !live.has(session.id);
  if (gone === (session.told !== null)) return session;
  if (!gone) return asTold(session);
  const { panes } = session;
  return { ...session, told: panes, panes: panes.length > 0 ? panes.map(stopped) : [nobody] };
}

const sameNames = (a: ReadonlySet<string> | undefined, b: ReadonlySet<string>): boolean =>
  a !== undefined && a.size === b.size && [...b].every((name) => a.has(name));

/** The model after tmux answered with the names of its sessions. */
export function liveSeen(model: Model, live: ReadonlySet<string>): Model {
  const { tmux } = model;
  const before = tmux.status === 'ok' || tmux.status === 'trouble' ? tmux.live : undefined;
  const known = tmux.status === 'ok' && sameNames(before, live);
  const next: Model = known ? model : { ...model, tmux: { status: 'ok', live } };
  const changed = model.sessions.values().flatMap((session) => {
    const after = withLiveness(session, next);
    return after === session ? [] : [after];
  });
  if (changed.length === 0) return next;
  return { ...next, sessions: model.sessions.with(changed) };
}

/** The model while tmux gives no answer: the last one stays. */
export function liveUnknown(model: Model, problem: string): Model {
  const { tmux } = model;
  const live = tmux.status === 'ok' || tmux.status === 'trouble' ? tmux.live : undefined;
  return { ...model, tmux: { status: 'trouble', problem, ...(live ? { live } : {}) } };
}
