import type { Intent, Step } from './action.js';
import { fieldOf } from './field.js';
import { layoutOf } from './layout.js';
import { clamp, pageFrom, windowTop } from './list.js';
import type { Model, Row, Sort } from './model.js';
import { arrange, rowHeight, rowIndex } from './rows.js';
import { needsYou } from './select.js';
import type { Status } from './session.js';

const SORTS: readonly Sort[] = ['created', 'needs you', 'activity', 'title'];

/** The states a person can filter by, in the order `f` goes through them. */
const FILTERS: readonly (Status | null)[] = [
  null,
  'blocked',
  'working',
  'done',
  'idle',
  'starting',
  'stopped',
  'unknown',
];

const after = <T>(list: readonly T[], item: T): T =>
  list[(list.indexOf(item) + 1) % list.length] ?? item;

const heights =
  (model: Model) =>
  (index: number): number =>
    rowHeight(model.sessions.get(model.visible[index]?.id ?? ''));

/** What an intent does while the list has the keys. */
export function listIntent(model: Model, intent: Intent): Step<Model> {
  return [moved(model, intent), []];
}

function moved(model: Model, intent: Intent): Model {
  const count = model.visible.length;
  const at = rowIndex(model.visible, model.selected);
  const height = layoutOf(model).list?.height ?? 1;
  const to = (index: number): Model => {
    const row = model.visible[clamp(index, 0, Math.max(0, count - 1))];
    return row ? { ...model, selected: row.id } : model;
  };
  switch (intent) {
    case 'down':
      return to(at + 1);
    case 'up':
      return to(at - 1);
    case 'first':
      return to(0);
    case 'last':
      return to(count - 1);
    case 'page-down':
      return to(pageFrom(heights(model), count, at, height, 1));
    case 'page-up':
      return to(pageFrom(heights(model), count, at, height, -1));
    case 'half-down':
      return to(pageFrom(heights(model), count, at, Math.ceil(height / 2), 1));
    case 'half-up':
      return to(pageFrom(heights(model), count, at, Math.ceil(height / 2), -1));
    case 'open-detail':
    case 'switch-focus':
      return model.selected === null ? model : { ...model, mode: { name: 'detail' } };
    case 'filter':
      return {
        ...model,
        mode: { name: 'filter', field: fieldOf(model.filter), before: model.filter },
      };
    case 'state-filter':
      return { ...model, stateFilter: after(FILTERS, model.stateFilter) };
    case 'clear':
      return { ...model, filter: '', stateFilter: null };
    case 'sort': {
      const sort = after(SORTS, model.sort);
      return { ...model, sort, order: arrange(model.sessions, sort) };
    }
    case 'next-needs-you':
      return needing(model, 1);
    case 'previous-needs-you':
      return needing(model, -1);
    default: {
      const nth = /^row-([1-9])$/.exec(intent)?.[1];
      if (nth === undefined) return model;
      const index = Math.max(0, rowIndex(model.visible, model.topRow)) + Number(nth) - 1;
      return index < count ? to(index) : model;
    }
  }
}

/** The next one in the queue of those that need a person, or its first. */
function needing(model: Model, direction: 1 | -1): Model {
  const queue = needsYou(model);
  if (queue.length === 0) {
    return {
      ...model,
      notice: { text: 'nothing needs you', kind: 'info', until: model.now + 3_000 },
    };
  }
  const at = queue.findIndex((it) => it.id === model.selected);
  const next = at < 0 ? (direction === 1 ? 0 : queue.length - 1) : at + direction;
  const row = queue[(next + queue.length) % queue.length];
  return row ? { ...model, selected: row.id } : model;
}

/**
 * Selection follows the id. When the selected row is gone the nearest one below takes its place,
 * else the nearest above; the window moves no further than it must.
 */
export function keepSelection(before: Model, after: Model): Model {
  const count = after.visible.length;
  let selected = after.selected;
  if (selected === null || rowIndex(after.visible, selected) < 0) {
    const was = rowIndex(before.visible, selected);
    selected =
      (was < 0 ? after.visible[0] : nearest(before.visible, after.visible, was))?.id ?? null;
  }
  const at = rowIndex(after.visible, selected);
  const list = layoutOf(after).list;
  if (list === null || count === 0) {
    return selected === after.selected ? after : { ...after, selected };
  }
  const top = Math.max(0, rowIndex(after.visible, after.topRow));
  const first = windowTop(heights(after), count, top, at, list.height);
  const topRow = after.visible[first]?.id ?? null;
  return selected === after.selected && topRow === after.topRow
    ? after
    : { ...after, selected, topRow };
}

function nearest(before: readonly Row[], now: readonly Row[], was: number): Row | undefined {
  const left = new Map(now.map((row) => [row.id, row]));
  const candidates = [...before.slice(was + 1), ...before.slice(0, was).reverse()];
  for (const row of candidates) {
    const there = left.get(row.id);
    if (there) return there;
  }
  return now[0];
}
