import { describe, expect, it } from 'vitest';
import { inSlices, newestFirst } from '../../src/watch/slices.js';

const busy = (ms: number): void => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

describe('looking in slices', () => {
  it('everything else has its turn between slices, and what is left is told', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `qm-${index}`);
    const seen: string[] = [];
    const left: number[] = [];
    let turns = 0;
    let going = true;
    const tick = (): void => {
      turns++;
      if (going) setImmediate(tick);
    };
    setImmediate(tick);
    const worked = await inSlices(ids, {
      look(id) {
        busy(6);
        seen.push(id);
        return true;
      },
      between: (count) => left.push(count),
      firstMs: 20,
    });
    going = false;
    expect(seen).toEqual(ids);
    expect(left.length).toBeGreaterThan(1);
    expect(left).toEqual([...left].sort((a, b) => b - a));
    expect(left).not.toContain(0);
    expect(turns).toBeGreaterThanOrEqual(left.length);
    expect(worked).toBeGreaterThanOrEqual(72);
  });

  it('what has to wait is tried again, and the last try says that it is one', async () => {
    const tries: boolean[] = [];
    await inSlices(['qm-1'], {
      look(_, lastTry) {
        tries.push(lastTry);
        return lastTry;
      },
    });
    expect(tries.length).toBeGreaterThan(3);
    expect(tries.slice(0, -1).every((it) => !it)).toBe(true);
    expect(tries.at(-1)).toBe(true);
  });

  it('the newest come first: they stand at the top of the list', () => {
    const ids = ['qm-1748000001', 'party-1748000003', 'qm-1748000002-1', 'odd', 'qm-1748000002'];
    expect(newestFirst(ids)).toEqual([
      'party-1748000003',
      'qm-1748000002',
      'qm-1748000002-1',
      'qm-1748000001',
      'odd',
    ]);
  });
});
