import type { SessionRead } from './action.js';
import { asTold, withLiveness } from './live.js';
import type { Model } from './model.js';
import { arrange, movesRows } from './rows.js';
import { emptySession, type Session, withManifest, withSnapshot } from './session.js';

const isReading = ({ root }: Model): boolean =>
  root.status === 'loading' || (root.status === 'ok' && root.unread !== undefined);

/** The model after looks at files of sessions. */
export function sessionsRead(model: Model, reads: readonly SessionRead[]): Model {
  const changed = new Map<string, Session>();
  let moved = false;
  for (const read of reads) {
    const before = changed.get(read.id) ?? model.sessions.get(read.id);
    let after: Session = before === undefined ? emptySession(read.id) : asTold(before);
    if (read.manifest) after = withManifest(after, read.manifest);
    if (read.snapshot) after = withSnapshot(after, read.snapshot, model.now);
    after = withLiveness(after, model);
    changed.set(read.id, after);
    moved ||= movesRows(before, after);
  }
  const sessions = model.sessions.with([...changed.values()]);
  const next = { ...model, sessions };
  if (!moved) return next;
  const arranged = { ...next, order: arrange(sessions, model.sort) };
  // While the first scan comes in pieces, the top of the list is selected until somebody chooses.
  return model.touched || !isReading(model)
    ? arranged
    : { ...arranged, selected: null, topRow: null };
}

/** The model without sessions whose manifests are gone. */
export function sessionsGone(model: Model, ids: readonly string[]): Model {
  const sessions = model.sessions.with([], ids);
  return { ...model, sessions, order: arrange(sessions, model.sort) };
}
