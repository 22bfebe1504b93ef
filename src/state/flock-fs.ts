import { closeSync } from 'node:fs';
import { isStill, tryFlock } from './flock.js';

type Callback<T = void> = (error: Error | null, value?: T) => void;

/**
 * For so long a lock is asked for every quarter of a millisecond, in milliseconds. Those who block in
 * flock(2) get a free lock at once, and we only by asking at the right moment. Node's timers do not
 * sleep that short; a thread that spins instead loses its turn on the processor to those who slept.
 */
const EAGER_MS = 500;
const NAP_MS = 0.25;

const nap = (): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, NAP_MS);
};

/** The flocks this process holds, by lock file. */
const held = new Map<string, { readonly fd: number; mtime: Date }>();

/**
 * What proper-lockfile takes for a file system: its lock directory is a flock here. `mkdir` locks,
 * `rmdir` releases; the times it keeps fresh live in memory, because a flock is never stale: it ends
 * with its process.
 */
export class FlockFs {
  /** An error that no waiting cures, once there was one. */
  failed: NodeJS.ErrnoException | undefined;

  private readonly began = performance.now();

  /** @param beside as of `tryFlock`. */
  constructor(private readonly beside: string | undefined) {}

  /** Whether the lock is ours, on the very file that others would lock now. */
  holds(path: string): boolean {
    const lock = held.get(path);
    return lock !== undefined && isStill(path, lock.fd);
  }

  mkdir = (path: string, done: Callback): void => {
    tryFlock(path, this.beside).then(
      (fd) => {
        held.set(path, { fd, mtime: new Date() });
        done(null);
      },
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') {
          if (performance.now() - this.began > EAGER_MS) return done(error);
          nap();
          return setImmediate(() => this.mkdir(path, done));
        }
        // The library would try again for 10 s. A lock in name only ends that; the caller refuses it.
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
