import {
  appendStateEvent,
  newStore,
  type SessionState,
  updateSessionState,
} from '../state/index.js';
import { type Moment, PARTY, type PaneScript, type SessionScript } from './script.js';

const UNSET = '0001-01-01T00:00:00Z';
/** Events a log begins with, so that there is something to scroll back to. */
const HISTORY = 40;

/** RFC 3339 with nanoseconds, as the hooks write it. */
const nanoTime = (ms: number): string => new Date(ms).toISOString().replace('Z', '000000Z');

const seconds = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

const event = (pane: PaneScript, moment: Omit<Moment, 'wait'>, at: number) => ({
  ts: nanoTime(at),
  agent: pane.agent,
  role: pane.role,
  action: moment.action,
  state: moment.state,
  ...(moment.activity ? { activity: moment.activity } : {}),
  ...(moment.tool ? { tool: moment.tool } : {}),
  kind: moment.kind,
});

/** Writes a pane's moment the way a hook does: the snapshot under its lock, then the log. */
async function write(
  root: string,
  id: string,
  pane: PaneScript,
  moment: Omit<Moment, 'wait'>,
  at: number,
): Promise<void> {
  await updateSessionState(
    id,
    (state: SessionState) => {
      const before = state.panes[pane.role];
      const stillWorking = before?.state === 'working' && moment.state === 'working';
      state.panes[pane.role] = {
        role: pane.role,
        agent: pane.agent,
        state: moment.state,
        activity: moment.activity ?? before?.activity ?? '',
        ...(moment.tool ? { tool: moment.tool } : {}),
        seq: BigInt(at) * 1_000_000n,
        last_event: nanoTime(at),
        last_kind: moment.kind,
        working_since:
          moment.state !== 'working'
            ? UNSET
            : stillWorking && before.working_since
              ? before.working_since
              : nanoTime(at),
      };
      return true;
    },
    { root },
  );
  await appendStateEvent(id, event(pane, moment, at), { root });
}

/** Makes a session's files as they are when the demo begins, with a history in its log. */
async function begin(
  root: string,
  id: string,
  session: SessionScript,
  ids: Map<string, string>,
): Promise<void> {
  const now = Date.now();
  const home = process.env.HOME ?? '/home/dev';
  const workers = PARTY.filter((it) => it.parent === session.name).map(
    (it) => ids.get(it.name) ?? '',
  );
  const store = await newStore(root);
  await store.create({
    session_id: id,
    created_at: seconds(now - session.created * 60_000),
    title: session.title,
    cwd: session.cwd.replace('~', home),
    agents: session.panes.map((pane) => ({
      name: pane.agent,
      role: pane.role,
      cli: pane.agent,
      window: 0,
    })),
    ...(session.master ? { session_type: 'master', workers } : {}),
    ...(session.parent ? { parent_session: ids.get(session.parent) ?? '' } : {}),
  });
  for (const pane of session.panes) {
    const steps = pane.loop;
    for (let back = steps.length === 0 ? 0 : HISTORY; back > 0; back--) {
      const moment = steps[(steps.length * HISTORY - back) % steps.length];
      const at = now - pane.age * 1_000 - back * 17_000;
      if (moment && at > now - session.created * 60_000) {
        await appendStateEvent(id, event(pane, moment, at), { root });
      }
    }
    await write(root, id, pane, pane.first, now - pane.age * 1_000);
  }
}

/** Plays a pane's moments over and over until the process ends. */
function play(root: string, id: string, pane: PaneScript, failed: (error: unknown) => void): void {
  let next = 0;
  const step = (): void => {
    const moment = pane.loop[next++ % pane.loop.length];
    if (moment === undefined) return;
    setTimeout(() => {
      write(root, id, pane, moment, Date.now()).then(step, failed);
    }, moment.wait * 1_000);
  };
  step();
}

/** Sets the party up under `root`; resolves when all of it is on disk. It then plays on by itself. */
export async function playParty(root: string, failed: (error: unknown) => void): Promise<void> {
  const base = Math.floor(Date.now() / 1_000);
  const ids = new Map(PARTY.map((it) => [it.name, `qm-${base - it.created * 60}`]));
  for (const session of PARTY) await begin(root, ids.get(session.name) ?? '', session, ids);
  for (const session of PARTY) {
    for (const pane of session.panes) play(root, ids.get(session.name) ?? '', pane, failed);
  }
}
