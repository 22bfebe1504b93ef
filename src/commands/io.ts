import type { ScreenOptions } from '../app/options.js';
import type { Model } from '../model/model.js';
import { emptyText } from '../model/view-list.js';

/** What a command needs of the process it runs in. */
export interface Io {
  readonly env: NodeJS.ProcessEnv;
  out(text: string): void;
  err(text: string): void;
  /** Columns of the terminal that `out` goes to; null when it goes elsewhere. */
  readonly columns: number | null;
}

export interface CommandOptions extends ScreenOptions {
  json?: boolean;
}

/** Exit codes of commands; 2 is a command line that cannot work. */
export const OK = 0;
/** What was asked for is not there, or could not be done. */
export const FAILED = 1;
export const USAGE = 2;
/** As timeout(1) has it. */
export const TIMED_OUT = 124;

/** Says on standard error why there is nothing to look at. False when there is. */
export function saidUnreadable(model: Model, io: Io): boolean {
  if (model.root.status === 'ok') return false;
  // What the screen adds for a missing root is about the screen.
  const lines = model.root.status === 'missing' ? 1 : 2;
  io.err(`questmaster-tui: ${emptyText(model).slice(0, lines).join(' ')}\n`);
  return true;
}

/** Says on standard error what is not known. */
export function sayTroubles(model: Model, io: Io): void {
  if (model.tmux.status === 'trouble') {
    io.err(`questmaster-tui: tmux ${model.tmux.problem}; states are those on disk\n`);
  }
}
