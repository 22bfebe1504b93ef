import { clamp } from './list.js';
import type { Model } from './model.js';
import { rowHeight } from './rows.js';

/** Below this the detail panel takes the list's place. */
export const NARROW = 60;
/** From this on list and detail stand side by side. */
export const WIDE = 100;
/** Below this many lines one above the other would show too little of both. */
const STACKED = 18;
/** Lines the panel below the list always has. */
const LEAST_DETAIL = 6;

export interface Layout {
  readonly width: number;
  /** Lines used in all: one fewer than the terminal has. */
  readonly height: number;
  /** Lines between header and footer that set them apart (0 on a low terminal). */
  readonly rules: 0 | 1;
  readonly bodyHeight: number;
  readonly list: { readonly width: number; readonly height: number } | null;
  readonly detail: { readonly width: number; readonly height: number } | null;
  /** Whether list and detail stand side by side, one above the other, or one at a time. */
  readonly kind: 'beside' | 'stacked' | 'single';
}

/** Where everything goes on a terminal of this size in this mode. */
export function layoutOf(model: Model): Layout {
  const width = Math.max(1, model.columns);
  // Ink clears the whole screen for a frame as tall as the terminal, so one line stays free.
  const height = Math.max(1, model.rows - 1);
  const rules = height >= 12 ? 1 : 0;
  const bodyHeight = Math.max(0, height - 2 - 2 * rules);
  const base = { width, height, rules, bodyHeight } as const;
  if (width >= WIDE && bodyHeight >= 4) {
    const listWidth = clamp(Math.round(width * 0.4), 40, 60);
    return {
      ...base,
      kind: 'beside',
      list: { width: listWidth, height: bodyHeight },
      detail: { width: width - listWidth - 1, height: bodyHeight },
    };
  }
  if (width >= NARROW && bodyHeight >= STACKED) {
    const most = bodyHeight - 1 - LEAST_DETAIL;
    const listLines = clamp(listHeight(model, most), 3, most);
    return {
      ...base,
      kind: 'stacked',
      list: { width, height: listLines },
      detail: { width, height: bodyHeight - listLines - 1 },
    };
  }
  const whole = { width, height: bodyHeight };
  return inDetail(model)
    ? { ...base, kind: 'single', list: null, detail: whole }
    : { ...base, kind: 'single', list: whole, detail: null };
}

const inDetail = ({ mode }: Model): boolean =>
  mode.name === 'detail' || mode.name === 'search' || ('back' in mode && mode.back === 'detail');

/** Lines the list would take, counted no further than `enough`. */
function listHeight(model: Model, enough: number): number {
  let lines = 0;
  for (const row of model.visible) {
    if (lines >= enough) break;
    lines += rowHeight(model.sessions.get(row.id));
  }
  return lines;
}
