import { type Figure, median } from '../figure.js';
import { makeParty } from '../party.js';
import { startTracker } from '../pty.js';

const CHANGES = 20;

export const row: Figure = {
  key: 'row',
  rows: [{ name: 'one row changes: written', unit: 'bytes', raw: 'bytes', bar: 600, goal: 200 }],
  rounds: 2,
  async round(program) {
    const party = makeParty(100);
    const pty = startTracker(program, party.root);
    await pty.next('session-0');
    await pty.quiet(500);
    const whole = pty.bytes;
    const written: number[] = [];
    for (let turn = 0; turn < CHANGES; turn++) {
      const before = pty.bytes;
      const index = 1 + (turn % 8);
      const text = party.textFor(index);
      const arrival = pty.next(text);
      party.tell(index, text);
      await arrival;
      await pty.quiet(50);
      written.push(pty.bytes - before);
    }
    await pty.end();
    // Beside it: what the whole screen takes.
    return [{ value: median(written), own: median(written), base: whole }];
  },
};
