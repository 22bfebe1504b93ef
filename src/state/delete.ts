import { rm } from 'node:fs/promises';
import { sessionStateDir } from './paths.js';
import { newStore } from './store.js';

/**
 * Deletes a session: its manifest and lock file under the manifest's lock, then its directory with
 * everything in it. Links are removed, never followed.
 * @throws ManifestNotFoundError, InvalidIdError, LockTimeoutError, or the file system's error.
 */
export async function deleteSession(id: string, { root }: { root: string }): Promise<void> {
  const store = await newStore(root);
  await store.delete(id);
  // A hook may write there at this very moment.
  await rm(sessionStateDir(root, id), {
    recursive: true,
    force: true,
    maxRetries: 10,
    retryDelay: 20,
  });
}
