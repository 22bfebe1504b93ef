/**
 * What the built program costs, each figure beside its baseline in the same run: `npm run bench`.
 *
 *     --only KEY,...     some figures only
 *     --rounds N         as many rounds of each instead of its own number
 *     --json FILE        everything that was measured, as JSON, in a file (`-` prints it)
 *     --against CLI.JS   an older build, measured in the same rounds
 */
import { writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CLI } from '../e2e/program.js';
import type { Figure, Measured, Program } from './figure.js';
import { change, cost } from './figures/change.js';
import { command, list } from './figures/command.js';
import { appending, opening } from './figures/detail.js';
import { key } from './figures/key.js';
import { alone, beside } from './figures/lock.js';
import { rest, working } from './figures/rest.js';
import { row } from './figures/row.js';
import { start } from './figures/start.js';
import { type Result, tableOf, verdict } from './table.js';

const FIGURES: readonly Figure[] = [
  start,
  command,
  list,
  change,
  key,
  cost,
  rest,
  working,
  row,
  opening,
  appending,
  alone,
  beside,
];

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string' },
    json: { type: 'string' },
    against: { type: 'string' },
  },
});

function chosen(): readonly Figure[] {
  if (values.only === undefined) return FIGURES;
  return values.only.split(',').map((name) => {
    const figure = FIGURES.find((it) => it.key === name);
    if (figure) return figure;
    throw new Error(`--only ${name}: there are ${FIGURES.map((it) => it.key).join(', ')}`);
  });
}

function roundsOf(figure: Figure): number {
  if (values.rounds === undefined) return figure.rounds;
  const count = Number(values.rounds);
  if (Number.isInteger(count) && count > 0) return count;
  throw new Error('--rounds wants a whole number');
}

/** One round of the older build, if it knows how: a command that it does not have is no failure. */
async function roundBefore(figure: Figure, program: Program): Promise<readonly Measured[]> {
  try {
    return await figure.round(program);
  } catch (error) {
    process.stderr.write(`  before: ${(error as Error).message}\n`);
    return [];
  }
}

async function measure(figure: Figure): Promise<Result[]> {
  const now: (readonly Measured[])[] = [];
  const before: (readonly Measured[])[] = [];
  const count = roundsOf(figure);
  for (let turn = 1; turn <= count; turn++) {
    process.stderr.write(`${figure.key} ${turn}/${count}\n`);
    now.push(await figure.round({ cli: CLI }));
    if (values.against !== undefined) {
      before.push(await roundBefore(figure, { cli: resolve(values.against) }));
    }
  }
  const column = (rounds: (readonly Measured[])[], index: number): Measured[] =>
    rounds.flatMap((round) => round[index] ?? []);
  return figure.rows.map((it, index) => ({
    key: figure.key,
    row: it,
    rounds: column(now, index),
    before: column(before, index),
  }));
}

const machine = {
  processor: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  system: `${process.platform} ${release()}`,
  node: process.version,
};

const results: Result[] = [];
for (const figure of chosen()) {
  try {
    results.push(...(await measure(figure)));
  } catch (error) {
    // The others are still worth their time.
    console.error(`${figure.key}: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}

const { processor, cores, memoryGiB, system, node } = machine;
console.log(`${cores} cores of ${processor}, ${memoryGiB} GiB, ${system}, Node ${node}\n`);
console.log(tableOf(results, values.against !== undefined));

const report = JSON.stringify(
  { machine, results: results.map((it) => ({ ...it, meets: verdict(it) })) },
  null,
  2,
);
if (values.json === '-') console.log(report);
else if (values.json !== undefined) writeFileSync(values.json, `${report}\n`);
