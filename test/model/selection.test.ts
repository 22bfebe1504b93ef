import { describe, expect, it } from 'vitest';
import { layoutOf } from '../../src/model/layout.js';
import { iso, NOON, Played, pane, read, sessionsRead, stateRead } from '../support/model.js';

const many = (count: number): Played =>
  Played.on(
    { columns: 50, rows: 14 },
    sessionsRead(
      ...Array.from({ length: count }, (_, i) =>
        read(`qm-${String(i).padStart(3, '0')}`, {
          manifest: { created_at: iso(NOON - i * 1_000) },
        }),
      ),
    ),
  );

describe('selection', () => {
  it('while the first scan comes in pieces the top row is selected, until a key says otherwise', () => {
    const at = (second: number) => ({ manifest: { created_at: `2026-06-01T10:00:0${second}Z` } });
    const unread = { type: 'root', root: { status: 'ok', unread: 2 } } as const;
    const whole = { type: 'root', root: { status: 'ok' } } as const;
    const played = Played.on({ root: { status: 'loading' } }, sessionsRead(read('qm-9', at(1))));
    played.play(
      unread,
      sessionsRead(read('qm-1', at(3))),
      sessionsRead(read('qm-2', at(2))),
      whole,
    );
    expect(played.model.selected).toBe('qm-1');
    // From then on the selection stays where it is.
    played.play(sessionsRead(read('qm-3', at(5))));
    expect(played.model.selected).toBe('qm-1');
    const chosen = Played.on(
      { root: { status: 'loading' } },
      sessionsRead(read('qm-9', at(1)), read('qm-8', at(2))),
      unread,
    ).keys('j');
    chosen.play(sessionsRead(read('qm-1', at(3))), whole);
    expect(chosen.model.selected).toBe('qm-9');
  });

  it('keys in a burst move as many rows', () => {
    expect(many(9).keys('j', 'j', 'j').model.selected).toBe('qm-003');
  });

  it('follows the id when rows come above it', () => {
    const played = many(5).keys('j', 'j');
    played.play(sessionsRead(read('qm-new', { manifest: { created_at: iso(NOON + 9_000) } })));
    expect(played.ids[0]).toBe('qm-new');
    expect(played.model.selected).toBe('qm-002');
  });

  it('goes to the nearest row when its own goes', () => {
    const played = many(5).keys('j', 'j');
    played.play({ type: 'sessions-gone', ids: ['qm-002'] });
    expect(played.model.selected).toBe('qm-003');
    played.play({ type: 'sessions-gone', ids: ['qm-003', 'qm-004'] });
    expect(played.model.selected).toBe('qm-001');
    played.play({ type: 'sessions-gone', ids: ['qm-000', 'qm-001'] });
    expect(played.model.selected).toBeNull();
    expect(played.keys('j', 'k', 'G', 'enter', 'a').model.selected).toBeNull();
  });

  it.each([
    ['G', 'qm-039'],
    ['end', 'qm-039'],
    ['3', 'qm-002'],
    ['k', 'qm-000'],
  ])('%s goes where it says', (name, id) => {
    expect(many(40).keys(name).model.selected).toBe(id);
  });

  it('is always whole on screen, and pages move by what is on screen', () => {
    const played = many(40);
    for (const name of [
      ...'jjjjjjjj',
      'ctrl-d',
      'ctrl-u',
      'pagedown',
      'pageup',
      'G',
      'k',
      'k',
      'g',
      'pagedown',
      'pagedown',
    ]) {
      played.keys(name);
      const { visible, selected, topRow } = played.model;
      const top = visible.findIndex((row) => row.id === topRow);
      const at = visible.findIndex((row) => row.id === selected);
      const height = layoutOf(played.model).list?.height ?? 0;
      expect(at).toBeGreaterThanOrEqual(top);
      expect((at - top + 1) * 2).toBeLessThanOrEqual(height);
    }
  });

  it('n goes through blocked, longest first, then done; N back', () => {
    const played = Played.on(
      {},
      sessionsRead(
        read('qm-a-idle', { panes: { primary: pane('idle') } }),
        read('qm-done', { panes: { primary: pane('done', { age: 1 }) } }),
        read('qm-blocked', { panes: { primary: pane('blocked', { age: 5 }) } }),
        read('qm-longest', { panes: { primary: pane('blocked', { age: 500 }) } }),
      ),
    );
    const visited = ['n', 'n', 'n', 'n', 'N'].map((name) => played.keys(name).model.selected);
    expect(visited).toEqual(['qm-longest', 'qm-blocked', 'qm-done', 'qm-longest', 'qm-done']);
  });

  it('a paste on the list runs nothing', () => {
    const played = many(5);
    const { selected } = played.model;
    played.play({ type: 'paste', text: 'jjq' });
    expect(played.effects).toEqual([]);
    expect(played.model.selected).toBe(selected);
  });
});

describe('states', () => {
  it('a lower seq still shows: the file is the truth', () => {
    const played = Played.on(
      {},
      sessionsRead(read('qm-1', { panes: { primary: pane('working', { seq: 900n }) } })),
    );
    played.play(stateRead('qm-1', { primary: pane('blocked', { seq: 100n }) }));
    expect(played.model.sessions.get('qm-1')?.panes[0]?.status).toBe('blocked');
  });

  it('a file that cannot be read keeps the last good panes, with a mark, and recovers', () => {
    const played = Played.on(
      {},
      sessionsRead(read('qm-1', { panes: { primary: pane('blocked') } })),
    );
    played.play(
      sessionsRead({
        id: 'qm-1',
        snapshot: { status: 'unreadable', problem: 'empty', stamp: 'x' },
      }),
    );
    expect(played.model.sessions.get('qm-1')).toMatchObject({
      snapshotProblem: 'empty',
      panes: [{ status: 'blocked' }],
    });
    played.play(stateRead('qm-1', { primary: pane('idle') }));
    expect(played.model.sessions.get('qm-1')).toMatchObject({
      snapshotProblem: '',
      panes: [{ status: 'idle' }],
    });
  });

  it.each([
    ['{}', { session_id: '', version: 0, panes: {}, seen_at: '' }],
    ['panes null', { session_id: 'qm-1', version: 1, panes: {}, seen_at: '' }],
  ])('%s over a good file keeps the last good panes, with a mark', (_, value) => {
    const played = Played.on(
      {},
      sessionsRead(read('qm-1', { panes: { primary: pane('blocked') } })),
    );
    played.play(sessionsRead({ id: 'qm-1', snapshot: { status: 'ok', value, stamp: 'x' } }));
    const session = played.model.sessions.get('qm-1');
    expect(session?.panes).toMatchObject([{ status: 'blocked' }]);
    expect(session?.snapshotProblem).toMatch(/^has no (version|panes)$/);
  });

  it('a foreign version is unknown, a new word is unknown with the word', () => {
    const played = Played.on(
      {},
      sessionsRead(
        read('qm-v2', { panes: { primary: pane('working') }, version: 2 }),
        read('qm-word', { panes: { primary: pane('pondering') } }),
      ),
    );
    expect(played.model.sessions.get('qm-v2')?.panes).toMatchObject([
      { status: 'unknown', word: '' },
    ]);
    expect(played.model.sessions.get('qm-word')?.panes).toMatchObject([
      { status: 'unknown', word: 'pondering' },
    ]);
  });

  it('only a time is malformed: the state shows without an age', () => {
    const bad = { primary: pane('working', { last_event: 'not a date' }) };
    const value = { session_id: 'qm-1', version: 1, panes: bad, seen_at: '' };
    const played = Played.on(
      {},
      sessionsRead(read('qm-1'), {
        id: 'qm-1',
        snapshot: { status: 'unreadable', problem: 'bad time', stamp: 'x', partial: value },
      }),
    );
    expect(played.model.sessions.get('qm-1')).toMatchObject({
      snapshotProblem: 'bad time',
      panes: [{ status: 'working', lastEvent: null }],
    });
  });
});
