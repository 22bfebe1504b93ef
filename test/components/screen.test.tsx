import { render } from 'ink-testing-library';
import { afterEach, describe, expect, it } from 'vitest';
import { App, type Store } from '../../components/app.js';
import { Screen } from '../../components/screen.js';
import type { Action } from '../../src/model/action.js';
import { frameOf } from '../../src/model/frame.js';
import { initialModel, type Model } from '../../src/model/model.js';
import { textWidth } from '../../src/model/text.js';
import { Played, pane, read, sessionsRead } from '../support/model.js';
import { until } from '../support/until.js';

let view: ReturnType<typeof render> | undefined;
afterEach(() => view?.unmount());

function lines(model: Model): string[] {
  view = render(<Screen frame={frameOf(model)} />);
  return (view.lastFrame() ?? '').split('\n');
}

const party = (given: Partial<Model>): Model =>
  Played.on(
    given,
    sessionsRead(
      read('qm-1', {
        manifest: { title: 'boss', session_type: 'master' },
        panes: { primary: pane('working') },
      }),
      read('qm-2', {
        manifest: { title: '日本語', parent_session: 'qm-1' },
        panes: { primary: pane('blocked') },
      }),
    ),
  ).model;

describe('screen', () => {
  it.each([
    [30, 20],
    [60, 20],
    [80, 24],
    [120, 40],
    [20, 5],
    [1, 1],
  ])('at %ix%i it is one line lower than the terminal, and no line is wider', (columns, rows) => {
    const shown = lines(party({ columns, rows }));
    expect(shown).toHaveLength(Math.max(1, rows - 1));
    for (const line of shown) expect(textWidth(line)).toBeLessThanOrEqual(columns);
  });

  it('beside each other, the border between list and detail is straight', () => {
    const shown = lines(party({ columns: 120, rows: 20 })).slice(2, -2);
    const columns = shown.map((line) => textWidth(line.slice(0, line.indexOf('│'))));
    expect(new Set(columns)).toEqual(new Set([48]));
  });

  it('keys become actions, a burst as many as there are', async () => {
    const actions: Action[] = [];
    const frame = frameOf(initialModel({ columns: 40, rows: 10 }));
    const store: Store = {
      snapshot: () => frame,
      subscribe: () => () => {},
      dispatch: (action) => actions.push(action),
    };
    view = render(<App store={store} />);
    view.stdin.write('jj\r');
    view.stdin.write('\u001b[200~xq\u001b[201~');
    await until(() => actions.length >= 4, { describe: () => JSON.stringify(actions) });
    expect(actions).toEqual([
      { type: 'key', key: 'j' },
      { type: 'key', key: 'j' },
      { type: 'key', key: 'enter' },
      { type: 'paste', text: 'xq' },
    ]);
  });
});
