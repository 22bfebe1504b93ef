import { describe, expect, it } from 'vitest';
import { createRuntime } from '../../src/app/runtime.js';
import type { Effect } from '../../src/model/action.js';
import { initialModel } from '../../src/model/model.js';
import { HandClock } from '../support/clock.js';
import { NOON, pane, read, sessionsRead, stateRead } from '../support/model.js';

function start(columns = 50) {
  const clock = new HandClock();
  const effects: Effect[] = [];
  const model = initialModel({ columns, rows: 20, root: { status: 'ok' }, motion: false });
  const runtime = createRuntime(model, clock, (effect) => effects.push(effect));
  let frames = 0;
  runtime.subscribe(() => frames++);
  return { clock, effects, runtime, frames: () => frames };
}

describe('runtime', () => {
  it('a burst of changes is one frame, and the first comes without delay', () => {
    const { clock, runtime, frames } = start();
    for (let i = 0; i < 100; i++) runtime.dispatch(sessionsRead(read(`qm-${i}`)));
    expect(frames()).toBe(0);
    clock.move(0);
    expect(frames()).toBe(1);
    expect(runtime.snapshot().sessions.size).toBe(100);
  });

  it('a storm is drawn at most every 16 ms, and its end is exact', () => {
    const { clock, runtime, frames } = start();
    for (let i = 0; i < 1_000; i++) {
      runtime.dispatch(stateRead('qm-1', { primary: pane('working', { activity: `step ${i}` }) }));
      clock.move(1);
    }
    clock.move(16);
    expect(frames()).toBeLessThanOrEqual(64);
    expect(runtime.snapshot().sessions.get('qm-1')?.panes[0]?.activity).toBe('step 999');
  });

  it('the snapshot is the same object until something changes', () => {
    const { clock, runtime } = start();
    runtime.dispatch(sessionsRead(read('qm-1')));
    clock.move(20);
    expect(runtime.snapshot()).toBe(runtime.snapshot());
  });

  it('an age ticks by itself, and no timer is left when nothing ages', () => {
    const { clock, runtime } = start();
    runtime.dispatch(sessionsRead(read('qm-1', { panes: { primary: pane('idle', { age: 5 }) } })));
    clock.move(3_000);
    expect(runtime.snapshot().now - NOON).toBe(3_000);
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

  it('show makes a change visible at once: the first frame has all that the first look found', () => {
    const { clock, runtime, frames } = start();
    runtime.dispatch({ type: 'root', root: { status: 'ok' } });
    clock.move(0);
    runtime.dispatch(sessionsRead(read('qm-1')));
    expect(runtime.snapshot().sessions.size).toBe(0);
    runtime.show();
    expect(runtime.snapshot().sessions.size).toBe(1);
    expect(frames()).toBe(2);
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
