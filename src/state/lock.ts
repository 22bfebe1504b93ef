import { closeSync } from 'node:fs';
import type { LockOptions } from 'proper-lockfile';
import { LockTimeoutError } from './errors.js';
import { failure, tryFlock } from './flock.js';

/** How long a writer waits for a lock, in milliseconds. */
export const LOCK_WAIT_MS = 10_000;

/** Errors that mean that flock is not to be had here at all. */
const NO_FLOCK = new Set(['ENOSYS', 'ENOLCK', 'EOPNOTSUPP', 'ENOTSUP', 'ERR_MODULE_NOT_FOUND']);

type Callback<T = void> = (error: Error | null, value?: T) => void;

interface Held {
  readonly fd: number;
  mtime: Date;
}

/**
 * What proper-lockfile takes for a file system: its lock directory is a flock here. `mkdir` locks,
 * `rmdir` releases; the times it keeps fresh live in memory, because a flock is never stale: it ends
 * with its process.
 */
class FlockFs {
  private readonly held = new Map<string, Held>();

  mkdir = (path: string, done: Callback): void => {
    tryFlock(path).then(
      (fd) => {
        this.held.set(path, { fd, mtime: new Date() });
        done(null);
      },
      (error: Error) => done(error),
    );
  };

  rmdir = (path: string, done: Callback): void => {
    this.rmdirSync(path);
    done(null);
  };

  rmdirSync = (path: string): void => {
    const lock = this.held.get(path);
    this.held.delete(path);
    if (lock) closeSync(lock.fd);
  };

  /** Of a lock that others hold nothing is known but that it is held: it is as fresh as can be. */
  stat = (path: string, done: Callback<{ mtime: Date }>): void => {
    done(null, { mtime: this.held.get(path)?.mtime ?? new Date() });
  };

  utimes = (path: string, _: unknown, mtime: Date, done: Callback): void => {
    const lock = this.held.get(path);
    if (lock) lock.mtime = new Date(mtime);
    done(null);
  };
}

const flockFs = new FlockFs();
let fallback = false;

function fallBack(error: NodeJS.ErrnoException): void {
  if (fallback) return;
  fallback = true;
  process.emitWarning(
    `flock is not to be had here (${error.code}); locks are directories beside the files (*.lock.d), which the hooks do not honour`,
    { code: 'QM_NO_FLOCK' },
  );
}

/** What a lock gives its holder: an end, and the word whether it still holds. */
interface Lock {
  release(): Promise<void>;
  lost(): boolean;
}

async function acquire(path: string, waitMs: number): Promise<Lock> {
  const { lock } = (await import('proper-lockfile')).default;
  let compromised = false;
  const options: LockOptions = {
    realpath: false,
    lockfilePath: fallback ? `${path}.lock.d` : `${path}.lock`,
    // Long waits starve under writers in a tight loop; these are short and jittered.
    retries: {
      forever: true,
      factor: 1.1,
      minTimeout: 1,
      maxTimeout: 5,
      randomize: true,
      maxRetryTime: waitMs,
    },
    onCompromised: () => {
      // A flock cannot be taken away. After a long stop only the clock of the library is behind.
      compromised = fallback;
    },
    ...(fallback ? {} : { fs: flockFs }),
  };
  const release = await lock(path, options);
  return {
    lost: () => compromised,
    async release() {
      // Released already in the library's eyes, after a long stop: the flock itself is still ours.
      await release().catch(() => {
        if (!fallback) flockFs.rmdirSync(`${path}.lock`);
      });
    },
  };
}

async function acquireOrExplain(path: string, waitMs: number): Promise<Lock> {
  const began = Date.now();
  try {
    return await acquire(path, waitMs);
  } catch (thrown) {
    const error = thrown as NodeJS.ErrnoException;
    if (!fallback && NO_FLOCK.has(error.code ?? '')) {
      fallBack(error);
      return acquireOrExplain(path, waitMs);
    }
    if (error.code === 'ELOCKED' || error.code === 'EEXIST' || /timeout/i.test(error.message)) {
      throw new LockTimeoutError(path, Date.now() - began);
    }
    throw error;
  }
}

/** The last of those who queue for a path within this process. */
const queues = new Map<string, Promise<void>>();

/**
 * Runs `work` while holding the exclusive flock on `<path>.lock`, which is made when missing. Within
 * this process writers of one file queue up in order. The lock is released whatever happens, by the
 * kernel if the process dies.
 * @param waitMs longest wait for the lock, in milliseconds.
 * @throws LockTimeoutError when somebody else holds it longer than that.
 */
export async function withLock<T>(
  path: string,
  work: (lost: () => boolean) => Promise<T>,
  waitMs: number = LOCK_WAIT_MS,
): Promise<T> {
  const before = queues.get(path);
  let leave!: () => void;
  const mine = new Promise<void>((resolve) => {
    leave = resolve;
  });
  queues.set(path, mine);
  try {
    await before;
    const lock = await acquireOrExplain(path, waitMs);
    try {
      const result = await work(lock.lost);
      if (lock.lost()) throw failure('ECOMPROMISED', `the lock on ${path} was lost meanwhile`);
      return result;
    } finally {
      await lock.release();
    }
  } finally {
    if (queues.get(path) === mine) queues.delete(path);
    leave();
  }
}
