import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as nap } from 'node:timers/promises';

/** Files open at a time. Node reads four at a time anyway; the rest would only hold descriptors. */
const AT_ONCE = 8;
/** Between two tries when the process or the machine has no descriptor left, in milliseconds. */
const NAP_MS = 20;
/** How long that is tried, in milliseconds. */
const PATIENCE_MS = 1_000;

/** For reading; never hangs on a pipe, and no terminal becomes ours. */
export const READ_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

const waiting: (() => void)[] = [];
let inUse = 0;

async function enter(): Promise<void> {
  if (inUse < AT_ONCE) inUse++;
  else await new Promise<void>((turn) => waiting.push(turn));
}

/** The place goes to who waits longest. */
function leave(): void {
  const next = waiting.shift();
  if (next === undefined) inUse--;
  else next();
}

/** Codes of errors that say that descriptors have run out: true of the moment, not of the file. */
export const SHORTAGE: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE']);

const isShortage = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && SHORTAGE.has(error.code);

async function openPatiently(path: string): Promise<FileHandle> {
  const deadline = Date.now() + PATIENCE_MS;
  while (true) {
    try {
      return await open(path, READ_FLAGS);
    } catch (error) {
      if (!isShortage(error) || Date.now() > deadline) throw error;
      await nap(NAP_MS);
    }
  }
}

/**
 * Hands a file opened for reading to `work` and closes it after. Few files are open at a time, and
 * a shortage of descriptors is waited out for a second. Never hangs on a pipe.
 * @throws what opening or `work` throws.
 */
export async function withOpenFile<T>(
  path: string,
  work: (file: FileHandle) => Promise<T>,
): Promise<T> {
  await enter();
  try {
    const file = await openPatiently(path);
    try {
      return await work(file);
    } finally {
      // Nothing was written, so nothing is lost when closing fails.
      await file.close().catch(() => undefined);
    }
  } finally {
    leave();
  }
}
