import { rmSync } from 'node:fs';

/** How often a directory that others write into is emptied anew. */
const MOST_TRIES = 50;

/** Removes a path and all below it, also while others write there. Node tries only the last step again. */
export function removeNow(path: string): void {
  for (let tries = 1; ; tries++) {
    try {
      rmSync(path, { recursive: true, force: true });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY' || tries === MOST_TRIES)
        throw error;
    }
  }
}
