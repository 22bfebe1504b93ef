import type { Action } from '../model/action.js';
import { askLive } from '../tmux/live.js';
import type { RunTmux } from '../tmux/run.js';
import type { Clock } from './clock.js';
import { liveAction } from './look.js';

/** Between two questions, in milliseconds; while nobody looks, and while tmux gives no answer, longer. */
const EVERY_MS = 2_000;
const RESTING_MS = 10_000;

export interface Liveness {
  /** Asks now, if nothing is being asked. */
  ask(): void;
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

  const rest = (): void => {
    cancel?.();
    if (stopped || asking) return;
    cancel = clock.after(focused && !troubled ? EVERY_MS : RESTING_MS, ask);
  };
  const ask = (): void => {
    cancel?.();
    cancel = null;
    if (asking || stopped) return;
    asking = true;
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
