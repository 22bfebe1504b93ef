import { UnreadableFileError } from './errors.js';
import { type Problem, readText, readTextNow, type Text } from './file-text.js';
import { parseManifest } from './manifest.js';
import { SHORTAGE } from './open-file.js';
import { manifestPath, sessionStatePath } from './paths.js';
import { parseSnapshot, SCHEMA_VERSION } from './snapshot.js';
import type { Manifest, Reading, SessionState } from './types.js';

/** Longest problem, in characters: it may quote the file. */
const MAX_PROBLEM = 200;

/** The problem in one harmless line, as it reads after the file's name. */
function explain(text: string, error: unknown): string {
  if (text.trim() === '') return 'is empty';
  if (text.startsWith('\ufeff')) return 'begins with a byte order mark';
  const message = error instanceof Error ? error.message : String(error);
  const line = message.replace(/[\s\p{C}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, MAX_PROBLEM);
  return /^(is|has|nests) /.test(line) ? line : `is not JSON (${line})`;
}

/** What a file's text says, by `parse`. Never throws. */
function parsed<T>(
  found: Text | Problem | null,
  parse: (text: string, stamp: string) => Reading<T>,
): Reading<T> {
  if (found === null) return { status: 'missing' };
  if ('problem' in found) return { status: 'unreadable', ...found };
  try {
    return parse(found.text, found.stamp);
  } catch (error) {
    return { status: 'unreadable', problem: explain(found.text, error), stamp: found.stamp };
  }
}

const asManifest = (text: string, stamp: string): Reading<Manifest> => ({
  status: 'ok',
  value: parseManifest(text),
  stamp,
});

function asSnapshot(text: string, stamp: string): Reading<SessionState> {
  const { state, badTimes } = parseSnapshot(text);
  // Of a foreign version nothing is shown but that, so its times do not matter either.
  if (badTimes.length === 0 || state.version > SCHEMA_VERSION) {
    return { status: 'ok', value: state, stamp };
  }
  const problem = `has no RFC 3339 time in ${badTimes.join(', ')}`;
  return { status: 'unreadable', problem, stamp, partial: state };
}

/** What a look at a session's manifest finds. Never rejects. The id must be valid. */
export const readManifest = async (root: string, id: string): Promise<Reading<Manifest>> =>
  parsed(await readText(manifestPath(root, id)), asManifest);

/** What a look at a session's snapshot finds. Never rejects. The id must be valid. */
export const readSnapshot = async (root: string, id: string): Promise<Reading<SessionState>> =>
  parsed(await readText(sessionStatePath(root, id)), asSnapshot);

/** As `readManifest`, at once. */
export const readManifestNow = (root: string, id: string): Reading<Manifest> =>
  parsed(readTextNow(manifestPath(root, id)), asManifest);

/** As `readSnapshot`, at once. */
export const readSnapshotNow = (root: string, id: string): Reading<SessionState> =>
  parsed(readTextNow(sessionStatePath(root, id)), asSnapshot);

/** As `readSnapshot`, at once where descriptors last: for whoever keeps others waiting meanwhile. */
export async function readSnapshotSoon(root: string, id: string): Promise<Reading<SessionState>> {
  const found = readSnapshotNow(root, id);
  const short = found.status === 'unreadable' && SHORTAGE.has(found.stamp);
  return short ? readSnapshot(root, id) : found;
}

/**
 * The text of a session's manifest exactly as it is on disk, whether or not it can be understood.
 * @throws UnreadableFileError when it is missing or is no file that can be read.
 */
export async function readManifestText(id: string, { root }: { root: string }): Promise<string> {
  const path = manifestPath(root, id);
  const found = await readText(path);
  if (found === null) throw new UnreadableFileError(path, 'is not there');
  if ('problem' in found) throw new UnreadableFileError(path, found.problem);
  return found.text;
}

/** The value of a reading, or null when the file is missing. @throws UnreadableFileError otherwise. */
export function contentOf<T>(path: string, reading: Reading<T>): T | null {
  if (reading.status === 'missing') return null;
  if (reading.status === 'unreadable') throw new UnreadableFileError(path, reading.problem);
  return reading.value;
}
