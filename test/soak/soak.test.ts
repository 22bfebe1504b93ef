import { expect, it } from 'vitest';
import { faults, table } from './report.js';
import { soak } from './soak.js';

// `npm run soak` is the long form, and counts time and memory too.
it('twenty seconds of a hostile party: the screen is the disk, nothing leaks, the end is clean', async () => {
  const report = await soak({ seconds: 20, seed: 4 });
  expect(faults(report, false), table(report)).toEqual([]);
}, 120_000);
