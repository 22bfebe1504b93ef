import type { Model, Row, Sort } from './model.js';
import { leadPane, type Session, STATUSES, sessionStatus, since } from './session.js';
import type { Sessions } from './sessions.js';

type Compare = (a: Session, b: Session) => number;

const byId: Compare = (a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** Newest first; sessions without a time after those with one. */
const newest = (time: (session: Session) => number | null): Compare => {
  return (a, b) => (time(b) ?? -1) - (time(a) ?? -1);
};

const lastEvent = (session: Session): number | null =>
  session.panes.reduce<number | null>(
    (latest, pane) =>
      pane.lastEvent !== null && pane.lastEvent > (latest ?? 0) ? pane.lastEvent : latest,
    null,
  );

const urgency = (session: Session): number => STATUSES.indexOf(sessionStatus(session));

/** Among equals the one that waits longest comes first. */
const longest: Compare = (a, b) => waitingSince(a) - waitingSince(b);

const waitingSince = (session: Session): number => {
  const lead = leadPane(session);
  return (lead && since(lead)) ?? Number.MAX_SAFE_INTEGER;
};

const ORDERS: Record<Sort, readonly Compare[]> = {
  created: [newest((session) => session.created)],
  'needs you': [(a, b) => urgency(a) - urgency(b), longest],
  activity: [newest(lastEvent)],
  title: [(a, b) => a.title.localeCompare(b.title, 'en')],
};

function comparing(sort: Sort): Compare {
  const orders = [...ORDERS[sort], byId];
  return (a, b) => {
    for (const order of orders) {
      const result = order(a, b);
      if (result !== 0) return result;
    }
    return 0;
  };
}

/**
 * All sessions in order: each master followed by its workers, orphans (workers whose master is not
 * here) last. Every session comes exactly once, whatever circles the parents form.
 */
export function arrange(sessions: Sessions, sort: Sort): readonly Row[] {
  const sorted = sessions.values().sort(comparing(sort));
  const children = new Map<string, Session[]>();
  const roots: Session[] = [];
  const orphans: Session[] = [];
  for (const session of sorted) {
    if (session.kind !== 'worker') roots.push(session);
    else if (session.parent === session.id || !sessions.has(session.parent)) orphans.push(session);
    else children.set(session.parent, [...(children.get(session.parent) ?? []), session]);
  }
  const rows: Row[] = [];
  const placed = new Set<string>();
  const place = (session: Session, depth: number, last: boolean, orphan: boolean): void => {
    if (placed.has(session.id)) return;
    placed.add(session.id);
    rows.push({ id: session.id, depth, last, orphan });
    const below = children.get(session.id) ?? [];
    for (const [index, child] of below.entries()) {
      place(child, depth + 1, index === below.length - 1, false);
    }
  };
  for (const session of roots) place(session, 0, true, false);
  for (const session of orphans) place(session, 0, true, true);
  // What is left are parents in a circle: none of them has a master outside it.
  for (const session of sorted) place(session, 0, true, true);
  return rows;
}

/** Whether a change of this session can move rows under this order. */
export function movesRows(before: Session | undefined, after: Session): boolean {
  return (
    before === undefined ||
    before.kind !== after.kind ||
    before.parent !== after.parent ||
    before.created !== after.created
  );
}

const places = new WeakMap<readonly Row[], ReadonlyMap<string, number>>();

/** Index of a session's row, -1 where it has none. Looked up once for the same rows. */
export function rowIndex(rows: readonly Row[], id: string | null): number {
  let known = places.get(rows);
  if (known === undefined) {
    known = new Map(rows.map((row, index) => [row.id, index]));
    places.set(rows, known);
  }
  return (id === null ? undefined : known.get(id)) ?? -1;
}

/** The rows right under a session's row. */
export function workerRows(rows: readonly Row[], id: string): readonly Row[] {
  const at = rowIndex(rows, id);
  const depth = rows[at]?.depth ?? 0;
  const workers: Row[] = [];
  for (let index = at + 1; at >= 0 && index < rows.length; index++) {
    const row = rows[index];
    if (row === undefined || row.depth <= depth) break;
    if (row.depth === depth + 1) workers.push(row);
  }
  return workers;
}

const haystacks = new WeakMap<Session, string>();

function haystack(session: Session): string {
  const known = haystacks.get(session);
  if (known !== undefined) return known;
  const text = [
    session.title,
    session.id,
    session.cwd,
    ...session.agents.map((agent) => agent.name),
    ...session.panes.map((pane) => `${pane.agent} ${pane.activity}`),
  ]
    .join('\n')
    .toLowerCase();
  haystacks.set(session, text);
  return text;
}

/** Whether the session passes the filters: every word somewhere, and one pane in the state. */
export function matches(session: Session, model: Model): boolean {
  if (model.stateFilter !== null && !hasStatus(session, model)) return false;
  if (model.filter === '') return true;
  const text = haystack(session);
  return model.filter
    .toLowerCase()
    .split(' ')
    .every((word) => text.includes(word));
}

const hasStatus = (session: Session, { stateFilter }: Model): boolean =>
  sessionStatus(session) === stateFilter ||
  session.panes.some((pane) => pane.status === stateFilter);

/**
 * The rows the filters leave. Masters of a match stay, so that a worker is always shown where it
 * belongs. Without filters this is `order` itself.
 */
export function filterRows(model: Model): readonly Row[] {
  if (model.filter === '' && model.stateFilter === null) return model.order;
  const kept: Row[] = [];
  // From the end, so that a match is known before its master is reached.
  const wanted = new Set<number>();
  for (const row of [...model.order].reverse()) {
    const session = model.sessions.get(row.id);
    const ofChild = wanted.delete(row.depth + 1);
    if (ofChild || (session && matches(session, model))) {
      kept.push(row);
      if (row.depth > 0) wanted.add(row.depth);
    }
  }
  return kept.reverse();
}

/** Lines a session takes in the list. */
export const rowHeight = (session: Session | undefined): number =>
  1 + Math.max(1, session?.panes.length ?? 1);
