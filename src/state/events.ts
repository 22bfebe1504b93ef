import { checkedId } from './ids.js';
import { LogFollower } from './log-follower.js';
import { type RootOption, sessionStateDir, sessionStateLogPath, stateRoot } from './paths.js';
import type { StateEvent } from './types.js';
import { watchLog } from './watch-log.js';

/** Bytes of a log read at a time. */
const CHUNK = 64 << 10;
/** Milliseconds between looks that no event of the file system asks for. */
const POLL_MS = 1_000;

/**
 * The events of a session's log from the newest back to the oldest, through `state.jsonl` and
 * `state.jsonl.1`, read in pieces as they are asked for. Lines that are no events are passed over.
 * A missing log has none; with root `''` there is nothing.
 * @throws InvalidIdError, or the file system's error.
 * @example for await (const event of stateEvents(id, { root })) { if (old(event)) break; }
 */
export async function* stateEvents(
  id: string,
  { root = stateRoot() }: RootOption = {},
): AsyncGenerator<StateEvent, void> {
  checkedId(id);
  if (root === '') return;
  const log = new LogFollower(sessionStateLogPath(root, id), CHUNK);
  try {
    await log.begin();
    while (log.hasOlder) yield* (await log.previous()).events.reverse();
  } finally {
    await log.close();
  }
}

/** How a log is followed. */
export interface FollowOptions extends RootOption {
  /** So many of the events that are there already come first; 0 when not given. */
  last?: number;
  /** Ends the following when aborted; so does leaving the loop. */
  signal?: AbortSignal;
}

/**
 * The events of a session's log as they are appended, in order and each once, across rotation,
 * truncation, and a log, a session or a root that comes later. It goes on until it is ended.
 * @throws InvalidIdError, or the file system's error.
 * @example for await (const event of followStateEvents(id, { root, last: 10, signal })) show(event);
 */
export async function* followStateEvents(
  id: string,
  { root = stateRoot(), last = 0, signal }: FollowOptions = {},
): AsyncGenerator<StateEvent, void> {
  checkedId(id);
  if (root === '' || signal?.aborted) return;
  const log = new LogFollower(sessionStateLogPath(root, id), CHUNK);
  let changed = true;
  let wake = (): void => {};
  const poke = (): void => {
    changed = true;
    wake();
  };
  const stopWatching = watchLog(sessionStateDir(root, id), poke);
  const timer = setInterval(poke, POLL_MS);
  signal?.addEventListener('abort', poke);
  try {
    await log.begin();
    if (last > 0) yield* (await log.last(last)).events.slice(-last);
    while (!signal?.aborted) {
      changed = false;
      for await (const piece of log.news()) yield* piece.events;
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (changed) resolve();
      });
    }
  } finally {
    clearInterval(timer);
    signal?.removeEventListener('abort', poke);
    await stopWatching();
    await log.close();
  }
}
