import { describe, expect, it } from 'vitest';
import type { Effect } from '../../src/model/action.js';
import type { Model } from '../../src/model/model.js';
import { Played, pane, read, sessionsRead, stateRead } from '../support/model.js';

const done = (age: number, seq = 7n) => ({ primary: pane('done', { age, seq }) });
const folds = (effects: readonly Effect[]): Effect[] => effects.filter((it) => it.type === 'fold');
const fold = (id: string, seq = 7n, role = 'primary'): Effect => ({
  type: 'fold',
  id,
  targets: [{ role, seq }],
});
const wide = (given: Partial<Model> = {}): Partial<Model> => ({ columns: 120, rows: 40, ...given });
const narrow: Partial<Model> = { columns: 50, rows: 20 };

describe('done → idle', () => {
  it('is written once the detail panel has shown it for 2 s, not before', () => {
    const played = Played.on(wide(), sessionsRead(read('qm-1', { panes: done(60) })));
    expect(folds(played.effects)).toEqual([]);
    expect(folds(played.after(1_900).effects)).toEqual([]);
    expect(folds(played.after(100).effects)).toEqual([fold('qm-1')]);
    expect(folds(played.after(60_000).effects)).toEqual([]);
  });

  it('waits for 10 s since the last event, even when it was seen and the panel is elsewhere by then', () => {
    const played = Played.on(
      wide(),
      sessionsRead(
        read('qm-1', { panes: done(0) }),
        read('qm-2', { panes: { primary: pane('idle') } }),
      ),
    );
    played.after(2_000).keys('j');
    expect(played.model.detail.id).toBe('qm-2');
    expect(folds(played.after(7_900).effects)).toEqual([]);
    expect(folds(played.after(100).effects)).toEqual([fold('qm-1')]);
  });

  it('is not written for a session nobody looked at', () => {
    const played = Played.on(narrow, sessionsRead(read('qm-1', { panes: done(60) })));
    expect(folds(played.after(600_000).effects)).toEqual([]);
  });

  it('a panel that was on screen before the agent was done has yet to show it for 2 s', () => {
    const played = Played.on(
      wide(),
      sessionsRead(read('qm-1', { panes: { primary: pane('working') } })),
    );
    played.after(60_000).play(stateRead('qm-1', done(60, 8n)));
    expect(folds(played.effects)).toEqual([]);
    expect(folds(played.after(1_999).effects)).toEqual([]);
    expect(folds(played.after(1).effects)).toEqual([fold('qm-1', 8n)]);
  });

  it('a panel in a terminal without the focus is not looked at, until it has it for 2 s again', () => {
    const played = Played.on(wide(), sessionsRead(read('qm-1', { panes: done(60) })));
    played.play({ type: 'focus', focused: false });
    expect(folds(played.after(600_000).effects)).toEqual([]);
    played.play({ type: 'focus', focused: true });
    expect(folds(played.after(1_999).effects)).toEqual([]);
    expect(folds(played.after(1).effects)).toEqual([fold('qm-1')]);
  });

  it('a glance of less than 2 s does not count', () => {
    const played = Played.on(
      wide(),
      sessionsRead(
        read('qm-1', { panes: done(60) }),
        read('qm-2', { panes: { primary: pane('idle') } }),
      ),
    );
    played.after(1_500).keys('j').after(60_000);
    expect(folds(played.effects)).toEqual([]);
    expect(folds(played.keys('k').after(1_500).effects)).toEqual([]);
  });

  it('coming back from a suspension starts the 2 s anew', () => {
    const played = Played.on(wide(), sessionsRead(read('qm-1', { panes: done(60) })));
    played.model = { ...played.model, now: played.model.now + 3_600_000 };
    expect(folds(played.play({ type: 'resumed' }).effects)).toEqual([]);
    expect(folds(played.after(2_000).effects)).toEqual([fold('qm-1')]);
  });

  it('is written for the session the tracker runs in, without any panel', () => {
    const played = Played.on(
      { ...narrow, here: 'qm-1' },
      sessionsRead(read('qm-1', { panes: done(3) })),
    );
    expect(folds(played.after(6_999).effects)).toEqual([]);
    expect(folds(played.after(1).effects)).toEqual([fold('qm-1')]);
  });

  it('a acknowledges at once, A everything, every pane in one write for each session', () => {
    const two = {
      primary: pane('done', { age: 0, seq: 1n }),
      companion: pane('done', { role: 'companion', age: 0, seq: 2n }),
    };
    const played = Played.on(
      narrow,
      sessionsRead(read('qm-1', { panes: two }), read('qm-2', { panes: done(0) })),
    );
    expect(folds(played.keys('a').effects)).toEqual([
      {
        type: 'fold',
        id: 'qm-1',
        targets: [
          { role: 'primary', seq: 1n },
          { role: 'companion', seq: 2n },
        ],
      },
    ]);
    expect(folds(played.keys('A').effects)).toEqual([fold('qm-2')]);
  });

  it('a hook that wrote meanwhile starts it all over', () => {
    const played = Played.on(wide(), sessionsRead(read('qm-1', { panes: done(60) }))).after(2_000);
    played.play({ type: 'folded', id: 'qm-1', targets: [{ role: 'primary', seq: 7n }] });
    played.play(stateRead('qm-1', { primary: pane('working', { seq: 8n }) }));
    expect(played.model.observed.size).toBe(0);
    expect(folds(played.play(stateRead('qm-1', done(60, 9n))).effects)).toEqual([]);
    expect(folds(played.after(2_000).effects)).toEqual([fold('qm-1', 9n)]);
  });

  it('a write that failed is said, and tried again later, not at once', () => {
    const played = Played.on(wide(), sessionsRead(read('qm-1', { panes: done(60) }))).after(2_000);
    const targets = [{ role: 'primary', seq: 7n }];
    played.play({ type: 'fold-failed', id: 'qm-1', targets, problem: 'state.json is locked' });
    expect(played.model.notice?.text).toContain('locked');
    expect(folds(played.after(1_000).effects)).toEqual([]);
    expect(folds(played.after(30_000).effects)).toEqual([fold('qm-1')]);
  });

  it('the model never pretends: until the disk says idle, done shows', () => {
    const played = Played.on(wide(), sessionsRead(read('qm-1', { panes: done(60) }))).keys('a');
    played.play({ type: 'folded', id: 'qm-1', targets: [{ role: 'primary', seq: 7n }] });
    expect(played.model.sessions.get('qm-1')?.panes[0]?.status).toBe('done');
  });

  it('a time in the future is not 10 s ago', () => {
    const played = Played.on(wide(), sessionsRead(read('qm-1', { panes: done(-300) })));
    expect(folds(played.after(200_000).effects)).toEqual([]);
  });
});
