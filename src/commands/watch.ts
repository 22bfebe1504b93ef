import type { Model } from '../model/model.js';
import type { Session } from '../model/session.js';
import { follow } from './follow.js';
import { type CommandOptions, type Io, OK, sayTroubles } from './io.js';

/** What a pane is known to say: its state and activity. */
type Known = Map<string, { id: string; role: string; state: string; activity: string }>;

function panesOf(sessions: readonly Session[]): Known {
  const known: Known = new Map();
  for (const { id, panes } of sessions) {
    for (const pane of panes) {
      const state = pane.word || pane.status;
      known.set(`${id}\n${pane.role}`, { id, role: pane.role, state, activity: pane.activity });
    }
  }
  return known;
}

/**
 * `watch`: one JSON line for each change of a pane's state or activity, the present ones first (`from`
 * is null), those of panes that are gone last (`to` is null). Until `stopped`.
 */
export async function watch(
  options: CommandOptions,
  io: Io,
  stopped: Promise<unknown>,
): Promise<number> {
  let before: Known = new Map();
  let sessions: Model['sessions'] | null = null;
  const tell = (model: Model): void => {
    if (model.sessions === sessions) return;
    sessions = model.sessions;
    const inOrder = model.order.map((row) => model.sessions.get(row.id));
    const now = panesOf(inOrder.filter((it) => it !== undefined));
    const at = new Date().toISOString();
    const say = (line: object): void => io.out(`${JSON.stringify({ at, ...line })}\n`);
    for (const [key, { id, role, state, activity }] of now) {
      const was = before.get(key);
      if (was?.state === state && was.activity === activity) continue;
      say({ id, role, from: was?.state ?? null, to: state, activity });
    }
    for (const [key, { id, role, state }] of before) {
      if (!now.has(key)) say({ id, role, from: state, to: null, activity: '' });
    }
    before = now;
  };
  const following = follow(options, io, tell);
  await Promise.race([following.ready, stopped]);
  sayTroubles(following.model, io);
  tell(following.model);
  await stopped;
  await following.close();
  return OK;
}
