import type { StateEvent } from '../state/types.js';
import type { Detail, LogLine, Model } from './model.js';
import { STATUSES, type Status } from './session.js';
import { clean } from './text.js';
import { parseTime } from './time.js';

/** Events kept while following; older ones can be read again from the file. */
const MOST_FOLLOWED = 5_000;

const LABELS: Record<string, string> = {
  UserPromptSubmit: 'You',
  PermissionRequest: 'Permission',
  SessionStart: 'Start',
  SessionEnd: 'End',
  Stop: 'Stop',
};

/** One event as a line of the panel. */
function logLine(event: StateEvent, n: number): LogLine {
  const tool = clean(event.tool ?? '');
  const kind = clean(event.kind ?? '');
  const label = tool || LABELS[kind] || clean(event.action);
  const activity = clean(event.activity ?? '');
  const said = `${label}: `;
  const word = clean(event.state ?? '');
  const known = (STATUSES as readonly string[]).includes(word);
  return {
    n,
    at: parseTime(event.ts),
    label,
    text: activity.startsWith(said) ? activity.slice(said.length) : activity,
    status: word === '' ? null : known ? (word as Status) : 'unknown',
    word: known ? '' : word,
    role: clean(event.role ?? ''),
  };
}

const number = (events: readonly StateEvent[], from: number): LogLine[] =>
  events.map((event, index) => logLine(event, from + index));

const withDetail = (model: Model, id: string, change: (detail: Detail) => Detail): Model =>
  model.detail.id === id ? { ...model, detail: change(model.detail) } : model;

export const openedLog = (
  model: Model,
  id: string,
  events: readonly StateEvent[],
  hasOlder: boolean,
): Model =>
  withDetail(model, id, (detail) => ({
    ...detail,
    opened: true,
    lines: number(events, 0),
    hasOlder,
    asking: false,
    follow: true,
    fresh: 0,
  }));

export const olderLines = (
  model: Model,
  id: string,
  events: readonly StateEvent[],
  hasOlder: boolean,
): Model =>
  withDetail(model, id, (detail) => {
    const first = detail.lines[0]?.n ?? 0;
    const lines = [...number(events, first - events.length), ...detail.lines];
    // At the top a person waits for what is older: the view moves up with it.
    const atTop = !detail.follow && detail.top <= first;
    const top = atTop ? Math.max(lines[0]?.n ?? 0, first - 1) : detail.top;
    return { ...detail, lines, hasOlder, asking: false, top };
  });

export const appended = (model: Model, id: string, events: readonly StateEvent[]): Model =>
  withDetail(model, id, (detail) => {
    const next = (detail.lines.at(-1)?.n ?? -1) + 1;
    const lines = [...detail.lines, ...number(events, next)];
    if (!detail.follow) return { ...detail, lines, fresh: detail.fresh + events.length };
    if (lines.length <= MOST_FOLLOWED) return { ...detail, lines };
    return { ...detail, lines: lines.slice(-MOST_FOLLOWED) };
  });

export const badLines = (model: Model, id: string, count: number): Model =>
  withDetail(model, id, (detail) => ({ ...detail, bad: detail.bad + count }));
