import { existsSync } from 'node:fs';
import type { LockOptions } from 'proper-lockfile';
import { LockTimeoutError } from './errors.js';
import { failure } from './flock.js';
import { FlockFs } from './flock-fs.js';

/** How long a writer waits for a lock, in milliseconds, its turn within this process included. */
export const LOCK_WAIT_MS = 10_000;

/** Errors that mean that flock is not to be had here. */
const NO_FLOCK = new Set(['ENOSYS', 'ENOLCK', 'EOPNOTSUPP', 'ENOTSUP']);

/** What a lock gives its holder: an end, and the word whether it still holds. */
interface Lock {
  release(): Promise<void>;
  lost(): boolean;
  /** Whether a lost one is worth another try. */
  readonly again: boolean;
}

/** What both kinds of lock ask of the library. */
const common = (lockfilePath: string, waitMs: number): LockOptions => ({
  realpath: false,
  lockfilePath,
  // Long waits starve under writers in a tight loop; these are short and jittered.
  retries: {
    forever: true,
    factor: 1,
    minTimeout: 1,
    maxTimeout: 2,
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
    // Nobody can take a flock away, but whoever deletes a manifest can remove the file it is on.
    lost: () => !fs.holds(`${path}.lock`),
    again: true,
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
  return { again: false, lost: () => lost, release: () => release().catch(() => undefined) };
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
  // Tried anew for each lock: one odd file system must not cost all others the hooks' lock.
  return acquireFlock(path, left(), beside).catch((error: NodeJS.ErrnoException) => {
    if (!NO_FLOCK.has(error.code ?? '')) throw error;
    warnOnce(error);
    return acquireDirectory(path, left(), beside);
  });
}

/** The last turn of those who queue for a path within this process. */
const queues = new Map<string, Promise<unknown>>();

/** Waits until those who came first are done, or fails when that takes too long. */
async function myTurn(path: string, before: Promise<unknown>, waitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(failure('ELOCKED', `${path} is locked`)), waitMs);
  });
  await Promise.race([before, late]).finally(() => clearTimeout(timer));
}

/** Whether the library gave up waiting. Where there was time for one attempt only, it says so in words. */
const isTimeout = (error: NodeJS.ErrnoException): boolean =>
  error.code === 'ELOCKED' || error.message === 'RetryOperation timeout occurred';

/** How often work begins anew because its lock file was removed under it. */
const MOST_TRIES = 20;

/** Does the work under a lock; begins anew, with a new lock, when the lock was lost before the write. */
async function locked<T>(
  acquireLock: () => Promise<Lock>,
  path: string,
  work: (mustHold: () => void) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const lock = await acquireLock();
    let lost = false;
    try {
      return await work(() => {
        lost = lock.lost();
        if (lost) throw failure('ECOMPROMISED', `the lock on ${path} was lost meanwhile`);
      });
    } catch (error) {
      if (!lost || !lock.again || tries === MOST_TRIES) throw error;
    } finally {
      await lock.release();
    }
  }
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
 * the lock was lost, because its file was removed (then `work` begins anew under a new lock) or, where
 * flock is not to be had, because others took it.
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
    const left = (): number => Math.max(1, waitMs - (performance.now() - began));
    await myTurn(path, before, waitMs);
    const acquireLock = () => acquire(path, left(), existing ? path : undefined);
    return await locked(acquireLock, path, work);
  } catch (error) {
    throw isTimeout(error as NodeJS.ErrnoException) ? new LockTimeoutError(path, waitMs) : error;
  } finally {
    leave();
  }
}
