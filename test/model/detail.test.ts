import { describe, expect, it } from 'vitest';
import type { Action } from '../../src/model/action.js';
import { detailParts, logTop } from '../../src/model/update-detail.js';
import { event, Played, pane, read, sessionsRead } from '../support/model.js';

const events = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => event(from + i));
const opened = (count: number, hasOlder = false, from = 0): Action => ({
  type: 'log-opened',
  id: 'qm-1',
  events: events(from, count),
  hasOlder,
});
const appended = (from: number, count: number): Action => ({
  type: 'log-appended',
  id: 'qm-1',
  events: events(from, count),
});

const open = (...actions: Action[]): Played =>
  Played.on(
    { columns: 50, rows: 20 },
    sessionsRead(read('qm-1', { panes: { primary: pane('working') } }), read('qm-2')),
  )
    .keys('enter')
    .play(...actions);

/** The texts on screen in the log's part of the panel. */
function shown({ model }: Played): string[] {
  const { log } = detailParts(model);
  const top = logTop(model.detail, log);
  return model.detail.lines.slice(top, top + log).map((line) => line.text);
}

describe('detail panel', () => {
  it('opening it follows the log of that session, leaving it stops that', () => {
    const played = open();
    expect(played.keys('h').effects).toEqual([{ type: 'follow-log', id: null }]);
    expect(played.keys('j', 'l').effects).toEqual([{ type: 'follow-log', id: 'qm-2' }]);
    expect(played.keys('esc').model.mode.name).toBe('list');
  });

  it('beside the list it follows the selection', () => {
    const played = open().play({ type: 'resized', columns: 120, rows: 40 });
    expect(played.keys('tab', 'j').effects).toEqual([{ type: 'follow-log', id: 'qm-2' }]);
  });

  it('shows the end of the log and what is appended', () => {
    const played = open(opened(50));
    expect(shown(played).at(-1)).toBe('step 49');
    expect(shown(played.play(appended(50, 3))).at(-1)).toBe('step 52');
  });

  it('scrolling back pauses it, new events are counted, and nothing moves', () => {
    const played = open(opened(50)).keys('k', 'k');
    const before = shown(played);
    expect(before.at(-1)).toBe('step 47');
    played.play(appended(50, 3));
    expect(shown(played)).toEqual(before);
    expect(played.model.detail).toMatchObject({ follow: false, fresh: 3 });
  });

  it.each([['f'], ['G'], ['end']])('%s resumes following', (name) => {
    const played = open(opened(50)).keys('k', 'k').play(appended(50, 3)).keys(name);
    expect(shown(played).at(-1)).toBe('step 52');
    expect(played.model.detail).toMatchObject({ follow: true, fresh: 0 });
  });

  it('the beginning asks for what is older once, and the view moves up into it', () => {
    const played = open(opened(50, true, 100)).keys('g');
    expect(played.effects).toEqual([{ type: 'older-log' }]);
    expect(played.keys('k').effects).toEqual([]);
    const top = shown(played)[0];
    played.play({ type: 'log-older', id: 'qm-1', events: events(60, 40), hasOlder: false });
    expect(top).toBe('step 100');
    expect(shown(played)[0]).toBe('step 99');
    expect(played.keys('g').effects).toEqual([]);
    expect(shown(played)[0]).toBe('step 60');
  });

  it('a log that started over is shown anew', () => {
    const played = open(opened(50)).keys('k').play(opened(2));
    expect(shown(played)).toEqual(['step 0', 'step 1']);
  });

  it('events of a log that is not looked at any more are dropped', () => {
    const played = open(opened(5));
    played.play({ type: 'log-appended', id: 'qm-2', events: events(0, 3) });
    expect(played.model.detail.lines).toHaveLength(5);
  });

  it('search goes to the next match and says when there is none', () => {
    const played = open(opened(50)).keys('/', ...'step 7', 'enter', 'n');
    expect(shown(played)[0]).toBe('step 7');
    expect(played.keys('/', 'ctrl-u', ...'nowhere', 'enter', 'n').model.notice?.text).toContain(
      'nowhere',
    );
  });

  it('500 events a second do not pile up while following', () => {
    const played = open(opened(100));
    for (let i = 0; i < 30; i++) played.play(appended(100 + i * 500, 500));
    expect(played.model.detail.lines.length).toBeLessThanOrEqual(5_000);
    expect(shown(played).at(-1)).toBe('step 15099');
  });
});

describe('manifest page', () => {
  it('m shows the file as it is on disk, cleaned, and closes back to where it was', () => {
    const played = open().keys('m');
    expect(played.effects).toEqual([{ type: 'read-manifest', id: 'qm-1' }]);
    played.play({
      type: 'manifest-text',
      id: 'qm-1',
      text: '{\n  "n": 1e400,\n\t"x": "\u001b[2J"\n}\n',
    });
    expect(played.model.mode).toMatchObject({ lines: ['{', '  "n": 1e400,', '  "x": ""', '}'] });
    expect(played.keys('q').model.mode.name).toBe('detail');
  });
});
