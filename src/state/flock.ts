import { closeSync, constants, existsSync, fstatSync, openSync, statSync } from 'node:fs';

const LOCK_EX = 2;
const LOCK_NB = 4;

/** An error with a code, as the file system gives them. */
export const failure = (code: string, message: string): NodeJS.ErrnoException =>
  Object.assign(new Error(message), { code });

/** Tries to lock an open file. 0 when it is ours, else the number of an error. */
type Flock = (fd: number) => number;

let loaded: Promise<Flock> | undefined;

/** libc's flock through koffi, loaded at the first lock: loading takes some 20 ms. */
async function loadFlock(): Promise<Flock> {
  const { default: koffi } = await import('koffi').catch((error: Error) => {
    // Whatever it says (no module, no binary for this platform, a C library too old): no flock.
    throw failure('ENOSYS', `koffi does not load: ${error.message}`);
  });
  const names = [null, 'libc.so.6', 'libc.so', '/usr/lib/libSystem.B.dylib'];
  for (const name of names) {
    try {
      const flock = koffi.load(name).func('int flock(int fd, int operation)');
      return (fd) => (flock(fd, LOCK_EX | LOCK_NB) === 0 ? 0 : koffi.errno());
    } catch {
      // Not this name; musl, glibc and macOS each have their own.
    }
  }
  throw failure('ENOSYS', 'no flock in the C library');
}

/** The system's flock. Rejects where there is none. */
export const systemFlock = (): Promise<Flock> => {
  loaded ??= loadFlock();
  return loaded;
};

/** Error numbers by name, of the ones flock gives. They differ between Linux and macOS. */
async function errorName(number: number): Promise<string> {
  const { constants: os } = await import('node:os');
  const found = Object.entries(os.errno).find(([, value]) => value === number);
  return found?.[0] ?? `errno ${number}`;
}

/**
 * Tries once to hold an exclusive flock on the plain file at `path`, which is made when missing
 * (0600). Never waits. The answer is the descriptor that holds it; closing that releases it.
 * @param beside a file without which no lock file is made: a deleted session stays deleted.
 * @throws EEXIST when somebody else holds it; ENOSYS, ENOLCK, EOPNOTSUPP where flock is not to be
 * had; ENOENT when `beside` or the directory is gone; EISDIR and other errors of `open`.
 */
export async function tryFlock(path: string, beside?: string): Promise<number> {
  const flock = await systemFlock();
  while (true) {
    if (beside !== undefined && !existsSync(beside)) throw failure('ENOENT', `${beside} is gone`);
    const fd = openLockFile(path);
    const error = flock(fd);
    if (error === 0) {
      // Whoever deletes a manifest removes its lock file: a lock on a removed file excludes nobody.
      if (isStill(path, fd)) return fd;
      closeSync(fd);
      continue;
    }
    closeSync(fd);
    const name = await errorName(error);
    if (name === 'EWOULDBLOCK' || name === 'EAGAIN') throw failure('EEXIST', `${path} is locked`);
    if (name !== 'EINTR') throw failure(name, `${path} cannot be locked (${name})`);
  }
}

function openLockFile(path: string): number {
  try {
    return openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EISDIR') throw error;
    throw failure('EISDIR', `${path} is a directory, and hooks lock a plain file there: remove it`);
  }
}

/** Whether an open file is the one at the path. */
export function isStill(path: string, fd: number): boolean {
  try {
    const held = fstatSync(fd, { bigint: true });
    const there = statSync(path, { bigint: true });
    return held.ino === there.ino && held.dev === there.dev;
  } catch {
    return false;
  }
}
