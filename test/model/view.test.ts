import { describe, expect, it } from 'vitest';
import { layoutOf } from '../../src/model/layout.js';
import { spansWidth } from '../../src/model/line.js';
import type { Model } from '../../src/model/model.js';
import { detailLines } from '../../src/model/view-detail.js';
import {
  bottomRule,
  footerLine,
  headerLine,
  pageView,
  topRule,
} from '../../src/model/view-frame.js';
import { listLines } from '../../src/model/view-list.js';
import { HOSTILE_TEXTS } from '../support/hostile-texts.js';
import { event, iso, NOON, Played, pane, read, sessionsRead } from '../support/model.js';

const text = (spans: readonly { text: string }[]): string => spans.map((it) => it.text).join('');

function hostile(given: Partial<Model>): Played {
  const sessions = HOSTILE_TEXTS.map((title, i) =>
    read(`qm-${100 + i}`, {
      manifest: { title, cwd: title, created_at: iso(NOON - i * 1_000) },
      panes: {
        primary: pane(['working', 'blocked', 'done', 'warp'][i % 4] ?? '', {
          activity: title,
          age: i * 50,
        }),
        ...(i % 3 === 0 ? { companion: pane('idle', { role: 'companion', activity: title }) } : {}),
      },
    }),
  );
  const played = Played.on(given, sessionsRead(...sessions));
  const id = played.model.selected ?? '';
  return played.play({
    type: 'log-opened',
    id,
    events: HOSTILE_TEXTS.map((title, i) =>
      event(i, { activity: title, tool: title, state: 'working' }),
    ),
    hasOlder: false,
  });
}

/** Every line of a screen, as the components lay it out. */
function lines(model: Model): { width: number; spans: readonly { text: string }[] }[] {
  const layout = layoutOf(model);
  const { width, list, detail } = layout;
  const of = (columns: number, all: readonly (readonly { text: string }[])[]) =>
    all.map((spans) => ({ width: columns, spans }));
  return [
    ...of(width, [
      headerLine(model, width),
      topRule(model, layout),
      bottomRule(model, layout),
      footerLine(model, width),
    ]),
    ...(list ? of(list.width, listLines(model, list.width, list.height)) : []),
    ...(detail ? of(detail.width, detailLines(model, detail.width, detail.height)) : []),
    ...of(width, pageView(model, width, layout.bodyHeight)),
  ];
}

describe('screens', () => {
  it.each([1, 5, 20, 30, 40, 41, 59, 60, 79, 80, 99, 100, 120, 200])(
    'every line is exactly as wide as planned at %i columns, whatever the text',
    (columns) => {
      for (const ascii of [false, true]) {
        for (const keys of [[], ['enter'], ['?'], ['/', 'x'], ['f']]) {
          const { model } = hostile({ columns, rows: 30, ascii }).keys(...keys);
          for (const line of lines(model)) {
            if (line.spans.length === 0) continue;
            expect(spansWidth(line.spans as never), text(line.spans)).toBe(line.width);
          }
        }
      }
    },
  );

  it('a panel never takes more lines than it has', () => {
    for (let rows = 1; rows < 30; rows++) {
      for (const columns of [10, 30, 60, 100]) {
        const { model } = hostile({ columns, rows });
        const { list, detail, bodyHeight, rules } = layoutOf(model);
        expect(bodyHeight + 2 + 2 * rules).toBeLessThanOrEqual(Math.max(rows - 1, 2));
        if (list)
          expect(listLines(model, list.width, list.height).length).toBeLessThanOrEqual(list.height);
        if (detail)
          expect(detailLines(model, detail.width, detail.height).length).toBeLessThanOrEqual(
            detail.height,
          );
      }
    }
  });

  it('the state is the last thing that is cut', () => {
    const { model } = Played.on(
      { columns: 30, rows: 20, motion: false },
      sessionsRead(
        read('qm-1', {
          manifest: { title: 'a title that is much too long' },
          panes: { primary: pane('blocked', { age: 240 }) },
        }),
      ),
    );
    expect(text(listLines(model, 30, 2)[0] ?? [])).toBe('▌✠ a title that…  ▲ blocked 4m');
    expect(text(listLines(model, 16, 2)[0] ?? [])).toMatch(/ ▲ blocked 4m$/);
  });

  it('an empty or blank title falls back to the id', () => {
    const { model } = Played.on(
      {},
      sessionsRead(read('qm-7', { manifest: { title: ' \u200b ' } })),
    );
    expect(model.sessions.get('qm-7')?.title).toBe('qm-7');
  });

  it('silence is said, and changes no word', () => {
    const quiet = (age: number) =>
      Played.on(
        { columns: 40, rows: 20, motion: false },
        sessionsRead(
          read('qm-1', {
            panes: { primary: pane('working', { age, working_since: iso(NOON - 7 * 3_600_000) }) },
          }),
        ),
      ).model;
    expect(listLines(quiet(59), 40, 2).map(text).join()).not.toContain('quiet');
    for (const [age, words] of [
      [61, 'quiet 1m'],
      [300, 'quiet 5m'],
      [6 * 3_600, 'quiet 6h'],
    ] as const) {
      const shown = listLines(quiet(age), 40, 2).map(text).join();
      expect(shown).toContain('● working 7h');
      expect(shown).toContain(words);
    }
  });

  it('the header says as much as fits, and who needs you last of all goes', () => {
    const { model } = Played.on(
      {},
      sessionsRead(
        read('qm-1', { panes: { primary: pane('working') } }),
        read('qm-2', { panes: { primary: pane('blocked') } }),
        read('qm-3', { panes: { primary: pane('done') } }),
      ),
    );
    expect(model.sessions.counts).toMatchObject({ working: 1, blocked: 1, done: 1 });
    expect(text(headerLine(model, 100))).toContain('3 sessions · 1 working · 1 needs you · 1 done');
    expect(text(headerLine(model, 30))).toContain('1 needs you');
    expect(text(headerLine(model, 14))).toContain('1 needs you');
  });

  it('unreadable manifests are named and counted', () => {
    const { model } = Played.on(
      { columns: 120, rows: 30 },
      sessionsRead(
        {
          id: 'qm-bad',
          manifest: { status: 'unreadable', problem: 'is not JSON', stamp: 'x' },
          snapshot: { status: 'missing' },
        },
        read('qm-1'),
      ),
    );
    expect(text(topRule(model, layoutOf(model)))).toContain('1 manifest unreadable: qm-bad');
    expect(listLines(model, 60, 9).map(text).join('\n')).toContain('is not JSON');
  });

  it.each([
    ['none', { status: 'none' }, '--root'],
    ['missing', { status: 'missing' }, 'is not there'],
    ['unreadable', { status: 'unreadable', problem: 'no permission' }, 'no permission'],
    ['empty', { status: 'ok' }, 'No sessions'],
  ] as const)('an empty screen (%s) says what is so and what to do', (_, root, words) => {
    const { model } = Played.on(
      { columns: 80, rows: 24, rootPath: '/srv/state' },
      { type: 'root', root },
    );
    expect(listLines(model, 80, 12).map(text).join('\n')).toContain(words);
  });
});
