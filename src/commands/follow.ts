import { systemClock } from '../app/clock.js';
import { watchLiveness } from '../app/liveness.js';
import { startModel } from '../app/options.js';
import { openDisk } from '../app/sources.js';
import type { Action } from '../model/action.js';
import type { Model } from '../model/model.js';
import { update } from '../model/update.js';
import { systemTmux } from '../tmux/run.js';
import type { CommandOptions, Io } from './io.js';

export interface Following {
  /** The root, all sessions and tmux have been looked at once. */
  readonly ready: Promise<void>;
  readonly model: Model;
  close(): Promise<void>;
}

/** The model as it goes on, without a screen. `changed` hears of each step after `ready`. */
export function follow(
  options: CommandOptions,
  io: Io,
  changed: (model: Model) => void,
): Following {
  let model = startModel(options, io.env, { columns: 100, rows: 1_000 });
  let begun = false;
  const dispatch = (action: Action): void => {
    [model] = update({ ...model, now: Date.now() }, action);
    if (begun) changed(model);
  };
  const disk = openDisk(model.rootPath, dispatch);
  let answered!: () => void;
  const asked = new Promise<void>((resolve) => {
    answered = resolve;
  });
  const heard = (action: Action): void => {
    dispatch(action);
    answered();
  };
  const liveness =
    options.tmux === false ? null : watchLiveness(systemTmux(io.env), systemClock, heard);
  const ready = Promise.all([disk?.ready, liveness && asked]).then(() => {
    begun = true;
  });
  return {
    ready,
    get model() {
      return model;
    },
    async close() {
      liveness?.stop();
      await disk?.close();
    },
  };
}
