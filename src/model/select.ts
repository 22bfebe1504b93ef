import { sign, statusGlyph } from './glyph.js';
import { type Role, type Span, span } from './line.js';
import type { Model, Row } from './model.js';
import { leadPane, type Pane, type Session, type Status, sessionStatus, since } from './session.js';
import { cut } from './text.js';
import { age } from './time.js';

/** A working pane is called quiet after this long without an event. */
export const QUIET_MS = 60_000;

export const selectedSession = (model: Model): Session | undefined =>
  model.selected === null ? undefined : model.sessions.get(model.selected);

/** Glyph, word and age of a pane: what the screen cuts last. */
export function statusSpans(model: Model, pane: Pane | undefined): Span[] {
  if (pane === undefined) return [span(`${statusGlyph(model, 'unknown')} unknown`, 'unknown')];
  const role: Role = pane.status;
  const spans = [span(statusGlyph(model, pane.status), role), span(` ${pane.status}`, role)];
  if (pane.word !== '') spans.push(span(`: ${cut(pane.word, 12, sign(model, 'ellipsis'))}`, role));
  const time = age(since(pane), model.now);
  if (time !== '') spans.push(span(` ${time}`, 'dim'));
  return spans;
}

/** How long a working pane has been silent, when that is worth saying. */
export function quietFor(pane: Pane, now: number): string {
  if (pane.status !== 'working' || pane.lastEvent === null) return '';
  return now - pane.lastEvent >= QUIET_MS ? `quiet ${age(pane.lastEvent, now)}` : '';
}

/** What a pane is called beside its siblings: its agent, or its role where agents are alike. */
export function paneLabel(session: Session, pane: Pane): string {
  const alike = session.panes.filter((other) => other.agent === pane.agent).length > 1;
  return alike || pane.agent === '' ? pane.role : pane.agent;
}

/** What the pane does, without repeating the tool that is shown beside it. */
export function activityText(session: Session, pane: Pane): string {
  if (pane.activity !== '') return pane.activity;
  if (pane.status === 'unknown' && pane.word === '') return session.unknownWhy;
  return pane.tool;
}

/** Sessions that need a person, most urgent first: blocked, longest first, then done. */
export function needsYou(model: Model): readonly Row[] {
  const waiting = (status: Status): Row[] =>
    model.visible
      .filter((row) => statusOf(model, row) === status)
      .sort((a, b) => waitingSince(model, a) - waitingSince(model, b));
  return [...waiting('blocked'), ...waiting('done')];
}

const statusOf = (model: Model, row: Row): Status => {
  const session = model.sessions.get(row.id);
  return session ? sessionStatus(session) : 'unknown';
};

const waitingSince = (model: Model, row: Row): number => {
  const session = model.sessions.get(row.id);
  const lead = session && leadPane(session);
  return (lead && since(lead)) ?? Number.MAX_SAFE_INTEGER;
};

/** The path with the person's home written `~`. */
export const shortPath = (path: string, home: string): string =>
  home !== '' && (path === home || path.startsWith(`${home}/`))
    ? `~${path.slice(home.length)}`
    : path;

export const kindSign = (model: Model, row: Row, session: Session): string => {
  if (row.depth > 0) return sign(model, row.last ? 'lastBranch' : 'branch');
  if (row.orphan) return sign(model, 'orphan');
  return sign(model, session.kind === 'master' ? 'master' : 'standalone');
};
