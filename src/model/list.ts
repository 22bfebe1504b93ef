/** The number within `[low, high]`; `low` when the range is empty. */
export const clamp = (value: number, low: number, high: number): number =>
  Math.max(low, Math.min(high, value));

/**
 * First row of a window of `height` lines over rows of different heights, moved as little as
 * possible from `top` so that row `at` is whole in it (or its beginning, when it is taller).
 */
export function windowTop(
  heightOf: (index: number) => number,
  count: number,
  top: number,
  at: number,
  height: number,
): number {
  if (count === 0) return 0;
  let first = clamp(top, 0, count - 1);
  if (at < first) return at;
  let used = 0;
  for (let index = first; index <= at; index++) used += heightOf(index);
  while (first < at && used > height) used -= heightOf(first++);
  // No empty space at the end while rows above could fill it.
  let below = 0;
  for (let index = first; index < count && below <= height; index++) below += heightOf(index);
  while (first > 0 && below + heightOf(first - 1) <= height) below += heightOf(--first);
  return first;
}

/** Index of the row one page of `height` lines away from `at`, in direction 1 or -1. */
export function pageFrom(
  heightOf: (index: number) => number,
  count: number,
  at: number,
  height: number,
  direction: 1 | -1,
): number {
  let index = at;
  let used = 0;
  while (true) {
    const next = index + direction;
    if (next < 0 || next >= count) return index;
    used += heightOf(next);
    if (used > height && index !== at) return index;
    index = next;
    if (used > height) return index;
  }
}
