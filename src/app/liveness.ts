import type { Action } from '../model/action.js';
import { askLive } from '../tmux/live.js';
import type { RunTmux } from '../tmux/run.js';
import type { Clock } from './clock.js';
import { liveAction } from './look.js';

/** Between two questions, in milliseconds. */
const EVERY_MS = 2_000;
/** The same while nobody looks, nothing has happened for a while, or tmux gives no answer. */
const RESTING_MS = 10_000;
/** Nothing happens any more after this long without news, in milliseconds. */
const QUIET_MS = 10_000;

export interface Liveness {
  /** Asks now, if nothing is being asked. */
  ask(): void;
  /** Something happened: to a session, or a person pressed a key. */
  stir(): void;
  /** Somebody looks, or does not. */
  focus(has: boolean): void;
  stop(): void;
}

/**
 * Asks tmux what lives, over and over: one question for all sessions, and never two at a time. A
 * slow or failing tmux is asked less often, and what it said last stays.
 */
export function watchLiveness(
  run: RunTmux,
  clock: Clock,
  dispatch: (action: Action) => void,
): Liveness {
  let asking = false;
  let stopped = false;
  let focused = true;
  let troubled = false;
  let cancel: (() => void) | null = null;
  let askedAt = clock.now();
  let stirredAt = clock.now();
  let resting = false;

  const rest = (): void => {
    cancel?.();
    if (stopped || asking) return;
    const now = clock.now();
    resting = !focused || troubled || now - stirredAt >= QUIET_MS;
    const at = askedAt + (resting ? RESTING_MS : EVERY_MS);
    cancel = clock.after(Math.max(0, at - now), ask);
  };
  const ask = (): void => {
    cancel?.();
    cancel = null;
    if (asking || stopped) return;
    asking = true;
    askedAt = clock.now();
    void askLive(run).then((live) => {
      asking = false;
      if (stopped) return;
      troubled = live.status === 'trouble';
      dispatch(liveAction(live));
      rest();
    });
  };
  ask();
  return {
    ask,
    stir() {
      stirredAt = clock.now();
      if (resting && focused && !troubled) rest();
    },
    focus(has) {
      const came = has && !focused;
      focused = has;
      if (came) ask();
      else rest();
    },
    stop() {
      stopped = true;
      cancel?.();
    },
  };
}
