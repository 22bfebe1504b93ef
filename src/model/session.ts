import type { AgentManifest, Manifest, PaneState, Reading, SessionState } from '../state/types.js';
import { clean } from './text.js';
import { parseTime } from './time.js';

/** The state words of the contract; any other word is `unknown` and shown with the word. */
export const STATUSES = [
  'blocked',
  'working',
  'starting',
  'done',
  'unknown',
  'idle',
  'stopped',
] as const;
export type Status = (typeof STATUSES)[number];

export type Kind = 'master' | 'worker' | 'standalone';

/** One pane as the snapshot last told it. Text is clean, times are milliseconds or null. */
export interface Pane {
  readonly role: string;
  readonly agent: string;
  readonly status: Status;
  /** The word on disk when it is not one we know, else empty. */
  readonly word: string;
  readonly activity: string;
  readonly tool: string;
  readonly seq: bigint;
  readonly lastEvent: number | null;
  readonly workingSince: number | null;
  /** When this tracker first saw the pane in this very state, for judging what has been observed. */
  readonly knownAt: number;
}

/** One session as its files last told it. Text is clean. */
export interface Session {
  readonly id: string;
  readonly title: string;
  readonly kind: Kind;
  readonly parent: string;
  readonly workers: readonly string[];
  readonly agents: readonly { readonly name: string; readonly role: string }[];
  readonly cwd: string;
  readonly created: number | null;
  /** Primary first, then by role. Before the first snapshot: the manifest's agents, unknown. */
  readonly panes: readonly Pane[];
  /** The panes as the files tell them, where the tmux session is gone and `panes` say so. */
  readonly told: readonly Pane[] | null;
  /** Window of the agent in its tmux session, as the manifest has it. */
  readonly window: number | null;
  /** What is wrong with the manifest now; the values above are the last good ones. */
  readonly manifestProblem: string;
  /** What is wrong with the snapshot now; the panes are the last good ones. */
  readonly snapshotProblem: string;
  /** Short reason why nothing is known of the panes, else empty. */
  readonly unknownWhy: string;
}

/** A session of which nothing has been read yet. */
export const emptySession = (id: string): Session => ({
  id,
  title: id,
  kind: 'standalone',
  parent: '',
  workers: [],
  agents: [],
  cwd: '',
  created: null,
  panes: [],
  told: null,
  window: null,
  manifestProblem: '',
  snapshotProblem: '',
  unknownWhy: 'no state yet',
});

/** The session with what a look at its manifest found. A bad file keeps the last good values. */
export function withManifest(session: Session, reading: Reading<Manifest>): Session {
  if (reading.status === 'missing') return session;
  if (reading.status === 'unreadable') {
    return { ...session, manifestProblem: clean(reading.problem) };
  }
  const manifest = reading.value;
  const parent = typeof manifest.parent_session === 'string' ? manifest.parent_session : '';
  const agents = (manifest.agents ?? []).map((agent: AgentManifest) => ({
    name: clean(agent.name),
    role: clean(agent.role),
  }));
  const next: Session = {
    ...session,
    title: clean(manifest.title ?? '') || session.id,
    kind: manifest.session_type === 'master' ? 'master' : parent !== '' ? 'worker' : 'standalone',
    parent,
    workers: manifest.workers ?? [],
    agents,
    cwd: clean(manifest.cwd ?? ''),
    window: windowOf(manifest),
    created: parseTime(manifest.created_at),
    manifestProblem: '',
  };
  return session.unknownWhy === 'no state yet' ? { ...next, panes: agents.map(silentPane) } : next;
}

/** The window of the primary agent, else of the first. */
function windowOf({ agents = [] }: Manifest): number | null {
  const agent = agents?.find((it) => it.role === 'primary') ?? agents?.[0];
  const window = Number(agent?.window ?? Number.NaN);
  return Number.isInteger(window) && window >= 0 ? window : null;
}

/** The session with what a look at its snapshot found. A bad file keeps the last good panes. */
export function withSnapshot(
  session: Session,
  reading: Reading<SessionState>,
  now: number,
): Session {
  switch (reading.status) {
    case 'missing':
      return {
        ...session,
        panes: session.agents.map(silentPane),
        snapshotProblem: '',
        unknownWhy: 'no state yet',
      };
    case 'unreadable': {
      const problem = clean(reading.problem);
      if (reading.partial?.version === 1) {
        return {
          ...session,
          ...readPanes(session, reading.partial, now),
          snapshotProblem: problem,
        };
      }
      return lastGood(session, problem);
    }
    case 'ok': {
      const { value } = reading;
      // No hook writes these, so they tell nothing of the panes: what was known stays, with a mark.
      if (value.version === 0) return lastGood(session, 'has no version');
      const emptied = value.version === 1 && Object.keys(value.panes).length === 0;
      if (emptied && isKnown(session)) return lastGood(session, 'has no panes');
      return { ...session, ...readPanes(session, value, now), snapshotProblem: '' };
    }
  }
}

const isKnown = (session: Session): boolean =>
  session.panes.some((pane) => pane.status !== 'unknown' || pane.word !== '');

/** The session with its last good panes and what is wrong with the file now. */
const lastGood = (session: Session, snapshotProblem: string): Session => ({
  ...session,
  snapshotProblem,
  unknownWhy: isKnown(session) ? session.unknownWhy : 'state unreadable',
});

function readPanes(
  session: Session,
  state: SessionState,
  now: number,
): { panes: readonly Pane[]; unknownWhy: string } {
  if (state.version !== 1) {
    return {
      panes: session.agents.map(silentPane),
      unknownWhy: `state version ${state.version}, this program reads 1`,
    };
  }
  const before = new Map(session.panes.map((pane) => [pane.role, pane]));
  const panes = Object.entries(state.panes).map(([role, pane]) =>
    readPane(clean(role), pane, before.get(clean(role)), now),
  );
  panes.sort((a, b) => rank(a.role) - rank(b.role) || (a.role < b.role ? -1 : 1));
  return { panes, unknownWhy: panes.length === 0 ? 'no panes yet' : '' };
}

const rank = (role: string): number => (role === 'primary' ? 0 : 1);

function readPane(role: string, pane: PaneState, before: Pane | undefined, now: number): Pane {
  const word = clean(pane.state);
  const known = (STATUSES as readonly string[]).includes(word) && word !== 'unknown';
  const status = known ? (word as Status) : 'unknown';
  const same = before?.status === status && before.seq === pane.seq;
  return {
    role,
    agent: clean(pane.agent),
    status,
    word: known ? '' : word,
    activity: clean(pane.activity),
    tool: clean(pane.tool ?? ''),
    seq: pane.seq,
    lastEvent: parseTime(pane.last_event),
    workingSince: parseTime(pane.working_since),
    knownAt: same ? before.knownAt : now,
  };
}

/** A pane of which no hook has told anything. */
export const silentPane = (agent: { name: string; role: string }): Pane => ({
  role: agent.role || 'primary',
  agent: agent.name,
  status: 'unknown',
  word: '',
  activity: '',
  tool: '',
  seq: 0n,
  lastEvent: null,
  workingSince: null,
  knownAt: 0,
});

/** Since when the pane is in its state, as far as the disk tells. */
export const since = (pane: Pane): number | null =>
  pane.status === 'unknown'
    ? null
    : pane.status === 'working'
      ? (pane.workingSince ?? pane.lastEvent)
      : pane.lastEvent;

/** The pane that speaks for the session: the one whose state asks most for a person. */
export function leadPane(session: Session): Pane | undefined {
  let lead: Pane | undefined;
  for (const pane of session.panes) {
    if (!lead || STATUSES.indexOf(pane.status) < STATUSES.indexOf(lead.status)) lead = pane;
  }
  return lead;
}

export const sessionStatus = (session: Session): Status => leadPane(session)?.status ?? 'unknown';
