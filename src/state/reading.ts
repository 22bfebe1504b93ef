import type { BigIntStats } from 'node:fs';
import { type FileHandle, stat } from 'node:fs/promises';
import { UnreadableFileError } from './errors.js';
import { decodeUtf8 } from './json.js';
import { parseManifest } from './manifest.js';
import { withOpenFile } from './open-file.js';
import { manifestPath, sessionStatePath } from './paths.js';
import { parseSnapshot, SCHEMA_VERSION } from './snapshot.js';
import type { Manifest, Reading, SessionState } from './types.js';

/** Larger manifests and snapshots are refused unread, in bytes. */
export const MAX_FILE_SIZE = 8 << 20;

type Problem = { problem: string; stamp: string };
type Text = { text: string; stamp: string };

const stampFrom = (it: BigIntStats): string =>
  `${it.dev}:${it.ino}:${it.size}:${it.mtimeNs}:${it.ctimeNs}`;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

const MISSING = new Set(['ENOENT', 'ENOTDIR']);

const WORDS: Record<string, string> = {
  EACCES: 'may not be read (permission denied)',
  EPERM: 'may not be read (not permitted)',
  ELOOP: 'is a link that leads in circles',
  EMFILE: 'cannot be opened: too many open files',
  ENFILE: 'cannot be opened: too many open files on this machine',
  ENXIO: 'is a socket or pipe, not a file',
  EISDIR: 'is a directory, not a file',
};

/** Errors that stay as long as the file stays as it is. */
const LASTING = new Set(['EACCES', 'EPERM', 'ELOOP', 'ENXIO', 'ENAMETOOLONG']);

/**
 * Identifies the exact file at a path now (device, inode, size, times): equal stamps mean there is
 * nothing new to read. `''` when nothing is there, the error's code when it cannot be looked at.
 */
export async function stampOf(path: string): Promise<string> {
  try {
    return stampFrom(await stat(path, { bigint: true }));
  } catch (error) {
    return MISSING.has(codeOf(error)) ? '' : codeOf(error);
  }
}

async function readAll(file: FileHandle, size: number): Promise<Uint8Array> {
  // One byte more than promised: a file that grew meanwhile is read to its end as well.
  let buffer = Buffer.alloc(size + 1);
  let used = 0;
  while (used <= MAX_FILE_SIZE) {
    const { bytesRead } = await file.read(buffer, used, buffer.length - used, used);
    if (bytesRead === 0) return buffer.subarray(0, used);
    used += bytesRead;
    if (used === buffer.length) buffer = Buffer.concat([buffer, Buffer.alloc(buffer.length)]);
  }
  return buffer.subarray(0, used);
}

/** The text of an open file, if it is a regular one of bounded size. */
async function textOf(file: FileHandle): Promise<Text | Problem> {
  const facts = await file.stat({ bigint: true });
  const stamp = stampFrom(facts);
  if (!facts.isFile()) {
    return {
      problem: facts.isDirectory() ? 'is a directory, not a file' : 'is no regular file',
      stamp,
    };
  }
  if (facts.size > MAX_FILE_SIZE) {
    return { problem: `is larger than ${MAX_FILE_SIZE >> 20} MiB`, stamp };
  }
  const bytes = await readAll(file, Number(facts.size));
  if (bytes.length > MAX_FILE_SIZE) return { problem: 'grows without end', stamp };
  return { text: decodeUtf8(bytes), stamp };
}

/** The text of a regular file of bounded size; null when nothing is there. Never hangs on a pipe. */
async function readText(path: string): Promise<Text | Problem | null> {
  try {
    return await withOpenFile(path, textOf);
  } catch (error) {
    const code = codeOf(error);
    if (MISSING.has(code)) return null;
    const problem = WORDS[code] ?? `cannot be read (${code})`;
    // What is no property of the file may be over at the next look, though the file is the same.
    return { problem, stamp: LASTING.has(code) ? await stampOf(path) : code };
  }
}

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

async function readParsed<T>(
  path: string,
  parse: (text: string, stamp: string) => Reading<T>,
): Promise<Reading<T>> {
  const found = await readText(path);
  if (found === null) return { status: 'missing' };
  if ('problem' in found) return { status: 'unreadable', ...found };
  try {
    return parse(found.text, found.stamp);
  } catch (error) {
    return { status: 'unreadable', problem: explain(found.text, error), stamp: found.stamp };
  }
}

/** What a look at a session's manifest finds. Never rejects. The id must be valid. */
export const readManifest = (root: string, id: string): Promise<Reading<Manifest>> =>
  readParsed(manifestPath(root, id), (text, stamp) => ({
    status: 'ok',
    value: parseManifest(text),
    stamp,
  }));

/** What a look at a session's snapshot finds. Never rejects. The id must be valid. */
export const readSnapshot = (root: string, id: string): Promise<Reading<SessionState>> =>
  readParsed(sessionStatePath(root, id), (text, stamp) => {
    const { state, badTimes } = parseSnapshot(text);
    // Of a foreign version nothing is shown but that, so its times do not matter either.
    if (badTimes.length === 0 || state.version > SCHEMA_VERSION) {
      return { status: 'ok', value: state, stamp };
    }
    const problem = `has no RFC 3339 time in ${badTimes.join(', ')}`;
    return { status: 'unreadable', problem, stamp, partial: state };
  });

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
