import type { Effect, Target } from './action.js';
import type { Model, Observed } from './model.js';
import type { Pane, Session } from './session.js';

/** `done` stays at least this long after the pane's last event. */
export const GRACE_MS = 10_000;
/** A detail panel counts as looked at after this long on screen. */
export const DWELL_MS = 2_000;
/** Pause before a write that failed is tried again. */
export const RETRY_MS = 30_000;

export const paneKey = (id: string, role: string): string => `${id}\n${role}`;

const graceEnd = (pane: Pane): number => (pane.lastEvent ?? 0) + GRACE_MS;

/** When the detail panel will have shown this pane's `done` long enough. */
const dwellEnd = (model: Model, pane: Pane): number =>
  Math.max(model.detail.shownAt, pane.knownAt) + DWELL_MS;

function donePanes(session: Session | undefined): readonly Pane[] {
  return session?.panes.filter((pane) => pane.status === 'done') ?? [];
}

/** The model with every `done` that has been observed by now noted down, and outdated notes gone. */
function observe(model: Model): Model {
  const observed = new Map(model.observed);
  for (const [key, note] of observed) {
    const pane = model.sessions.get(note.id)?.panes.find((it) => it.role === note.role);
    if (pane?.status !== 'done' || pane.seq !== note.seq) observed.delete(key);
  }
  const note = (id: string, pane: Pane): void => {
    const key = paneKey(id, pane.role);
    if (observed.has(key)) return;
    observed.set(key, {
      id,
      role: pane.role,
      seq: pane.seq,
      notBefore: graceEnd(pane),
      writing: false,
    });
  };
  for (const pane of donePanes(model.sessions.get(model.here))) note(model.here, pane);
  if (model.detail.id !== null && model.focused) {
    for (const pane of donePanes(model.sessions.get(model.detail.id))) {
      if (model.now >= dwellEnd(model, pane)) note(model.detail.id, pane);
    }
  }
  return same(observed, model.observed) ? model : { ...model, observed };
}

const same = (a: ReadonlyMap<string, Observed>, b: ReadonlyMap<string, Observed>): boolean =>
  a.size === b.size && [...a].every(([key, note]) => b.get(key) === note);

/** Notes what has been observed and asks for the writes that are due, one per session. */
export function foldDue(before: Model): readonly [Model, readonly Effect[]] {
  const model = observe(before);
  if (model.observed.size === 0) return [model, []];
  const due = [...model.observed.values()].filter(
    (note) => !note.writing && model.now >= note.notBefore,
  );
  return due.length === 0 ? [model, []] : startFolding(model, due);
}

/** Asks for the write of these panes at once. */
export function startFolding(
  model: Model,
  notes: readonly Observed[],
): readonly [Model, readonly Effect[]] {
  const observed = new Map(model.observed);
  const targets = new Map<string, Target[]>();
  for (const note of notes) {
    observed.set(paneKey(note.id, note.role), { ...note, writing: true });
    targets.set(note.id, [...(targets.get(note.id) ?? []), { role: note.role, seq: note.seq }]);
  }
  const effects = [...targets].map(([id, list]): Effect => ({ type: 'fold', id, targets: list }));
  return [{ ...model, observed }, effects];
}

/** The done panes of these sessions, as a person's explicit word: no grace. */
export function acknowledged(model: Model, ids: readonly string[]): readonly Observed[] {
  return ids.flatMap((id) =>
    donePanes(model.sessions.get(id))
      .filter((pane) => !model.observed.get(paneKey(id, pane.role))?.writing)
      .map((pane) => ({
        id,
        role: pane.role,
        seq: pane.seq,
        notBefore: model.now,
        writing: false,
      })),
  );
}

/** The model after a write ended. A failed one is tried again after a pause. */
export function foldEnded(
  model: Model,
  id: string,
  targets: readonly Target[],
  failed: boolean,
): Model {
  const observed = new Map(model.observed);
  for (const { role, seq } of targets) {
    const key = paneKey(id, role);
    const note = observed.get(key);
    if (note === undefined || note.seq !== seq) continue;
    // A write that succeeded shows when the watcher reports it; trying again would write nothing.
    observed.set(key, {
      ...note,
      writing: !failed,
      notBefore: failed ? model.now + RETRY_MS : note.notBefore,
    });
  }
  return { ...model, observed };
}

/** The next instant at which an observation ripens or a write falls due; null when none will. */
export function nextFold(model: Model): number | null {
  let next: number | null = null;
  const consider = (at: number): void => {
    if (next === null || at < next) next = at;
  };
  for (const note of model.observed.values()) if (!note.writing) consider(note.notBefore);
  if (model.detail.id !== null && model.focused) {
    for (const pane of donePanes(model.sessions.get(model.detail.id))) {
      const key = paneKey(model.detail.id, pane.role);
      if (!model.observed.has(key)) consider(dwellEnd(model, pane));
    }
  }
  return next;
}
