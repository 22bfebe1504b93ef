import { beyond, type Figure, FLAT, quantile, ratio } from '../figure.js';
import { makeParty, type Party } from '../party.js';
import { type Pty, pause, startBaseline, startTracker } from '../pty.js';

/** Rows that are on screen and not in the detail panel. */
const FIRST = 1;
const ROWS = 8;

/** Twenty changes a second, never in step with anybody's clock. */
const gap = (turn: number): number => 30 + ((turn * 37) % 41);

/** Changes row after row and waits each time for the text. Answers with the milliseconds of each. */
async function changes(pty: Pty, party: Party, count: number): Promise<number[]> {
  const taken: number[] = [];
  for (let turn = 0; turn < count; turn++) {
    await pause(gap(turn));
    const row = FIRST + (turn % ROWS);
    const text = party.textFor(row);
    const arrival = pty.next(text);
    party.tell(row, text);
    // The rename is what ends `tell`: the clock starts at it.
    const from = performance.now();
    taken.push((await arrival) - from);
  }
  return taken;
}

export const change: Figure = {
  key: 'change',
  rows: [
    { name: 'event → screen, 100 sessions, p50', unit: 'ms', raw: 'ms', bar: 20, goal: 10 },
    { name: 'event → screen, 100 sessions, p99', unit: 'ms', raw: 'ms', bar: 60, goal: 35 },
  ],
  rounds: 3,
  async round(program) {
    const party = makeParty(100);
    const own: number[] = [];
    const base: number[] = [];
    const pty = startTracker(program, party.root);
    await pty.next('session-0');
    const bare = startBaseline('watch.mjs', party.root);
    await bare.next('ready');
    await pause(1_000);
    for (let phase = 0; phase < 4; phase++) {
      own.push(...(await changes(pty, party, 100)));
      base.push(...(await changes(bare, party, 100)));
    }
    await Promise.all([pty.end(), bare.end()]);
    return [0.5, 0.99].map((share) => beyond(quantile(own, share), quantile(base, share)));
  },
};

const SIZES = [10, 100, 1_000, 5_000] as const;
const PHASE_MS = 10_000;

/** Processor time of one change on a root of so many sessions, in milliseconds, without that of rest. */
async function costOf(pty: Pty, party: Party): Promise<number> {
  const used = async (work: () => Promise<number>): Promise<[number, number]> => {
    const before = pty.usage().cpuMs;
    const count = await work();
    return [pty.usage().cpuMs - before, count];
  };
  const [idle] = await used(async () => {
    await pause(PHASE_MS);
    return 0;
  });
  const [busy, count] = await used(async () => {
    const until = performance.now() + PHASE_MS;
    let turn = 0;
    for (; performance.now() < until; turn++) {
      await pause(gap(turn));
      const row = FIRST + (turn % ROWS);
      party.tell(row, party.textFor(row));
    }
    return turn;
  });
  return (busy - idle) / count;
}

export const cost: Figure = {
  key: 'cost',
  rows: [
    { name: 'CPU of one change, 100 sessions ÷ 10', unit: '×', raw: 'ms', bar: 1.5, goal: FLAT },
    { name: 'CPU of one change, 1,000 sessions ÷ 10', unit: '×', raw: 'ms', bar: 1.5, goal: FLAT },
    { name: 'CPU of one change, 5,000 sessions ÷ 10', unit: '×', raw: 'ms', bar: 1.5, goal: FLAT },
  ],
  rounds: 2,
  async round(program) {
    const taken: number[] = [];
    for (const size of SIZES) {
      const party = makeParty(size);
      const pty = startTracker(program, party.root);
      await pty.next('session-0');
      await pause(5_000);
      taken.push(await costOf(pty, party));
      await pty.end();
    }
    const [ten = Number.NaN, ...more] = taken;
    return more.map((it) => ratio(it, ten));
  },
};
