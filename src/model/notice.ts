import type { Model, Notice } from './model.js';

const NOTICE_MS = 5_000;

/** The model with a line that is said for a while in the footer's place. The text is clean. */
export const noticed = (model: Model, text: string, kind: Notice['kind'] = 'info'): Model => ({
  ...model,
  notice: { text, kind, until: model.now + NOTICE_MS },
});

/** Why what tmux would do was not done. */
export const LEFT_OUT = 'tmux is left out (--no-tmux)';
