import { describe, expect, it } from 'vitest';
import { iso, NOON, Played, pane, read, sessionsRead } from '../support/model.js';

const at = (minute: number) => ({ created_at: iso(NOON - minute * 60_000) });
const worker = (parent: string, minute = 5) => ({
  manifest: { parent_session: parent, ...at(minute) },
});
const master = (minute: number) => ({ manifest: { session_type: 'master', ...at(minute) } });

describe('order', () => {
  it('newest first, workers under their master, orphans last', () => {
    const played = Played.on(
      {},
      sessionsRead(
        read('qm-orphan', worker('qm-nobody', 0)),
        read('qm-old', { manifest: at(50) }),
        read('qm-w1', worker('qm-boss', 8)),
        read('qm-w2', worker('qm-boss', 3)),
        read('qm-boss', master(20)),
        read('qm-new', { manifest: at(1) }),
      ),
    );
    expect(played.ids).toEqual(['qm-new', 'qm-boss', 'qm-w2', 'qm-w1', 'qm-old', 'qm-orphan']);
    expect(played.model.order.map((row) => row.depth)).toEqual([0, 0, 1, 1, 0, 0]);
    expect(played.model.order.map((row) => row.last)).toEqual([
      true,
      true,
      false,
      true,
      true,
      true,
    ]);
  });

  it('equal instants fall back to the id', () => {
    const played = Played.on({}, sessionsRead(read('qm-b'), read('qm-c'), read('qm-a')));
    expect(played.ids).toEqual(['qm-a', 'qm-b', 'qm-c']);
  });

  it('parents in a circle, and a session that is its own parent, show exactly once', () => {
    const played = Played.on(
      {},
      sessionsRead(
        read('qm-1', worker('qm-2')),
        read('qm-2', worker('qm-1')),
        read('qm-3', worker('qm-3')),
        read('qm-4', worker('qm-1')),
      ),
    );
    expect([...played.ids].sort()).toEqual(['qm-1', 'qm-2', 'qm-3', 'qm-4']);
  });

  it('what happens in a session moves no row', () => {
    const played = Played.on(
      {},
      sessionsRead(
        read('qm-a', { manifest: at(1), panes: { primary: pane('idle') } }),
        read('qm-b', { manifest: at(2), panes: { primary: pane('idle') } }),
      ),
    );
    const { order } = played.model;
    played.play(
      sessionsRead(read('qm-b', { manifest: at(2), panes: { primary: pane('blocked') } })),
    );
    expect(played.model.order).toBe(order);
  });

  it('s sorts by need once, and the order then stays until it is asked for again', () => {
    const played = Played.on(
      {},
      sessionsRead(
        read('qm-a', { manifest: at(1), panes: { primary: pane('idle') } }),
        read('qm-b', { manifest: at(2), panes: { primary: pane('blocked', { age: 10 }) } }),
        read('qm-c', { manifest: at(3), panes: { primary: pane('blocked', { age: 90 }) } }),
      ),
    ).keys('s');
    expect(played.ids).toEqual(['qm-c', 'qm-b', 'qm-a']);
    played.play(sessionsRead({ id: 'qm-c', snapshot: { status: 'missing' } }));
    expect(played.ids).toEqual(['qm-c', 'qm-b', 'qm-a']);
  });
});

describe('filter', () => {
  const played = (): Played =>
    Played.on(
      {},
      sessionsRead(
        read('qm-boss', master(20)),
        read('qm-w1', { manifest: { parent_session: 'qm-boss', title: 'Parser' } }),
        read('qm-w2', { manifest: { parent_session: 'qm-boss', cwd: '/src/docs' } }),
        read('qm-solo', {
          panes: { primary: pane('blocked', { agent: 'codex', activity: 'Permission: rm' }) },
        }),
      ),
    );

  it.each([
    ['a title', 'parser', ['qm-boss', 'qm-w1']],
    ['an id', 'solo', ['qm-solo']],
    ['a path', 'src/docs', ['qm-boss', 'qm-w2']],
    ['an agent', 'codex', ['qm-solo']],
    ['an activity', 'permission', ['qm-solo']],
    ['two words', 'rm codex', ['qm-solo']],
    ['nothing', 'zzz', []],
  ])('by %s keeps the matches, under their masters', (_, text, ids) => {
    expect(played().keys('/', ...text).ids).toEqual(ids);
  });

  it('follows the typing live, Esc takes it back, Enter keeps it, Esc in the list drops it', () => {
    const it = played().keys('/', 'z', 'z');
    expect(it.ids).toEqual([]);
    expect(it.keys('backspace', 'backspace', 's', 'o').ids).toEqual(['qm-solo']);
    expect(it.keys('esc').ids).toHaveLength(4);
    expect(it.keys('/', 's', 'o', 'l', 'enter').model.mode.name).toBe('list');
    expect(it.ids).toEqual(['qm-solo']);
    expect(it.keys('esc').ids).toHaveLength(4);
  });

  it('by state shows only sessions with a pane in it, as it changes', () => {
    const it = played().keys('f');
    expect(it.model.stateFilter).toBe('blocked');
    expect(it.ids).toEqual(['qm-solo']);
    it.play(sessionsRead(read('qm-solo', { panes: { primary: pane('working') } })));
    expect(it.ids).toEqual([]);
    expect(it.keys('j', 'k', 'G', 'a', 'm', 'enter', 'n').ids).toEqual([]);
  });
});
