import { join } from 'node:path';
import { NoStateRootError } from './errors.js';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The directory that holds all state: `$QUESTMASTER_STATE_ROOT`, else `$PARTY_STATE_ROOT`, else
 * `$HOME/.questmaster-state`; `''` when none of them is set. Empty variables count as unset.
 */
export function stateRoot(env: Env = process.env): string {
  const set = env.QUESTMASTER_STATE_ROOT || env.PARTY_STATE_ROOT;
  if (set) return set;
  return env.HOME ? join(env.HOME, '.questmaster-state') : '';
}

/** Where a function works. `root` defaults to `stateRoot()`. */
export interface RootOption {
  root?: string;
}

/** The root to write under. @throws NoStateRootError when there is none. */
export function writableRoot(options: RootOption = {}): string {
  const root = options.root ?? stateRoot();
  if (root === '') throw new NoStateRootError();
  return root;
}

/** `<root>/<id>.json`. The id must be valid. */
export const manifestPath = (root: string, id: string): string => join(root, `${id}.json`);

/** `<root>/<id>`, the directory of a session's snapshot and log. The id must be valid. */
export const sessionStateDir = (root: string, id: string): string => join(root, id);

/** `<root>/<id>/state.json`. The id must be valid. */
export const sessionStatePath = (root: string, id: string): string => join(root, id, 'state.json');

/** `<root>/<id>/state.jsonl`. The id must be valid. */
export const sessionStateLogPath = (root: string, id: string): string =>
  join(root, id, 'state.jsonl');

/** `<root>/<id>/state.json.lock`, the flock file of snapshot and log. The id must be valid. */
export const sessionStateLockPath = (root: string, id: string): string =>
  join(root, id, 'state.json.lock');
