import { setTimeout as nap, setImmediate as nextTurn } from 'node:timers/promises';

/** Keys wait no longer than this while files are looked at, in milliseconds. */
const SLICE_MS = 12;
/** Between two tries where descriptors have run out, in milliseconds. */
const NAP_MS = 20;
/** How long that is tried, in milliseconds, before it is called a fault. */
const PATIENCE_MS = 1_000;

/** The second in which questmaster made a session stands in its id. */
const birth = (id: string): number => Number(/\d{9,}/.exec(id)?.[0] ?? 0);

/** Ids of the newest sessions first: they stand at the top of the list. */
export const newestFirst = (ids: readonly string[]): string[] =>
  ids
    .map((id) => ({ id, at: birth(id) }))
    .sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);

/** What is done with each id, and what hears of it. */
export interface Work {
  /** False where that has to wait; the last time `lastTry` says so. */
  readonly look: (id: string, lastTry: boolean) => boolean;
  /** After each slice but the last: how many are left. */
  readonly between?: (left: number) => void;
  /** Length of the first slice in milliseconds. */
  readonly firstMs?: number;
}

/**
 * Looks at ids one after the other in slices of time, between which everything else has its turn.
 * Answers with the milliseconds of work in it.
 */
export async function inSlices(
  ids: readonly string[],
  { look, between, firstMs = SLICE_MS }: Work,
): Promise<number> {
  let from = performance.now();
  let until = from + firstMs;
  let worked = 0;
  for (let index = 0; index < ids.length; index++) {
    const id = ids[index] ?? '';
    const patience = performance.now() + PATIENCE_MS;
    while (!look(id, performance.now() > patience)) {
      worked += performance.now() - from;
      await nap(NAP_MS);
      from = performance.now();
    }
    if (performance.now() < until || index === ids.length - 1) continue;
    worked += performance.now() - from;
    between?.(ids.length - 1 - index);
    await nextTurn();
    from = performance.now();
    until = from + SLICE_MS;
  }
  return worked + performance.now() - from;
}
