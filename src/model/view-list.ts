import { sign } from './glyph.js';
import { fitLine, type Span, span } from './line.js';
import type { Model, Row } from './model.js';
import { rowIndex } from './rows.js';
import { activityText, kindSign, paneLabel, quietFor, shortPath, statusSpans } from './select.js';
import { leadPane, type Pane, type Session } from './session.js';
import { cut, pad, textWidth } from './text.js';

/** Columns of an agent's name in a row; longer names push the activity. */
const NAME_COLUMNS = 7;

/** The lines of the list that are on screen, each exactly `width` columns. */
export function listLines(model: Model, width: number, height: number): Span[][] {
  if (model.visible.length === 0) return emptyLines(model, width, height);
  const lines: Span[][] = [];
  const first = Math.max(0, rowIndex(model.visible, model.topRow));
  for (let index = first; index < model.visible.length && lines.length < height; index++) {
    const row = model.visible[index];
    const session = row && model.sessions.get(row.id);
    if (row && session) lines.push(...rowLines(model, row, session, width));
  }
  return lines.slice(0, height);
}

/** One session: a title line with its state, then a line for each pane. */
export function rowLines(model: Model, row: Row, session: Session, width: number): Span[][] {
  const selected = row.id === model.selected;
  const ellipsis = sign(model, 'ellipsis');
  const mark = span(selected ? sign(model, 'selected') : ' ', 'mark');
  const indent = '  '.repeat(Math.max(0, row.depth - 1));
  const warned = session.manifestProblem !== '' || session.snapshotProblem !== '';
  const title = fitLine(
    [
      mark,
      span(`${indent}${kindSign(model, row, session)} `, 'dim'),
      span(session.title, selected ? 'title' : 'plain'),
    ],
    [
      ...(session.id === model.here ? [span(`${sign(model, 'here')} `, 'mark')] : []),
      ...(warned ? [span(`${sign(model, 'warn')} `, 'warn')] : []),
      ...statusSpans(model, leadPane(session)),
    ],
    width,
    ellipsis,
  );
  const trunk = row.depth > 0 && !row.last ? sign(model, 'trunk') : ' ';
  const start = [mark, span(`${indent}${trunk} `, 'dim')];
  const single = session.panes.length <= 1;
  const below = single
    ? [singleLine(model, session, start, width)]
    : session.panes.map((pane) => paneLine(model, session, pane, start, width));
  return [title, ...below];
}

function singleLine(model: Model, session: Session, start: readonly Span[], width: number): Span[] {
  const pane = session.panes[0];
  const quiet = pane ? quietFor(pane, model.now) : '';
  const name = pane?.agent || session.agents[0]?.name || '';
  const doing =
    session.manifestProblem || (pane ? activityText(session, pane) : session.unknownWhy);
  const label = name === '' ? [] : [span(`${pad(name, nameColumns([name]))} `, 'dim')];
  const role = session.manifestProblem === '' ? 'plain' : 'warn';
  return fitLine(
    [...start, ...label, span(doing, role)],
    quiet === '' ? [] : [span(quiet, 'dim')],
    width,
    sign(model, 'ellipsis'),
  );
}

function paneLine(
  model: Model,
  session: Session,
  pane: Pane,
  start: readonly Span[],
  width: number,
): Span[] {
  const names = session.panes.map((it) => paneLabel(session, it));
  const label = span(`${pad(paneLabel(session, pane), nameColumns(names))} `, 'dim');
  return fitLine(
    [...start, label, span(activityText(session, pane))],
    statusSpans(model, pane),
    width,
    sign(model, 'ellipsis'),
  );
}

const nameColumns = (names: readonly string[]): number =>
  Math.min(12, Math.max(NAME_COLUMNS, ...names.map(textWidth)));

/** What stands in the list's place when there is nothing to list: what is so, and what to do. */
export function emptyText(model: Model): string[] {
  const root = shortPath(model.rootPath, model.home);
  const demo = 'To look around: questmaster-tui demo';
  switch (model.root.status) {
    case 'loading':
      return [`Reading ${root} …`];
    case 'none':
      return [
        'No state root.',
        'Neither QUESTMASTER_STATE_ROOT, PARTY_STATE_ROOT nor HOME is set.',
        'Start with --root DIR.',
        demo,
      ];
    case 'missing':
      return [
        `${root} is not there.`,
        'questmaster makes it with its first session; it will show here at once.',
        'Another place: --root DIR',
        demo,
      ];
    case 'unreadable':
      return [
        `${root} cannot be read.`,
        model.root.problem,
        'Mend that, or start with --root DIR.',
      ];
    case 'ok':
      if (model.sessions.size === 0 && model.root.unread) return [`Reading ${root} …`];
      return model.sessions.size === 0
        ? ['No sessions.', `Sessions that questmaster starts show here at once (${root}).`, demo]
        : ['Nothing matches.', 'Esc drops the filters.'];
  }
}

function emptyLines(model: Model, width: number, height: number): Span[][] {
  const lines: Span[][] = [];
  for (const [index, text] of emptyText(model).entries()) {
    for (const piece of wrap(text, Math.max(1, width - 2))) {
      lines.push(fitLine([span(' '), span(piece, index === 0 ? 'title' : 'dim')], [], width));
    }
    lines.push([]);
  }
  return lines.slice(0, height);
}

/** Text broken at spaces into lines of at most `width` columns; a longer word is cut. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && textWidth(`${last} ${word}`) <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(cut(word, width));
  }
  return lines;
}
