import { lstat, readlink, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { failure } from './flock.js';

const MODE = 0o600;
/** Links that lead to links are followed this far. */
const MOST_LINKS = 40;

/** Where a chain of links ends, also when nothing is there: writing must not replace the link. */
async function throughLinks(path: string): Promise<string> {
  let at = path;
  for (let step = 0; step < MOST_LINKS; step++) {
    const facts = await lstat(at).catch(() => null);
    if (!facts?.isSymbolicLink()) return at;
    at = resolve(dirname(at), await readlink(at));
  }
  throw failure('ELOOP', `${path} is a link that leads in circles`);
}

/**
 * Makes `text` the content of the file at `path`: complete, by rename. Mode and owner of an existing
 * file stay, a new one is 0600; links are followed. The caller holds the file's lock.
 *
 * Not synced to the disk: the rename is what readers need, and after a power cut agents and their
 * hooks are gone as well. Measured here: 0.4 ms without, 5 ms and more with.
 * @throws the file system's error; the old file is whole and no temporary file stays.
 */
export async function writeAtomic(path: string, text: string): Promise<void> {
  const { default: writeFileAtomic } = await import('write-file-atomic');
  const target = await throughLinks(path);
  const bytes = Buffer.from(text);
  const existing = await lstat(target).catch(() => null);
  if (existing !== null && !existing.isFile())
    throw failure('EISDIR', `${target} is no regular file`);
  await refuseWhenFull(dirname(target), bytes.length);
  await writeFileAtomic(target, bytes, { fsync: false, ...(existing ? {} : { mode: MODE }) });
}

/** The library writes once and does not look whether all of it was taken, as a full disk may not. */
async function refuseWhenFull(dir: string, size: number): Promise<void> {
  const disk = await statfs(dir).catch(() => null);
  if (disk !== null && disk.blocks > 0 && disk.bavail * disk.bsize < size * 2) {
    throw failure('ENOSPC', `no space left for ${dir}`);
  }
}
