import { type Figure, median, type Program, ratio } from '../figure.js';
import { makeParty, type Party } from '../party.js';
import { startBaseline, startTracker } from '../pty.js';

const SIZES = [10, 100, 1_000, 5_000] as const;
const STARTS = 7;

/** Milliseconds from the start of the tracker to a session's title on its terminal. */
async function firstFrame(program: Program, party: Party): Promise<number> {
  const pty = startTracker(program, party.root);
  const at = await pty.next('session-0');
  await pty.end();
  return at - pty.startedAt;
}

async function oneByte(): Promise<number> {
  const pty = startBaseline('byte.mjs');
  const at = await pty.next('x');
  await pty.end();
  return at - pty.startedAt;
}

const parties = new Map<number, Party>();

export const start: Figure = {
  key: 'start',
  rows: [
    { name: 'first frame, 100 sessions', unit: '×', raw: 'ms', bar: 3, goal: 2.3 },
    { name: 'first frame, 1,000 sessions ÷ 10', unit: '×', raw: 'ms', bar: 1.4, goal: 1.2 },
    { name: 'first frame, 5,000 sessions ÷ 10', unit: '×', raw: 'ms', bar: 2.5, goal: 1.8 },
  ],
  rounds: 3,
  async round(program) {
    const taken = new Map<number, number[]>([0, ...SIZES].map((size) => [size, []]));
    for (let turn = 0; turn < STARTS; turn++) {
      taken.get(0)?.push(await oneByte());
      for (const size of SIZES) {
        const party = parties.get(size) ?? makeParty(size);
        parties.set(size, party);
        taken.get(size)?.push(await firstFrame(program, party));
      }
    }
    const [byte, ten, hundred, thousand, most] = [...taken.values()].map(median);
    if (!byte || !ten || !hundred || !thousand || !most) throw new Error('nothing was measured');
    return [ratio(hundred, byte), ratio(thousand, ten), ratio(most, ten)];
  },
};
