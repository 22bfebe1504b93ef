import { nextFold } from './fold.js';
import { layoutOf } from './layout.js';
import type { Model } from './model.js';
import { rowHeight, rowIndex } from './rows.js';
import { QUIET_MS } from './select.js';
import { type Pane, type Session, since } from './session.js';
import { nextAgeChange } from './time.js';

/** The sessions that have a row on screen, and the one in the detail panel. */
export function sessionsOnScreen(model: Model): Session[] {
  const { list, detail } = layoutOf(model);
  const shown: Session[] = [];
  if (list !== null) {
    let lines = 0;
    const first = Math.max(0, rowIndex(model.visible, model.topRow));
    for (let index = first; index < model.visible.length && lines < list.height; index++) {
      const session = model.sessions.get(model.visible[index]?.id ?? '');
      lines += rowHeight(session);
      if (session) shown.push(session);
    }
  }
  const inDetail =
    detail !== null && model.detail.id !== null && model.sessions.get(model.detail.id);
  if (inDetail) shown.push(inDetail);
  return shown;
}

/** When the silence of a working pane next reads differently. */
function nextQuietChange(pane: Pane, now: number): number | null {
  if (pane.status !== 'working' || pane.lastEvent === null) return null;
  const begins = pane.lastEvent + QUIET_MS;
  return now < begins ? begins : nextAgeChange(pane.lastEvent, now);
}

/**
 * The next instant at which the screen would differ or a write falls due though nothing happened:
 * the one clock sleeps until then. Null: nothing ages, no timer is needed.
 */
export function wakeAt(model: Model): number | null {
  const instants: (number | null)[] = [nextFold(model), model.notice?.until ?? null];
  for (const session of sessionsOnScreen(model)) {
    for (const pane of session.panes) {
      instants.push(nextAgeChange(since(pane), model.now), nextQuietChange(pane, model.now));
    }
  }
  const known = instants.filter((at) => at !== null);
  return known.length === 0 ? null : Math.min(...known);
}
