/**
 * Random bytes and mutated real files as manifests, snapshots, logs and keys, against the readers, the
 * model, and the built program in tmux.
 *
 *     npm run fuzz -- [--seconds 60 | --count N] [--seed N]
 */
import { parseArgs } from 'node:util';
import { Random } from '../support/random.js';
import { fuzzProgram } from './end-to-end.js';
import { fuzzInProcess } from './in-process.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    count: { type: 'string' },
    seed: { type: 'string', default: `${Date.now() % 1_000_000}` },
  },
});
const count = values.count === undefined ? Number.POSITIVE_INFINITY : Number(values.count);
const seconds = values.count === undefined ? Number(values.seconds) : Number.POSITIVE_INFINITY;
const seed = Number(values.seed);
if (!(seconds > 0) || !(count > 0) || !Number.isInteger(seed)) {
  console.error('--seconds and --count want a number over 0, --seed a whole number');
  process.exit(2);
}
console.log(`seed ${seed}`);
const half = performance.now() + seconds * 500;
let turns = 0;
try {
  while (turns < count && performance.now() < half) {
    const some = Math.min(500, count - turns);
    await fuzzInProcess(new Random(seed + turns), some);
    turns += some;
  }
  console.log(`in process: ${turns} turns`);
  const end = performance.now() + seconds * 500;
  const done = await fuzzProgram(
    new Random(seed),
    (played) => played >= count || performance.now() > end,
  );
  console.log(`in tmux: ${done.turns} turns, ${done.files} files, ${done.bytesOut} bytes written`);
} catch (error) {
  console.error(error);
  process.exit(1);
}
process.exit(0);
