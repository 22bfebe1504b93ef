import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { ManifestExistsError, ManifestNotFoundError, NoStateRootError } from './errors.js';
import { checkedId, isValidSessionId } from './ids.js';
import { withLock } from './lock.js';
import { formatManifest, manifestId, parseManifest, withId } from './manifest.js';
import { manifestPath } from './paths.js';
import { contentOf, readManifest } from './reading.js';
import { nowUtc } from './time.js';
import type { Manifest } from './types.js';
import { writeAtomic } from './write.js';

/** A manifest that discovery could not read. */
export interface ManifestProblem {
  readonly id: string;
  readonly path: string;
  /** One line, as it reads after the path. */
  readonly problem: string;
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** The ids under a root that have a manifest's name, sorted. A missing root has none. */
export async function manifestIds(root: string): Promise<string[]> {
  if (root === '') return [];
  const names = await readdir(root).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .filter(isValidSessionId)
    .sort();
}

/** A manifest's text for writing. @throws TypeError for what nobody could read again. */
function writable(id: string, manifest: Manifest): string {
  const text = formatManifest(withId(manifest, id));
  try {
    parseManifest(text);
  } catch (error) {
    throw new TypeError(`the manifest of ${id} ${(error as Error).message}; nothing was written`);
  }
  return text;
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Tells a manifest that was deleted meanwhile from other things that are not there. */
const gone = (id: string, path: string) => async (error: unknown) => {
  throw codeOf(error) === 'ENOENT' && !(await isThere(path))
    ? new ManifestNotFoundError(id)
    : error;
};

/** The manifests under one state root. Writes hold the manifest's lock, reads take none. */
export class Store {
  constructor(readonly root: string) {}

  private path(id: string): string {
    return manifestPath(this.root, checkedId(id));
  }

  private writablePath(id: string): string {
    if (this.root === '') throw new NoStateRootError();
    return this.path(id);
  }

  private async load(id: string): Promise<Manifest | null> {
    const manifest = contentOf(this.path(id), await readManifest(this.root, id));
    return manifest && withId(manifest, id);
  }

  /**
   * Writes a new manifest: `created_at` is set when it is missing, `updated_at` always.
   * @throws ManifestExistsError, InvalidIdError, NoStateRootError, LockTimeoutError, TypeError when
   * a key has the wrong type.
   */
  async create(manifest: Manifest): Promise<void> {
    const id = manifestId(manifest);
    const path = this.writablePath(id);
    await mkdir(this.root, { mode: 0o700, recursive: true });
    await withLock(path, async (mustHold) => {
      if (await isThere(path)) throw new ManifestExistsError(id);
      const now = nowUtc();
      const created_at = manifest.created_at || now;
      const text = writable(id, { ...manifest, created_at, updated_at: now });
      mustHold();
      await writeAtomic(path, text);
    });
  }

  /** @throws ManifestNotFoundError, UnreadableFileError, InvalidIdError. */
  async read(id: string): Promise<Manifest> {
    const manifest = await this.load(id);
    if (manifest === null) throw new ManifestNotFoundError(id);
    return manifest;
  }

  /**
   * Changes a manifest in place under its lock and sets `updated_at`. `change` may be async: the lock
   * is held meanwhile.
   * @throws ManifestNotFoundError, UnreadableFileError, InvalidIdError, NoStateRootError,
   * LockTimeoutError, TypeError when a key has the wrong type; also what `change` throws, and then
   * nothing is written.
   */
  async update(id: string, change: (manifest: Manifest) => void | Promise<void>): Promise<void> {
    const path = this.writablePath(id);
    const work = async (mustHold: () => void): Promise<void> => {
      const manifest = await this.read(id);
      await change(manifest);
      const text = writable(id, { ...manifest, updated_at: nowUtc() });
      mustHold();
      await writeAtomic(path, text);
    };
    if (!(await isThere(path))) throw new ManifestNotFoundError(id);
    await withLock(path, work, { existing: true }).catch(gone(id, path));
  }

  /**
   * Removes a manifest and its lock file. The session's directory stays, as in the Go program.
   * @throws ManifestNotFoundError, InvalidIdError, NoStateRootError, LockTimeoutError.
   */
  async delete(id: string): Promise<void> {
    const path = this.writablePath(id);
    if (!(await isThere(path))) throw new ManifestNotFoundError(id);
    const work = async (mustHold: () => void): Promise<void> => {
      mustHold();
      await rm(path);
      // Inside the lock: whoever waits finds its file gone and starts over with a new one.
      await rm(`${path}.lock`, { force: true });
    };
    await withLock(path, work, { existing: true }).catch(gone(id, path));
  }

  /** Adds a worker's id to a master, once. @throws as `update`. */
  async addWorker(id: string, workerId: string): Promise<void> {
    checkedId(workerId);
    await this.update(id, (manifest) => {
      manifest.workers = [...new Set([...(manifest.workers ?? []), workerId])];
    });
  }

  /** Takes a worker's id from a master. @throws as `update`. */
  async removeWorker(id: string, workerId: string): Promise<void> {
    await this.update(id, (manifest) => {
      manifest.workers = (manifest.workers ?? []).filter((it) => it !== workerId);
    });
  }

  /** Ids of a master's workers. @throws as `read`. */
  async getWorkers(id: string): Promise<string[]> {
    return [...((await this.read(id)).workers ?? [])];
  }

  /** All manifests that can be read, by id. A missing root has none. */
  async discoverSessions(): Promise<Manifest[]> {
    return (await this.discoverSessionsDetailed()).manifests;
  }

  /** All manifests, and what stands in the way of those that cannot be read. */
  async discoverSessionsDetailed(): Promise<{
    manifests: Manifest[];
    problems: ManifestProblem[];
  }> {
    const manifests: Manifest[] = [];
    const problems: ManifestProblem[] = [];
    for (const id of await manifestIds(this.root)) {
      const reading = await readManifest(this.root, id);
      if (reading.status === 'ok') manifests.push(withId(reading.value, id));
      if (reading.status === 'unreadable') {
        problems.push({ id, path: this.path(id), problem: reading.problem });
      }
    }
    return { manifests, problems };
  }
}

/** A store on a root, which is made when missing (0700). @throws NoStateRootError. */
export async function newStore(root: string): Promise<Store> {
  if (root === '') throw new NoStateRootError();
  await mkdir(root, { mode: 0o700, recursive: true });
  return new Store(root);
}

/** A store on a root that need not exist; nothing is made until something is written. */
export const openStore = (root: string): Store => new Store(root);

/** Manifests by the time their files were last changed, newest first; missing files last. Stable. */
export async function sortByMtime(
  manifests: readonly Manifest[],
  root: string,
): Promise<Manifest[]> {
  const timed = await Promise.all(
    manifests.map(async (manifest) => {
      const id = manifestId(manifest);
      const facts = isValidSessionId(id)
        ? await stat(manifestPath(root, id), { bigint: true }).catch(() => null)
        : null;
      return { manifest, at: facts?.mtimeNs ?? -1n };
    }),
  );
  return timed.sort((a, b) => (a.at === b.at ? 0 : a.at > b.at ? -1 : 1)).map((it) => it.manifest);
}
