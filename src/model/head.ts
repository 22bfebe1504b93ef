import { sign, statusGlyph } from './glyph.js';
import { type Span, span, spansWidth } from './line.js';
import type { Model } from './model.js';
import { workerRows } from './rows.js';
import { activityText, quietFor, shortPath, statusSpans } from './select.js';
import { leadPane, type Pane, type Session } from './session.js';
import { pad, textWidth } from './text.js';
import { clockTime, dateTime } from './time.js';

/** One line of the detail panel: `left` gives way to `right`. */
export interface HeadLine {
  readonly left: readonly Span[];
  readonly right: readonly Span[];
}

const line = (left: readonly Span[], right: readonly Span[] = []): HeadLine => ({ left, right });

/** Below this a pane's activity gets a line of its own. */
const ROOMY = 56;

/** What the detail panel says of a session above its log, at this width, in at most `most` lines. */
export function detailHead(
  model: Model,
  session: Session,
  width: number,
  most: number,
): readonly HeadLine[] {
  const lines = [
    line([span(session.title, 'title')], statusSpans(model, leadPane(session))),
    ...wrapFacts(facts(model, session), width, sign(model, 'dot')),
    ...problems(model, session),
    ...paneLines(model, session, width),
  ];
  return lines.slice(0, Math.max(1, most));
}

/** Short statements of what the session is, most telling first. */
function facts(model: Model, session: Session): string[] {
  const name = (id: string): string => model.sessions.get(id)?.title ?? id;
  const agents = [...new Set(session.agents.map((agent) => agent.name))].filter(Boolean).join(', ');
  const workers = workerRows(model.order, session.id).map((row) => name(row.id));
  const created = dateTime(session.created, model.utcOffset);
  const kind =
    session.kind === 'worker'
      ? model.sessions.has(session.parent)
        ? `worker of ${name(session.parent)}`
        : `worker of ${session.parent} (not here)`
      : session.kind;
  return [
    session.id === model.here ? `${kind} (you are here)` : kind,
    agents,
    shortPath(session.cwd, model.home),
    session.id,
    created === '' ? '' : `created ${created}`,
    workers.length === 0 ? '' : `workers: ${workers.join(', ')}`,
  ].filter((text) => text !== '');
}

/** The facts joined by dots on as few lines as they need. */
function wrapFacts(parts: readonly string[], width: number, dot: string): HeadLine[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    const joined = last === undefined ? part : `${last} ${dot} ${part}`;
    if (last !== undefined && textWidth(joined) <= width) lines[lines.length - 1] = joined;
    else lines.push(part);
  }
  return lines.map((text) => line([span(text, 'dim')]));
}

function problems(model: Model, session: Session): HeadLine[] {
  const warn = sign(model, 'warn');
  return [
    session.manifestProblem && `manifest: ${session.manifestProblem}`,
    session.snapshotProblem && `state: ${session.snapshotProblem}; last good values are shown`,
    session.unknownWhy && session.snapshotProblem === '' ? session.unknownWhy : '',
  ]
    .filter(Boolean)
    .map((text) => line([span(`${warn} ${text}`, 'warn')]));
}

function paneLines(model: Model, session: Session, width: number): HeadLine[] {
  const widest = (text: (pane: Pane) => string): number =>
    Math.max(0, ...session.panes.map((pane) => Math.min(14, textWidth(text(pane)))));
  const roles = widest((pane) => pane.role);
  const agents = widest((pane) => pane.agent);
  const states = Math.max(0, ...session.panes.map((pane) => spansWidth(statusSpans(model, pane))));
  return session.panes.flatMap((pane) => {
    const name = [
      span(`${pad(pane.role, roles)} `, 'plain'),
      span(`${pad(pane.agent, agents)}  `, 'dim'),
    ];
    const state = statusSpans(model, pane);
    const quiet = quietFor(pane, model.now);
    const end = quiet === '' ? [] : [span(quiet, 'dim')];
    const doing = activitySpans(session, pane);
    if (width >= ROOMY) {
      const gap = span(' '.repeat(states - spansWidth(state) + 2));
      return [line([...name, ...state, gap, ...doing], end)];
    }
    const below = spansWidth(doing) + spansWidth(end) > 0;
    return [line(name, state), ...(below ? [line([span('  '), ...doing], end)] : [])];
  });
}

function activitySpans(session: Session, pane: Pane): Span[] {
  const text = activityText(session, pane);
  if (pane.tool === '' || text === pane.tool) return [span(text)];
  const rest = text.startsWith(`${pane.tool}: `) ? text.slice(pane.tool.length + 2) : text;
  return [span(`${pane.tool}: `, 'strong'), span(rest)];
}

/** Title of the log's part of the panel, and what it is doing. */
export function logTitle(model: Model): HeadLine {
  const { detail } = model;
  const state = detail.follow
    ? 'following'
    : detail.fresh > 0
      ? `paused, ${detail.fresh} new`
      : 'paused';
  const bad = detail.bad === 0 ? '' : `${detail.bad} unreadable `;
  const query = detail.query === '' ? '' : `/${detail.query} `;
  return {
    left: [span('events', 'strong')],
    right: [span(query, 'key'), span(bad, 'warn'), span(state, detail.follow ? 'dim' : 'key')],
  };
}

/** One event of the log as a line. */
export function logLineSpans(model: Model, index: number, width: number): HeadLine {
  const event = model.detail.lines[index];
  if (event === undefined) return line([]);
  const { at, label, text, status, word, role } = event;
  const when = clockTime(at, model.utcOffset);
  const who = role === '' || role === 'primary' ? '' : `${role} `;
  if (width < ROOMY) {
    const what = [span(`${label} `, 'strong'), span(who, 'dim'), span(text)];
    return line([span(`${when} `, 'dim'), ...what]);
  }
  const end: Span[] =
    status !== null
      ? [span(`${statusGlyph({ ...model, motion: false }, status)} ${word || status}`, status)]
      : [];
  return line(
    [span(`${when}  `, 'dim'), span(`${pad(label, 10)} `, 'strong'), span(who, 'dim'), span(text)],
    end,
  );
}
