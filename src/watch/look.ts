import { Batch, type SessionFact } from './batch.js';
import { lookAtRoot, type RootFact } from './root.js';
import { SessionReader } from './session-reader.js';
import { inSlices, newestFirst } from './slices.js';

/** Looks once at a root and all its sessions; watches nothing. */
export async function lookOnce(
  root: string,
): Promise<{ root: RootFact; sessions: readonly SessionFact[] }> {
  const { fact, ids } = await lookAtRoot(root);
  const sessions: SessionFact[] = [];
  const batch = new Batch({ sessions: (facts) => sessions.push(...facts), gone: () => {} });
  const reader = new SessionReader(root, batch);
  await inSlices(newestFirst(ids), {
    look: (id, lastTry) => reader.check(id, lastTry) !== 'later',
    firstMs: Number.POSITIVE_INFINITY,
  });
  batch.open();
  return { root: fact, sessions };
}
