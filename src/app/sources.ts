import type { Action } from '../model/action.js';
import { type WatchHandle, type WatchSink, watchRoot } from '../watch/watch.js';

type Dispatch = (action: Action) => void;

/** The disk's facts as actions. */
const sinkFor = (dispatch: Dispatch): WatchSink => ({
  root: (root) => dispatch({ type: 'root', root }),
  sessions: (sessions) => dispatch({ type: 'sessions-read', sessions }),
  gone: (ids) => dispatch({ type: 'sessions-gone', ids }),
  degraded: (problem) => dispatch({ type: 'watch-degraded', problem: problem ?? '' }),
});

/** Looks at the root once and from then on; null when there is no root to look at. */
export function openDisk(root: string, dispatch: Dispatch): WatchHandle | null {
  if (root === '') {
    dispatch({ type: 'root', root: { status: 'none' } });
    return null;
  }
  return watchRoot(root, sinkFor(dispatch));
}
