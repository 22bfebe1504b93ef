import type { Effect, Intent, Step } from './action.js';
import { fieldOf } from './field.js';
import { detailHead } from './head.js';
import { layoutOf } from './layout.js';
import { clamp } from './list.js';
import type { Detail, LogLine, Model } from './model.js';

/** Lines of the panel that always stay for the log and its title. */
export const LEAST_LOG = 3;

/** How the panel's lines are divided between what the session is and its log. */
export function detailParts(model: Model): { head: number; log: number } {
  const area = layoutOf(model).detail;
  const session = model.detail.id === null ? undefined : model.sessions.get(model.detail.id);
  if (area === null || session === undefined) return { head: 0, log: 0 };
  const head = detailHead(model, session, area.width, area.height - LEAST_LOG).length;
  return { head, log: Math.max(0, area.height - head - 1) };
}

/** Index of the first line of the log that is on screen. */
export function logTop(detail: Detail, height: number): number {
  const last = Math.max(0, detail.lines.length - height);
  if (detail.follow) return last;
  return clamp(detail.top - (detail.lines[0]?.n ?? 0), 0, last);
}

/** What an intent does while the detail panel has the keys. */
export function detailIntent(model: Model, intent: Intent): Step<Model> {
  const { log: height } = detailParts(model);
  switch (intent) {
    case 'down':
      return scrolled(model, 1, height);
    case 'up':
      return scrolled(model, -1, height);
    case 'half-down':
      return scrolled(model, Math.ceil(height / 2), height);
    case 'half-up':
      return scrolled(model, -Math.ceil(height / 2), height);
    case 'page-down':
      return scrolled(model, Math.max(1, height - 1), height);
    case 'page-up':
      return scrolled(model, -Math.max(1, height - 1), height);
    case 'first':
      return scrolled(model, Number.NEGATIVE_INFINITY, height);
    case 'last':
      return [following(model, true, height), []];
    case 'follow':
      return [following(model, !model.detail.follow, height), []];
    case 'leave-detail':
    case 'switch-focus':
      return [{ ...model, mode: { name: 'list' } }, []];
    case 'search': {
      const before = model.detail.query;
      return [{ ...model, mode: { name: 'search', field: fieldOf(before), before } }, []];
    }
    case 'search-next':
      return found(model, 1, height);
    case 'search-previous':
      return found(model, -1, height);
    default:
      return [model, []];
  }
}

function following(model: Model, follow: boolean, height: number): Model {
  const { detail } = model;
  const top = detail.lines[logTop(detail, height)]?.n ?? 0;
  return { ...model, detail: { ...detail, follow, top, fresh: 0 } };
}

/** The log moved by some lines. Its end resumes following; its beginning asks for what is older. */
function scrolled(model: Model, by: number, height: number): Step<Model> {
  const { detail } = model;
  const last = Math.max(0, detail.lines.length - height);
  const index = clamp(logTop(detail, height) + by, 0, last);
  return shownFrom(model, index, by > 0 && index === last);
}

function shownFrom(model: Model, index: number, follow: boolean): Step<Model> {
  const { detail } = model;
  const ask = index === 0 && detail.hasOlder && !detail.asking && !follow;
  const effects: Effect[] = ask ? [{ type: 'older-log' }] : [];
  const next = {
    ...detail,
    follow,
    top: detail.lines[index]?.n ?? 0,
    fresh: follow ? 0 : detail.fresh,
    asking: detail.asking || ask,
  };
  return [{ ...model, detail: next }, effects];
}

export const lineMatches = (line: LogLine, query: string): boolean =>
  query !== '' &&
  `${line.label} ${line.text} ${line.word}`.toLowerCase().includes(query.toLowerCase());

/** The next line of the log that has the words looked for, brought to the top of the window. */
function found(model: Model, direction: 1 | -1, height: number): Step<Model> {
  const { detail } = model;
  const { lines, query } = detail;
  const from = logTop(detail, height);
  for (let step = 1; step <= lines.length; step++) {
    const index = (from + direction * step + lines.length * 2) % lines.length;
    const line = lines[index];
    if (line && lineMatches(line, query)) {
      return shownFrom(model, Math.min(index, Math.max(0, lines.length - height)), false);
    }
  }
  const text = query === '' ? 'nothing to search for: press / first' : `no event has "${query}"`;
  return [{ ...model, notice: { text, kind: 'info', until: model.now + 3_000 } }, []];
}
