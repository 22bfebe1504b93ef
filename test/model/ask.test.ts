import { describe, expect, it } from 'vitest';
import { frameOf } from '../../src/model/frame.js';
import type { Model } from '../../src/model/model.js';
import { NOON, Played, pane, read, sessionsRead, stateRead } from '../support/model.js';

const live = (...names: string[]) => ({ type: 'tmux-live', names }) as const;
const working = { panes: { primary: pane('working') } };

const start = (given: Partial<Model> = {}): Played =>
  Played.on(
    { columns: 110, rows: 24, tmux: { status: 'asked' }, ...given },
    sessionsRead(
      read('qm-1780000000', { ...working, manifest: { title: 'a rather long title of it' } }),
      read('qm-1780000001', working),
    ),
  );

const footer = (played: Played): string =>
  frameOf(played.model)
    .lines.at(-1)
    ?.map((it) => it.text)
    .join('') ?? '';

describe('liveness', () => {
  it('before tmux has answered nothing is stopped, and while it does not the last answer holds', () => {
    const played = start();
    expect(played.model.sessions.counts.working).toBe(2);
    played.play(live('qm-1780000000'));
    expect(played.model.sessions.counts).toMatchObject({ working: 1, stopped: 1 });
    played.play({ type: 'tmux-trouble', problem: 'does not answer' });
    expect(played.model.sessions.counts).toMatchObject({ working: 1, stopped: 1 });
    // A hook that writes for a session without tmux changes nothing on screen, and is not lost.
    played.play(stateRead('qm-1780000001', { primary: pane('blocked') }));
    expect(played.model.sessions.counts).toMatchObject({ working: 1, stopped: 1 });
    played.play(live('qm-1780000000', 'qm-1780000001'));
    expect(played.model.sessions.counts).toMatchObject({ working: 1, blocked: 1, stopped: 0 });
  });

  it('an answer that says the same changes nothing', () => {
    const played = start().play(live('qm-1780000000'));
    const { model } = played;
    expect(played.play(live('qm-1780000000')).model).toBe(model);
  });

  it('a session just made is not called stopped before its tmux session can be there', () => {
    const created_at = new Date(NOON - 3_000).toISOString();
    const played = Played.on(
      { tmux: { status: 'asked' } },
      sessionsRead(read('qm-1', { ...working, manifest: { created_at } })),
      live('other'),
    );
    expect(played.model.sessions.counts.working).toBe(1);
    played.after(10_000).play(live('other'));
    expect(played.model.sessions.counts.stopped).toBe(1);
  });

  it('what is stopped is not counted as done, and not folded', () => {
    const done = { panes: { primary: pane('done', { age: 60 }) } };
    const played = Played.on(
      { columns: 120, rows: 30, tmux: { status: 'asked' } },
      sessionsRead(read('qm-1', done)),
      live('other'),
    );
    played.after(60_000);
    expect(played.effects.filter((it) => it.type === 'fold')).toEqual([]);
  });
});

describe('a question', () => {
  it('names the id at every width, and only y says yes', () => {
    for (const columns of [30, 40, 60, 80, 120]) {
      const played = start({ columns }).keys('x');
      expect(footer(played), String(columns)).toMatch(/qm-1780000000\)?\?/);
    }
    for (const key of ['n', 'enter', 'esc', 'q', ' ', 'x']) {
      expect(start().keys('x', key).effects, key).not.toContainEqual(
        expect.objectContaining({ type: 'do' }),
      );
    }
    expect(start().keys('x', 'y').effects).toContainEqual({
      type: 'do',
      deed: 'kill',
      id: 'qm-1780000000',
    });
  });

  it('is about the session it named, whatever comes or goes meanwhile', () => {
    const played = start()
      .keys('x')
      .play({ type: 'sessions-gone', ids: ['qm-1780000001'] });
    played.play(sessionsRead(read('qm-1790000000', working)));
    expect(played.keys('y').effects).toContainEqual({
      type: 'do',
      deed: 'kill',
      id: 'qm-1780000000',
    });
  });
});

describe('a text for agents', () => {
  it('shows its end and the cursor at every width', () => {
    for (const columns of [30, 40, 60, 80, 120]) {
      const played = start({ columns }).keys('i', ...'some words to be sent at once');
      expect(footer(played), String(columns)).toMatch(/once {2}?/);
    }
  });

  it('of several lines keeps them, and no control character', () => {
    const played = start().keys('i').play({ type: 'paste', text: 'one\r\ntwo\u001b[31m\nthree' });
    expect(footer(played)).toContain('one⏎two⏎three');
    expect(played.keys('enter').effects).toContainEqual(
      expect.objectContaining({ type: 'send', text: 'one\ntwo\nthree' }),
    );
  });
});

describe('a preview', () => {
  const looks = (played: Played) => played.effects.filter((it) => it.type === 'preview');

  it('looks at the pane only while it is on screen', () => {
    const played = start().keys('p');
    expect(looks(played)).toMatchObject([{ id: 'qm-1780000000' }]);
    expect(looks(played.keys('?'))).toMatchObject([{ id: null }]);
    expect(looks(played.keys('esc'))).toMatchObject([{ id: 'qm-1780000000' }]);
    expect(looks(played.keys('j'))).toMatchObject([{ id: 'qm-1780000001' }]);
    expect(looks(played.keys('p'))).toMatchObject([{ id: null }]);
  });

  it('of the sixteen colours keeps each, and of others the nearest, and nothing that acts', () => {
    const text =
      '\u001b[1;31mred\u001b[0m \u001b[38;5;46mgreen\u001b[39m\u001b[2J\u001b]0;x\u0007 end';
    const played = start().keys('p');
    played.play({ type: 'preview', id: 'qm-1780000000', text, problem: '' });
    expect(played.model.preview?.lines).toEqual([
      [
        { text: 'red', role: 'plain', sgr: '1;31' },
        { text: ' ', role: 'plain', sgr: '' },
        { text: 'green', role: 'plain', sgr: '92' },
        { text: ' end', role: 'plain', sgr: '' },
      ],
    ]);
  });
});

it('^c quits from a question and from a text as from anywhere', () => {
  for (const key of ['x', 'i', '/']) {
    expect(start().keys(key, 'ctrl-c').effects, key).toContainEqual({ type: 'quit', code: 130 });
  }
});
