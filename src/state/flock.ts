import { closeSync, constants, fstatSync, openSync, statSync } from 'node:fs';

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
  const { default: koffi } = await import('koffi');
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
 * @throws EEXIST when somebody else holds it; ENOSYS, ENOLCK, EOPNOTSUPP where flock is not to be had.
 */
export async function tryFlock(path: string): Promise<number> {
  const flock = await systemFlock();
  while (true) {
    const fd = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK, 0o600);
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

function isStill(path: string, fd: number): boolean {
  try {
    const held = fstatSync(fd, { bigint: true });
    const there = statSync(path, { bigint: true });
    return held.ino === there.ino && held.dev === there.dev;
  } catch {
    return false;
  }
}
