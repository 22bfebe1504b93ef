import { appendFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { event, LOG_LIMIT } from '../../support/hook.js';
import { type Figure, median } from '../figure.js';
import { makeParty } from '../party.js';
import { pause, startBaseline, startTracker } from '../pty.js';

const line = (activity: string): string =>
  `${event('Bash', { activity, state: 'working', kind: 'PreToolUse' })}\n`;

/** A log of `bytes` whose last event says `last`. */
function logOf(bytes: number, last: string): string {
  const filler = line('make all the things that are to be made');
  const end = line(last);
  return filler.repeat(Math.floor((bytes - end.length) / filler.length)) + end;
}

const OPENINGS = 20;

export const opening: Figure = {
  key: 'detail',
  rows: [{ name: 'detail opens on 2 × 1 MiB of log', unit: 'ms', raw: 'ms', bar: 100, goal: 40 }],
  rounds: 3,
  async round(program) {
    const party = makeParty(100);
    const ends = ['FIRSTEND', 'OTHERONE'];
    const logs = ends.map((end, index) => {
      const path = join(party.root, party.ids[index] ?? '', 'state.jsonl');
      writeFileSync(`${path}.1`, logOf(LOG_LIMIT, 'older'));
      writeFileSync(path, logOf(LOG_LIMIT, end));
      return path;
    });
    const pty = startTracker(program, party.root);
    await pty.next(ends[0] ?? '');
    const bare = startBaseline('tail.mjs', logs[1] ?? '');
    await bare.next('ready');
    const own: number[] = [];
    const base: number[] = [];
    for (let turn = 0; turn < OPENINGS; turn++) {
      await pty.quiet(100);
      own.push(await pty.key(turn % 2 === 0 ? 'j' : 'k', ends[(turn + 1) % 2]));
      base.push(await bare.key('j', ends[1]));
    }
    await Promise.all([pty.end(), bare.end()]);
    return [{ value: median(own), own: median(own), base: median(base) }];
  },
};

const BURST = 5;
const BURST_MS = 10;
const APPENDING_MS = 10_000;

export const appending: Figure = {
  key: 'append',
  rows: [{ name: '500 appends/s in the detail: CPU', unit: '%', raw: '%', bar: 15, goal: 15 }],
  rounds: 2,
  async round(program) {
    const party = makeParty(100);
    const path = join(party.root, party.ids[0] ?? '', 'state.jsonl');
    writeFileSync(path, line('first of all'));
    const pty = startTracker(program, party.root);
    await pty.next('first of all');
    await pause(1_000);
    const before = pty.usage().cpuMs;
    const began = performance.now();
    let count = 0;
    for (let due = 0; due < APPENDING_MS; due += BURST_MS) {
      await pause(Math.max(0, began + due - performance.now()));
      if (statSync(path).size >= LOG_LIMIT) renameSync(path, `${path}.1`);
      appendFileSync(path, Array.from({ length: BURST }, () => line(`part ${count++}`)).join(''));
    }
    const cpu = (100 * (pty.usage().cpuMs - before)) / (performance.now() - began);
    await pty.end();
    return [{ value: cpu, own: cpu }];
  },
};
