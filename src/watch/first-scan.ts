import { setImmediate as nextTurn } from 'node:timers/promises';

/** The first frame waits no longer than this for files, in milliseconds. */
const FIRST_SLICE_MS = 30;
/** Keys wait no longer than this while the rest is read, in milliseconds. */
const SLICE_MS = 12;

/** The second in which questmaster made a session stands in its id. */
const birth = (id: string): number => Number(/\d{9,}/.exec(id)?.[0] ?? 0);

/** Ids of the newest sessions first: they stand at the top of the list. */
const newestFirst = (ids: readonly string[]): string[] =>
  [...ids].sort((a, b) => birth(b) - birth(a) || (a < b ? -1 : 1));

/**
 * Reads sessions at once, in slices of time between which everything else has its turn. `read` takes
 * one id; `told` hears after each slice how many are left, the last time none. Ends early when `read`
 * answers false.
 */
export async function scanInSlices(
  ids: readonly string[],
  read: (id: string) => boolean,
  told: (unread: number) => void,
): Promise<void> {
  let until = performance.now() + FIRST_SLICE_MS;
  let unread = ids.length;
  for (const id of newestFirst(ids)) {
    if (!read(id)) return;
    unread--;
    if (performance.now() < until || unread === 0) continue;
    told(unread);
    await nextTurn();
    until = performance.now() + SLICE_MS;
  }
  told(0);
}
