/**
 * A hostile party against the built program: storms, rotations, deletions, odd files, sizes and keys.
 *
 *     npm run soak -- [--minutes 10 | --seconds N] [--seed N]
 */
import { parseArgs } from 'node:util';
import { faults, table } from './report.js';
import { soak } from './soak.js';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seconds: { type: 'string' },
    seed: { type: 'string', default: `${Date.now() % 1_000_000}` },
  },
});
const seconds = Number(values.seconds ?? Number(values.minutes) * 60);
const seed = Number(values.seed);
if (!(seconds > 0) || !Number.isInteger(seed)) {
  console.error('--minutes and --seconds want a number over 0, --seed a whole number');
  process.exit(2);
}
console.log(`seed ${seed}\n`);
console.log(' time s   writes  rotations  sessions   RSS MiB   open  watches  settled ms');
const report = await soak({
  seconds,
  seed,
  log: ({ seconds: at, deeds, sessions, rss, open, watches, settled }) => {
    const cells = [at.toFixed(0), deeds.writes, deeds.rotations, sessions, (rss / 1024).toFixed(1)];
    const widths = [7, 8, 10, 9, 9, 6, 8, 11];
    const all = [...cells, open, watches, settled.toFixed(0)];
    console.log(all.map((cell, index) => `${cell}`.padStart(widths[index] ?? 0)).join(' '));
  },
});
console.log(`\n${table(report)}`);
const found = faults(report, seconds >= 120);
for (const fault of found) console.log(`FAIL ${fault}`);
process.exit(found.length === 0 ? 0 : 1);
