import { type BigIntStats, closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { type FileHandle, stat } from 'node:fs/promises';
import { decodeUtf8 } from './json.js';
import { READ_FLAGS, withOpenFile } from './open-file.js';

/** Larger manifests and snapshots are refused unread, in bytes. */
export const MAX_FILE_SIZE = 8 << 20;

/** What is wrong with a file, in words that read after its name. */
export type Problem = { problem: string; stamp: string };
export type Text = { text: string; stamp: string };

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

const stampForError = (error: unknown): string => (MISSING.has(codeOf(error)) ? '' : codeOf(error));

/**
 * Identifies the exact file at a path now (device, inode, size, times): equal stamps mean there is
 * nothing new to read. `''` when nothing is there, the error's code when it cannot be looked at.
 */
export async function stampOf(path: string): Promise<string> {
  try {
    return stampFrom(await stat(path, { bigint: true }));
  } catch (error) {
    return stampForError(error);
  }
}

/** As `stampOf`, at once. */
export function stampNow(path: string): string {
  try {
    return stampFrom(statSync(path, { bigint: true }));
  } catch (error) {
    return stampForError(error);
  }
}

/** Why an open file is not read; null when it is a regular one of bounded size. */
function refusal(facts: BigIntStats): string | null {
  if (facts.isDirectory()) return 'is a directory, not a file';
  if (!facts.isFile()) return 'is no regular file';
  return facts.size > MAX_FILE_SIZE ? `is larger than ${MAX_FILE_SIZE >> 20} MiB` : null;
}

/** The bytes of a file that `fill` reads piece by piece. */
class Bytes {
  // One byte more than promised: a file that grew meanwhile is read to its end as well.
  buffer: Buffer;
  used = 0;

  constructor(size: number) {
    this.buffer = Buffer.allocUnsafe(size + 1);
  }

  /** Takes note of what was read behind `used`. True when there may be more to read. */
  took(count: number): boolean {
    this.used += count;
    if (count === 0 || this.used > MAX_FILE_SIZE) return false;
    if (this.used === this.buffer.length) {
      this.buffer = Buffer.concat([this.buffer, Buffer.allocUnsafe(this.buffer.length)]);
    }
    return true;
  }

  text(stamp: string): Text | Problem {
    if (this.used > MAX_FILE_SIZE) return { problem: 'grows without end', stamp };
    return { text: decodeUtf8(this.buffer.subarray(0, this.used)), stamp };
  }
}

async function textOf(file: FileHandle): Promise<Text | Problem> {
  const facts = await file.stat({ bigint: true });
  const stamp = stampFrom(facts);
  const problem = refusal(facts);
  if (problem !== null) return { problem, stamp };
  const bytes = new Bytes(Number(facts.size));
  const fill = async (): Promise<number> => {
    const { buffer, used } = bytes;
    return (await file.read(buffer, used, buffer.length - used, used)).bytesRead;
  };
  while (bytes.took(await fill())) {}
  return bytes.text(stamp);
}

function textIn(file: number): Text | Problem {
  const facts = fstatSync(file, { bigint: true });
  const stamp = stampFrom(facts);
  const problem = refusal(facts);
  if (problem !== null) return { problem, stamp };
  const bytes = new Bytes(Number(facts.size));
  const fill = (): number =>
    readSync(file, bytes.buffer, bytes.used, bytes.buffer.length - bytes.used, bytes.used);
  while (bytes.took(fill())) {}
  return bytes.text(stamp);
}

/** A failed read as a problem: null when nothing is there. */
function problemOf(error: unknown): { problem: string; lasting: boolean; code: string } | null {
  const code = codeOf(error);
  if (MISSING.has(code)) return null;
  const problem = WORDS[code] ?? `cannot be read (${code})`;
  // What is no property of the file may be over at the next look, though the file is the same.
  return { problem, lasting: LASTING.has(code), code };
}

/** The text of a regular file of bounded size; null when nothing is there. Never hangs on a pipe. */
export async function readText(path: string): Promise<Text | Problem | null> {
  try {
    return await withOpenFile(path, textOf);
  } catch (error) {
    const found = problemOf(error);
    if (found === null) return null;
    return { problem: found.problem, stamp: found.lasting ? await stampOf(path) : found.code };
  }
}

/**
 * The same at once: a small file on a local disk takes a tenth of the time when nothing else can
 * happen meanwhile. Does not wait where descriptors have run out: the stamp is then one of `SHORTAGE`.
 */
export function readTextNow(path: string): Text | Problem | null {
  let file: number | undefined;
  try {
    file = openSync(path, READ_FLAGS);
    return textIn(file);
  } catch (error) {
    const found = problemOf(error);
    if (found === null) return null;
    return { problem: found.problem, stamp: found.lasting ? stampNow(path) : found.code };
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
