import { asTold } from '../model/live.js';
import { leadPane, type Pane, type Session, since } from '../model/session.js';

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** A pane as JSON: `state` as the screen says it, `word` the one on disk where nobody knows it. */
const paneJson = (pane: Pane) => ({
  role: pane.role,
  agent: pane.agent,
  state: pane.status,
  ...(pane.word === '' ? {} : { word: pane.word }),
  since: iso(since(pane)),
  activity: pane.activity,
  tool: pane.tool || null,
  last_event: iso(pane.lastEvent),
  /** Larger than JSON's numbers hold. */
  seq: String(pane.seq),
});

/** A session as `ls --json` and `show --json` print it. */
export function sessionJson(session: Session) {
  const lead = leadPane(session);
  return {
    id: session.id,
    title: session.title,
    kind: session.kind,
    parent: session.parent || null,
    cwd: session.cwd,
    created_at: iso(session.created),
    state: lead?.status ?? 'unknown',
    since: lead ? iso(since(lead)) : null,
    /** Whether its tmux session is gone. */
    gone: session.told !== null,
    panes: session.panes.map(paneJson),
    told: session.told === null ? null : asTold(session).panes.map(paneJson),
    problems: [
      session.manifestProblem && `manifest: ${session.manifestProblem}`,
      session.snapshotProblem && `state: ${session.snapshotProblem}`,
    ].filter((it) => it !== ''),
  };
}
