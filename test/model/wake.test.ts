import { describe, expect, it } from 'vitest';
import { wakeAt } from '../../src/model/wake.js';
import { NOON, Played, pane, read, sessionsRead } from '../support/model.js';

const seen = (state: string, age: number, given = {}) =>
  Played.on(
    { columns: 50, rows: 20, motion: false, ...given },
    sessionsRead(read('qm-1', { panes: { primary: pane(state, { age }) } })),
  ).model;

describe('the one clock', () => {
  it('sleeps for good when nothing ages', () => {
    const { model } = Played.on({}, sessionsRead(read('qm-1')));
    expect(wakeAt(model)).toBeNull();
  });

  it.each([
    ['seconds while an age under a minute is visible', 'idle', 12, 1_000],
    ['a minute after that', 'idle', 125, 55_000],
    ['an hour for hours', 'idle', 3 * 3_600, 3_600_000],
  ])('ticks by %s', (_, state, age, ms) => {
    expect((wakeAt(seen(state, age)) ?? 0) - NOON).toBe(ms);
  });

  it('does not tick for a spinner: the painter turns it', () => {
    expect((wakeAt(seen('working', 125, { motion: true })) ?? 0) - NOON).toBe(55_000);
  });

  it('does not tick for what is not on screen', () => {
    const many = Array.from({ length: 30 }, (_, i) =>
      read(`qm-${100 + i}`, {
        panes: { primary: pane(i < 20 ? 'unknown' : 'working', { age: 5 }) },
      }),
    );
    const { model } = Played.on({ columns: 50, rows: 14 }, sessionsRead(...many));
    expect(wakeAt(model)).toBeNull();
  });

  it('is always in the future', () => {
    for (const age of [-90, -0.5, 0, 0.999, 1, 59.5, 60, 3_600, 86_400 * 400]) {
      expect(wakeAt(seen('working', age, { motion: true })) ?? 0).toBeGreaterThan(NOON);
    }
  });
});
