import { spawnSync } from 'node:child_process';
import { cleanEnv } from '../../support/process.js';
import { type Figure, type Measured, median, ratio } from '../figure.js';
import { makeParty } from '../party.js';

const RUNS = 15;

/** Milliseconds that a whole process takes. */
function run(...args: string[]): number {
  const began = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { env: cleanEnv() });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return performance.now() - began;
}

/** Medians of whole processes run in turn, each over that of a bare node that prints one byte. */
function beside(...commands: readonly string[][]): Measured[] {
  const taken: number[][] = [[], ...commands.map(() => [])];
  for (let turn = 0; turn < RUNS; turn++) {
    taken[0]?.push(run('-e', 'process.stdout.write("x")'));
    for (const [index, args] of commands.entries()) taken[index + 1]?.push(run(...args));
  }
  const [bare = Number.NaN, ...own] = taken.map(median);
  return own.map((ms) => ratio(ms, bare));
}

export const command: Figure = {
  key: 'command',
  rows: [
    { name: '--help', unit: '×', raw: 'ms', bar: 1.3, goal: 1.1 },
    { name: '--version', unit: '×', raw: 'ms', bar: 1.3, goal: 1.1 },
  ],
  rounds: 3,
  round: async ({ cli }) => beside([cli, '--help'], [cli, '--version']),
};

let root: string | undefined;

export const list: Figure = {
  key: 'ls',
  rows: [{ name: 'ls of 100', unit: '×', raw: 'ms', bar: 1.8, goal: 1.4 }],
  rounds: 3,
  async round({ cli }) {
    root ??= makeParty(100).root;
    return beside([cli, 'ls', '--root', root]);
  },
};
