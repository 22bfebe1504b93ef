import { describe, expect, it } from 'vitest';
import { watchLiveness } from '../../src/app/liveness.js';
import type { Action } from '../../src/model/action.js';
import type { TmuxAnswer } from '../../src/tmux/run.js';
import { HandClock } from '../support/clock.js';

function start() {
  const clock = new HandClock();
  const actions: Action[] = [];
  const waiting: ((answer: TmuxAnswer) => void)[] = [];
  let calls = 0;
  const run = (): Promise<TmuxAnswer> => {
    calls++;
    return new Promise((resolve) => waiting.push(resolve));
  };
  const liveness = watchLiveness(run, clock, (action) => actions.push(action));
  const answer = async (text = '%0 0 0 qm-1\n'): Promise<void> => {
    waiting.shift()?.({ status: 'ok', text });
    await new Promise((turn) => setImmediate(turn));
  };
  return { clock, actions, liveness, answer, calls: () => calls };
}

describe('liveness', () => {
  it('is never asked for twice at a time, and 2 s after the last question', async () => {
    const { clock, calls, answer, liveness, actions } = start();
    expect(calls()).toBe(1);
    liveness.ask();
    clock.move(60_000);
    expect(calls()).toBe(1);
    liveness.stir();
    await answer();
    expect(actions).toEqual([{ type: 'tmux-live', names: ['qm-1'] }]);
    clock.move(0);
    expect(calls()).toBe(2);
    await answer();
    clock.move(1_999);
    expect(calls()).toBe(2);
    clock.move(1);
    expect(calls()).toBe(3);
  });

  it('rests when nothing happens, nobody looks or nothing is understood; news end that', async () => {
    const { clock, calls, answer, liveness } = start();
    for (let turn = 0; turn < 6; turn++) {
      await answer();
      clock.move(2_000);
    }
    const before = calls();
    await answer();
    clock.move(7_000);
    expect(calls()).toBe(before);
    liveness.stir();
    clock.move(0);
    expect(calls()).toBe(before + 1);
    await answer();
    liveness.focus(false);
    clock.move(9_999);
    expect(calls()).toBe(before + 1);
    liveness.focus(true);
    expect(calls()).toBe(before + 2);
    await answer('what?\n');
    liveness.stir();
    clock.move(9_999);
    expect(calls()).toBe(before + 2);
    clock.move(1);
    expect(calls()).toBe(before + 3);
  });

  it('stopped, it asks no more', async () => {
    const { clock, calls, answer, liveness } = start();
    await answer();
    liveness.stop();
    clock.move(60_000);
    expect(calls()).toBe(1);
    expect(clock.pending).toBe(0);
  });
});
