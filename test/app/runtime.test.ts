import { describe, expect, it } from 'vitest';
import { createRuntime } from '../../src/app/runtime.js';
import type { Effect } from '../../src/model/action.js';
import { initialModel } from '../../src/model/model.js';
import { HandClock } from '../support/clock.js';
import { pane, read, sessionsRead, stateRead } from '../support/model.js';

function start(columns = 50) {
  const clock = new HandClock();
  const effects: Effect[] = [];
  const model = initialModel({ columns, rows: 20, root: { status: 'ok' }, motion: false });
  const runtime = createRuntime(model, clock, (effect) => effects.push(effect));
  /** The screen as text. */
  const text = (): string =>
    runtime
      .snapshot()
      .lines.map((line) => line.map((part) => part.text).join(''))
      .join('\n');
  let frames = 0;
  runtime.subscribe(() => frames++);
  return { clock, effects, runtime, frames: () => frames, text };
}

describe('runtime', () => {
  it('a burst of changes is one frame, and the first comes without delay', () => {
    const { clock, runtime, frames, text } = start();
    for (let i = 0; i < 100; i++) runtime.dispatch(sessionsRead(read(`qm-${i}`)));
    expect(frames()).toBe(0);
    clock.move(0);
    expect(frames()).toBe(1);
    expect(text()).toContain('100 sessions');
  });

  it('a storm is drawn 20 times a second, a key in it at once, and its end is exact', () => {
    const { clock, runtime, frames, text } = start();
    runtime.dispatch(sessionsRead(read('qm-1')));
    for (let i = 0; i < 1_000; i++) {
      runtime.dispatch(stateRead('qm-1', { primary: pane('working', { activity: `step ${i}` }) }));
      clock.move(1);
    }
    expect(frames()).toBeGreaterThan(20);
    expect(frames()).toBeLessThanOrEqual(28);
    runtime.dispatch({ type: 'key', key: '?' });
    clock.move(16);
    expect(text()).toContain('In the list');
    runtime.dispatch({ type: 'key', key: 'esc' });
    clock.move(16);
    expect(text()).toContain('step 999');
  });

  it('twenty changes a second are drawn each without waiting', () => {
    const { clock, runtime, text } = start();
    runtime.dispatch(sessionsRead(read('qm-1')));
    for (let i = 0; i < 200; i++) {
      clock.move(i % 2 === 0 ? 30 : 71);
      runtime.dispatch(
        stateRead('qm-1', { primary: pane('idle', { age: 7_200, activity: `step ${i}` }) }),
      );
      clock.move(0);
      expect(text()).toContain(`step ${i}`);
    }
  });

  it('the snapshot is the same object until something changes', () => {
    const { clock, runtime } = start();
    runtime.dispatch(sessionsRead(read('qm-1')));
    clock.move(20);
    expect(runtime.snapshot()).toBe(runtime.snapshot());
  });

  it('an age ticks by itself, and no timer is left when nothing ages', () => {
    const { clock, runtime, text } = start();
    runtime.dispatch(sessionsRead(read('qm-1', { panes: { primary: pane('idle', { age: 5 }) } })));
    clock.move(3_000);
    expect(text()).toContain('idle 8s');
    runtime.dispatch({ type: 'sessions-gone', ids: ['qm-1'] });
    clock.move(100);
    expect(clock.pending).toBe(0);
  });

  it('a grace that ends asks for its write at that instant, though nothing happened', () => {
    const { clock, runtime, effects } = start(120);
    runtime.dispatch(sessionsRead(read('qm-1', { panes: { primary: pane('done', { age: 0 }) } })));
    clock.move(9_999);
    expect(effects.filter((it) => it.type === 'fold')).toEqual([]);
    clock.move(1);
    expect(effects.filter((it) => it.type === 'fold')).toHaveLength(1);
  });

  it('what is not on screen draws nothing', () => {
    const { clock, runtime, frames } = start();
    const many = Array.from({ length: 50 }, (_, i) =>
      read(`qm-${100 + i}`, { panes: { primary: pane('idle', { age: 7_200 }) } }),
    );
    runtime.dispatch(sessionsRead(...many));
    clock.move(20);
    const before = frames();
    for (let i = 0; i < 100; i++) {
      const activity = `step ${i}`;
      runtime.dispatch(stateRead('qm-149', { primary: pane('idle', { age: 7_200, activity }) }));
      clock.move(20);
    }
    expect(frames()).toBe(before);
    runtime.dispatch(stateRead('qm-100', { primary: pane('blocked') }));
    clock.move(20);
    expect(frames()).toBe(before + 1);
  });

  it('show makes a change visible at once: the first frame has all that the first look found', () => {
    const { clock, runtime, frames, text } = start();
    clock.move(0);
    runtime.dispatch(sessionsRead(read('qm-1')));
    expect(text()).toContain('0 sessions');
    runtime.show();
    expect(text()).toContain('1 session');
    expect(frames()).toBe(1);
  });

  it('stopped, it changes nothing and leaves no timer', () => {
    const { clock, runtime, frames } = start();
    runtime.dispatch(sessionsRead(read('qm-1', { panes: { primary: pane('idle', { age: 5 }) } })));
    clock.move(20);
    const before = frames();
    runtime.stop();
    runtime.dispatch(sessionsRead(read('qm-2')));
    clock.move(60_000);
    expect(frames()).toBe(before);
    expect(clock.pending).toBe(0);
  });
});
