import { mkdir, stat } from 'node:fs/promises';
import { checkedId } from './ids.js';
import { setKey } from './json.js';
import { withLock } from './lock.js';
import {
  type RootOption,
  sessionStateDir,
  sessionStatePath,
  stateRoot,
  writableRoot,
} from './paths.js';
import { contentOf, readSnapshot, readSnapshotSoon } from './reading.js';
import { emptySnapshot, SCHEMA_VERSION, writableSnapshot } from './snapshot.js';
import { rfc3339Nano, UNSET_TIME } from './time.js';
import type { SessionState } from './types.js';
import { writeAtomic } from './write.js';

/**
 * The snapshot of a session, or null when it has none. Takes no lock. A foreign version is returned
 * as it is: check `version`.
 * @throws InvalidIdError, UnreadableFileError.
 */
export async function loadSessionState(
  id: string,
  { root = stateRoot() }: RootOption = {},
): Promise<SessionState | null> {
  checkedId(id);
  if (root === '') return null;
  return contentOf(sessionStatePath(root, id), await readSnapshot(root, id));
}

/**
 * Writes a snapshot whole, holding `state.json.lock`; whatever was there is replaced, also a foreign
 * version, as the hooks do. Fills `session_id`, `version` and `panes`; makes the directory (0700).
 * @throws InvalidIdError, NoStateRootError, LockTimeoutError, TypeError when a key has the wrong
 * type, or the file system's error.
 */
export async function saveSessionState(
  id: string,
  state: Partial<SessionState>,
  options: RootOption = {},
): Promise<void> {
  const root = writableRoot(options);
  const path = sessionStatePath(root, checkedId(id));
  const text = writableSnapshot(id, {
    ...state,
    session_id: state.session_id || id,
    version: state.version || SCHEMA_VERSION,
    panes: state.panes ?? {},
    seen_at: state.seen_at ?? UNSET_TIME,
  });
  await mkdir(sessionStateDir(root, id), { mode: 0o700, recursive: true });
  await withLock(path, async (mustHold) => {
    mustHold();
    await writeAtomic(path, text);
  });
}

/**
 * A locked read-modify-write of a session's snapshot: `mutate` gets the state as it is inside
 * `state.json.lock` and changes it in place; when it returns `false` nothing is written. It may be
 * async: the lock is held meanwhile. It is called again, on a fresh state, when the lock file was
 * removed under it. A missing file starts as an empty state. A foreign version is
 * left alone, and `mutate` is not called.
 * @returns whether something was written.
 * @throws InvalidIdError, NoStateRootError, UnreadableFileError (nothing is overwritten that could
 * not be read), LockTimeoutError, TypeError when a key has the wrong type, what `mutate` throws, or
 * the file system's error.
 * @example await updateSessionState(id, (state) => { state.seen_at = now; return true; }, { root });
 */
export async function updateSessionState(
  id: string,
  mutate: (state: SessionState) => boolean | Promise<boolean>,
  options: RootOption = {},
): Promise<boolean> {
  const root = writableRoot(options);
  await mkdir(sessionStateDir(root, checkedId(id)), { mode: 0o700, recursive: true });
  return changeLocked(root, id, mutate, true);
}

async function changeLocked(
  root: string,
  id: string,
  mutate: (state: SessionState) => boolean | Promise<boolean>,
  create: boolean,
): Promise<boolean> {
  const path = sessionStatePath(root, id);
  const change = async (mustHold: () => void): Promise<boolean> => {
    const found = contentOf(path, await readSnapshotSoon(root, id));
    if (found === null && !create) return false;
    const state = found ?? emptySnapshot(id);
    if (state.version !== SCHEMA_VERSION) return false;
    if ((await mutate(state)) === false) return false;
    const text = writableSnapshot(id, state);
    mustHold();
    await writeAtomic(path, text);
    return true;
  };
  return withLock(path, change, { existing: !create });
}

/** One pane in one very state. */
export interface FoldTarget {
  /** Key in `panes`. */
  role: string;
  seq: bigint;
}

const there = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * Turns `done` into `idle` for panes that somebody has seen, and notes the time in `seen_at`, in one
 * locked read-modify-write. Inside the lock each pane must still be `done` with the same `seq`, in a
 * file of version 1; else a hook was faster and its word stays. Never makes a file or a directory.
 * @param now milliseconds since 1970, for `seen_at`.
 * @returns the roles that were folded; empty when nothing was written.
 * @throws InvalidIdError, NoStateRootError, UnreadableFileError, LockTimeoutError, or the file
 * system's error.
 */
export async function foldDone(
  id: string,
  targets: readonly FoldTarget[],
  { now = Date.now(), ...options }: RootOption & { now?: number } = {},
): Promise<string[]> {
  const root = writableRoot(options);
  const path = sessionStatePath(root, checkedId(id));
  if (!(await there(path))) return [];
  let folded: string[] = [];
  const mutate = (state: SessionState): boolean => {
    folded = [];
    for (const { role, seq } of targets) {
      const pane = Object.hasOwn(state.panes, role) ? state.panes[role] : undefined;
      if (pane?.state !== 'done' || pane.seq !== seq) continue;
      pane.state = 'idle';
      folded.push(role);
    }
    if (folded.length > 0) state.seen_at = rfc3339Nano(now);
    return folded.length > 0;
  };
  try {
    await changeLocked(root, id, mutate, false);
  } catch (error) {
    // The session was deleted while we waited: there is nothing to fold any more.
    if (!(await there(path))) return [];
    throw error;
  }
  return folded;
}

/**
 * Seeds a session's snapshot with `starting` panes, so that nobody sees `unknown` before the first
 * hook. A pane that has a state is left alone; empty roles and agents are skipped; with nothing to
 * add nothing is written. @param agentsByRole role → agent, such as `{ primary: 'codex' }`.
 * @throws as `updateSessionState`.
 */
export async function initStartingState(
  id: string,
  agentsByRole: Readonly<Record<string, string>>,
  options: RootOption = {},
): Promise<void> {
  const wanted = Object.entries(agentsByRole).filter(([role, agent]) => role && agent);
  if (wanted.length === 0) return;
  await updateSessionState(
    id,
    (state) => {
      const now = Date.now();
      const before = new Map(Object.entries(state.panes));
      const missing = wanted.filter(([role]) => !before.get(role)?.state);
      for (const [role, agent] of missing) {
        setKey(state.panes, role, {
          ...before.get(role),
          role,
          agent,
          state: 'starting',
          activity: 'started',
          seq: BigInt(now) * 1_000_000n,
          last_event: rfc3339Nano(now),
          last_kind: 'SessionStart',
        });
      }
      return missing.length > 0;
    },
    options,
  );
}
