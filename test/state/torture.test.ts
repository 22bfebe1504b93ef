import { describe, expect, it } from 'vitest';
import { contend, percentile } from '../torture/contention.mjs';
import { killed, lockFileRemoved, stopped } from '../torture/violence.mjs';

describe('writers in tight loops', () => {
  it.each(['state', 'manifest', 'log'] as const)(
    'lose and tear nothing of the %s',
    async (task) => {
      const it = await contend(task, { nodes: 2, hooks: 2, count: 25 });
      expect(it).toMatchObject({ operations: 100, lost: 0, torn: 0 });
      expect(it.reads).toBeGreaterThan(10);
      // No writer starves: the limit of 10 s is far.
      expect(percentile(it.waits, 1)).toBeLessThan(5_000);
    },
  );

  it('lose nothing when the lock file is removed under them', async () => {
    expect(await lockFileRemoved(3, 25)).toMatchObject({ lost: 0 });
  });
});

describe('violence', () => {
  it('killed with -9: whole files, a free lock, nothing left for good', async () => {
    expect(await killed(5)).toMatchObject({ broken: 0, refused: 0, left: 0 });
  });

  it('stopped inside the critical section: the hook waits, both writes are there', async () => {
    expect(await stopped(500)).toMatchObject({ waited: true, node: 1, shell: 1 });
  });
});
