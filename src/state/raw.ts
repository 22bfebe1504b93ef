import { basename, join } from 'node:path';

/**
 * The path that a raw event of chokidar is about. chokidar's own events are held back: of those that
 * come within 50 ms of one before for the same file nothing is ever said. The raw ones are what the
 * system says, each at once; they name a file within the watched directory, or the watched file.
 */
export function pathOfRaw(name: unknown, details: unknown): string {
  const watched =
    typeof details === 'object' && details !== null && 'watchedPath' in details
      ? String(details.watchedPath)
      : '';
  if (typeof name !== 'string' || name === '' || name === basename(watched)) return watched;
  return join(watched, name);
}
