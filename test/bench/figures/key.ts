import { type Figure, FLAT, median, ratio } from '../figure.js';
import { makeParty, type Party } from '../party.js';
import { type Pty, startTracker } from '../pty.js';

const SIZES = [10, 100, 1_000] as const;
const KEYS = 60;
/** Nothing of one key is left on its way when the next is pressed, in milliseconds. */
const QUIET_MS = 40;

const parties = new Map<number, Party>();

export const key: Figure = {
  key: 'key',
  rows: [
    { name: 'j → new frame, 100 sessions ÷ 10', unit: '×', raw: 'ms', bar: 1.3, goal: FLAT },
    { name: 'j → new frame, 1,000 sessions ÷ 10', unit: '×', raw: 'ms', bar: 1.3, goal: FLAT },
  ],
  rounds: 3,
  async round(program) {
    const ptys: Pty[] = [];
    for (const size of SIZES) {
      const party = parties.get(size) ?? makeParty(size);
      parties.set(size, party);
      const pty = startTracker(program, party.root);
      await pty.next('session-0');
      await pty.quiet(1_000);
      ptys.push(pty);
    }
    const taken: number[][] = SIZES.map(() => []);
    for (let turn = 0; turn < KEYS; turn++) {
      for (const [index, pty] of ptys.entries()) {
        await pty.quiet(QUIET_MS);
        taken[index]?.push(await pty.key(turn % 2 === 0 ? 'j' : 'k'));
      }
    }
    await Promise.all(ptys.map((pty) => pty.end()));
    const [ten = Number.NaN, ...more] = taken.map(median);
    return more.map((ms) => ratio(ms, ten));
  },
};
