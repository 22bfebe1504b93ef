// npm run torture: the locks of the state package under writers in tight loops, kills and stops.
// Some minutes; `--short` for a first look.
import { cpus } from 'node:os';
import { contend, percentile } from './contention.mjs';
import { killed, lockFileRemoved, stopped } from './violence.mjs';

const short = process.argv.includes('--short');
const count = short ? 40 : 300;
const ms = (value) => `${value.toFixed(1)} ms`;
let failed = false;

function check(good, text) {
  if (!good) failed = true;
  console.log(`${good ? 'ok  ' : 'FAIL'} ${text}`);
}

console.log(
  `${cpus()[0]?.model.trim()} × ${cpus().length}, Node ${process.version}, ${count} operations a writer\n`,
);
console.log(
  'file      writers                 operations  lost  torn        p50        p99        max',
);
for (const task of ['state', 'manifest', 'log']) {
  for (const [nodes, hooks] of [
    [3, 3],
    [1, 3],
    [0, 4],
  ]) {
    const it = await contend(task, { nodes, hooks, count });
    const waits = [0.5, 0.99, 1]
      .map((share) => ms(percentile(it.waits, share)).padStart(10))
      .join(' ');
    console.log(
      `${task.padEnd(9)} ${it.writers.padEnd(23)} ${String(it.operations).padStart(10)} ${String(it.lost).padStart(5)} ${String(it.torn).padStart(5)} ${waits}`,
    );
    if (it.lost !== 0 || it.torn !== 0) failed = true;
  }
}
console.log();

const kills = await killed(short ? 10 : 200);
check(
  kills.broken === 0 && kills.refused === 0 && kills.left === 0,
  `kill -9, ${kills.times} times: ${kills.broken} broken files, ${kills.refused} writers kept out, ${kills.left} files left; the next write took ${ms(kills.slowest)} at most`,
);
const removal = await lockFileRemoved(3, count);
check(
  removal.lost === 0,
  `lock file removed ${removal.removed} times under ${removal.writers} writers: ${removal.lost} of ${removal.operations} lost`,
);
const stop = await stopped(short ? 1_500 : 13_000);
check(
  stop.waited && stop.node === 1 && stop.shell === 1,
  `stopped for ${stop.ms} ms inside: the hook ${stop.waited ? 'waited' : 'did not wait'}, both writes ${stop.node === 1 && stop.shell === 1 ? 'are there' : 'are NOT there'}`,
);
process.exitCode = failed ? 1 : 0;
