import type { Action, Effect } from '../model/action.js';
import { type Frame, frameOf, nextFrame } from '../model/frame.js';
import type { Model } from '../model/model.js';
import { update } from '../model/update.js';
import { wakeAt } from '../model/wake.js';
import type { Clock } from './clock.js';

/** Frames are drawn no more often than this, in milliseconds: as often as a terminal shows them. */
const FRAME_MS = 16;
/** What files tell is drawn this often for long, in milliseconds, and `BURST` times without waiting. */
const PACE_MS = 50;
const BURST = 6;

/** Actions of a person, who waits for what they bring. */
const AT_ONCE = new Set<Action['type']>(['key', 'paste', 'intent', 'resized', 'resumed', 'focus']);

export interface Runtime {
  dispatch(action: Action): void;
  /** The present frame; the same object until something on it differs. */
  snapshot(): Frame;
  subscribe(changed: () => void): () => void;
  /** Makes the snapshot show the present model now, without waiting for the next frame. */
  show(): void;
  /** Stops the clock; later actions change nothing. */
  stop(): void;
}

/**
 * Holds the one model: takes actions in order, runs the effects they ask for, tells subscribers when
 * the screen differs, and sleeps until the next instant at which the screen would differ.
 */
export function createRuntime(
  initial: Model,
  clock: Clock,
  run: (effect: Effect, dispatch: (action: Action) => void) => void,
): Runtime {
  let model = initial;
  let shown = initial;
  /** Made when it is first asked for. */
  let snapshot: Frame | null = null;
  let lastFrame = Number.NEGATIVE_INFINITY;
  /** When all frames drawn so far would have been drawn at the pace. */
  let paced = Number.NEGATIVE_INFINITY;
  let due = Number.POSITIVE_INFINITY;
  let stopped = false;
  let cancelFrame: (() => void) | null = null;
  let cancelWake: (() => void) | null = null;
  const queue: Action[] = [];
  let draining = false;
  const listeners = new Set<() => void>();

  const frame = (): void => {
    cancelFrame = null;
    due = Number.POSITIVE_INFINITY;
    lastFrame = clock.now();
    shown = model;
    const fresh = frameOf(model);
    const next = snapshot === null ? fresh : nextFrame(snapshot, fresh);
    if (next !== snapshot) {
      snapshot = next;
      paced = Math.max(paced, lastFrame) + PACE_MS;
      for (const changed of listeners) changed();
    }
    sleep();
  };

  /** A change shows in this turn of the event loop, or when the last frames are old enough. */
  const schedule = (atOnce: boolean): void => {
    if (shown === model) return;
    const now = clock.now();
    const at = Math.max(now, lastFrame + FRAME_MS, atOnce ? now : paced - BURST * PACE_MS);
    if (at >= due) return;
    cancelFrame?.();
    due = at;
    cancelFrame = clock.after(at - now, frame);
  };

  const sleep = (): void => {
    cancelWake?.();
    cancelWake = null;
    const at = stopped ? null : wakeAt(model);
    if (at === null) return;
    cancelWake = clock.after(Math.max(0, at - clock.now()), () => {
      cancelWake = null;
      dispatch({ type: 'tick' });
      // A tick that showed nothing new still has to set the next one.
      if (cancelFrame === null) sleep();
    });
  };

  const dispatch = (action: Action): void => {
    if (stopped) return;
    queue.push(action);
    if (draining) return;
    draining = true;
    let atOnce = false;
    try {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const [after, effects] = update({ ...model, now: clock.now() }, next);
        model = after;
        atOnce ||= AT_ONCE.has(next.type);
        for (const effect of effects) run(effect, dispatch);
      }
    } finally {
      draining = false;
    }
    schedule(atOnce);
  };

  return {
    dispatch,
    snapshot() {
      snapshot ??= frameOf(shown);
      return snapshot;
    },
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    show() {
      cancelFrame?.();
      frame();
    },
    stop() {
      stopped = true;
      cancelFrame?.();
      cancelWake?.();
    },
  };
}
