import { closeSync, existsSync } from 'node:fs';
import type { LockOptions } from 'proper-lockfile';
import { LockTimeoutError } from './errors.js';
import { failure, tryFlock } from './flock.js';

/** How long a writer waits for a lock, in milliseconds, its turn within this process included. */
export const LOCK_WAIT_MS = 10_000;

/** Errors that mean that flock is not to be had here. */
const NO_FLOCK = new Set(['ENOSYS', 'ENOLCK', 'EOPNOTSUPP', 'ENOTSUP']);

type Callback<T = void> = (error: Error | null, value?: T) => void;

/** The flocks this process holds, by lock file. */
const held = new Map<string, { readonly fd: number; mtime: Date }>();

/**
 * What proper-lockfile takes for a file system: its lock directory is a flock here. `mkdir` locks,
 * `rmdir` releases; the times it keeps fresh live in memory, because a flock is never stale: it ends
 * with its process.
 */
class FlockFs {
  /** An error that no waiting cures. */
  failed: NodeJS.ErrnoException | undefined;

  constructor(private readonly beside: string | undefined) {}

  mkdir = (path: string, done: Callback): void => {
    tryFlock(path, this.beside).then(
      (fd) => {
        held.set(path, { fd, mtime: new Date() });
        done(null);
      },
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return done(error);
        // The library would try again for 10 s. A lock in name only ends that; `acquire` refuses it.
        this.failed = error;
        done(null);
      },
    );
  };

  rmdir = (path: string, done: Callback): void => {
    this.rmdirSync(path);
    done(null);
  };

  rmdirSync = (path: string): void => {
    const lock = held.get(path);
    held.delete(path);
    if (lock) closeSync(lock.fd);
  };

  /** Of a lock that others hold nothing is known but that it is held: it is as fresh as can be. */
  stat = (path: string, done: Callback<{ mtime: Date }>): void => {
    done(null, { mtime: held.get(path)?.mtime ?? new Date() });
  };

  utimes = (path: string, _: unknown, mtime: Date, done: Callback): void => {
    const lock = held.get(path);
    if (lock) lock.mtime = new Date(mtime);
    done(null);
  };
}

/** What a lock gives its holder: an end, and the word whether it still holds. */
interface Lock {
  release(): Promise<void>;
  lost(): boolean;
}

/** What both kinds of lock ask of the library. */
const common = (lockfilePath: string, waitMs: number): LockOptions => ({
  realpath: false,
  lockfilePath,
  // Long waits starve under writers in a tight loop; these are short and jittered.
  retries: {
    forever: true,
    factor: 1.1,
    minTimeout: 1,
    maxTimeout: 5,
    randomize: true,
    maxRetryTime: waitMs,
  },
});

const library = async () => (await import('proper-lockfile')).default;

async function acquireFlock(path: string, waitMs: number, beside?: string): Promise<Lock> {
  const { lock } = await library();
  const fs = new FlockFs(beside);
  // A flock cannot be taken away. After a long stop only the clock of the library is behind.
  const onCompromised = (): void => undefined;
  const release = await lock(path, { ...common(`${path}.lock`, waitMs), fs, onCompromised });
  const whole: Lock = {
    lost: () => false,
    // Where the library takes it for released already, the flock itself is still ours.
    release: () => release().catch(() => fs.rmdirSync(`${path}.lock`)),
  };
  if (fs.failed) {
    await whole.release();
    throw fs.failed;
  }
  return whole;
}

/** The library's own lock, a directory, which nobody but we honour: better than none. */
async function acquireDirectory(path: string, waitMs: number, beside?: string): Promise<Lock> {
  if (beside !== undefined && !existsSync(beside)) throw failure('ENOENT', `${beside} is gone`);
  const { lock } = await library();
  let lost = false;
  const onCompromised = (): void => {
    lost = true;
  };
  const release = await lock(path, { ...common(`${path}.lock.d`, waitMs), onCompromised });
  return { lost: () => lost, release: () => release().catch(() => undefined) };
}

let warned = false;

function warnOnce(error: Error): void {
  if (warned) return;
  warned = true;
  process.emitWarning(
    `flock is not to be had here (${error.message}); locks are directories beside the files (*.lock.d), which the hooks do not honour`,
    { code: 'QM_NO_FLOCK' },
  );
}

async function acquire(path: string, waitMs: number, beside?: string): Promise<Lock> {
  const began = performance.now();
  const left = (): number => Math.max(1, waitMs - (performance.now() - began));
  try {
    // Tried anew for each lock: one odd file system must not cost all others the hooks' lock.
    return await acquireFlock(path, left(), beside).catch((error: NodeJS.ErrnoException) => {
      if (!NO_FLOCK.has(error.code ?? '')) throw error;
      warnOnce(error);
      return acquireDirectory(path, left(), beside);
    });
  } catch (thrown) {
    const error = thrown as NodeJS.ErrnoException;
    if (error.code === 'ELOCKED' || error.code === 'EEXIST') throw new LockTimeoutError(path, waitMs);
    throw error;
  }
}

/** The last turn of those who queue for a path within this process. */
const queues = new Map<string, Promise<unknown>>();

/** Waits until those who came first are done, or fails when that takes too long. */
async function myTurn(path: string, before: Promise<unknown>, waitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new LockTimeoutError(path, waitMs)), waitMs);
  });
  await Promise.race([before, late]).finally(() => clearTimeout(timer));
}

/** How a lock is asked for. */
export interface LockWish {
  /** Longest wait, in milliseconds. */
  readonly waitMs?: number;
  /** Locks only while the file itself is there, and makes no lock file without it. */
  readonly existing?: boolean;
}

/**
 * Runs `work` while holding the exclusive flock on `<path>.lock`, which is made when missing. Within
 * this process writers of one file queue up in order. The lock is released whatever happens, by the
 * kernel if the process dies. `work` calls what it is given right before it writes: that throws when
 * the lock was lost, which happens only where flock is not to be had.
 * @throws LockTimeoutError when others hold it too long; ENOENT when `existing` and the file is
 * gone; EISDIR when a directory is in the lock file's place; other errors of the file system.
 */
export async function withLock<T>(
  path: string,
  work: (mustHold: () => void) => Promise<T>,
  { waitMs = LOCK_WAIT_MS, existing = false }: LockWish = {},
): Promise<T> {
  const began = performance.now();
  const before = queues.get(path) ?? Promise.resolve();
  let leave!: () => void;
  const gone = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const turn = before.then(() => gone);
  queues.set(path, turn);
  void turn.then(() => {
    if (queues.get(path) === turn) queues.delete(path);
  });
  try {
    await myTurn(path, before, waitMs);
    const left = Math.max(1, waitMs - (performance.now() - began));
    const lock = await acquire(path, left, existing ? path : undefined);
    try {
      return await work(() => {
        if (lock.lost()) throw failure('ECOMPROMISED', `the lock on ${path} was lost meanwhile`);
      });
    } finally {
      await lock.release();
    }
  } finally {
    leave();
  }
}
