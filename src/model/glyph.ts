import type { Model } from './model.js';
import type { Status } from './session.js';

/**
 * Stands for a spinner in a line of the screen; the painter draws it turning. A character that no
 * text can hold (`clean` takes it out), so that an agent's text is never taken for one. That a frame
 * need not be made anew for each turn keeps twenty working rows under 1 % of a core.
 */
export const SPINNER = '\ufdd0';

const GLYPHS: Record<Status, string> = {
  starting: '◌',
  working: '●',
  blocked: '▲',
  done: '✓',
  idle: '○',
  stopped: '■',
  unknown: '?',
};

const ASCII_GLYPHS: Record<Status, string> = {
  starting: '.',
  working: '*',
  blocked: '!',
  done: '+',
  idle: '-',
  stopped: '#',
  unknown: '?',
};

/** Marks and lines of the screen, in their ordinary and their ASCII form. */
const SIGNS = {
  master: ['⚔', 'M'],
  standalone: ['✠', 'o'],
  orphan: ['┄', '~'],
  branch: ['┣', '|'],
  lastBranch: ['┗', '`'],
  trunk: ['┃', '|'],
  selected: ['▌', '>'],
  horizontal: ['─', '-'],
  vertical: ['│', '|'],
  teeDown: ['┬', '+'],
  teeUp: ['┴', '+'],
  ellipsis: ['…', '~'],
  dot: ['·', '-'],
  warn: ['⚠', '!'],
  here: ['◂', '<'],
  newline: ['⏎', '\\'],
} as const;

export type Sign = keyof typeof SIGNS;

export const sign = (model: Pick<Model, 'ascii'>, name: Sign): string =>
  SIGNS[name][model.ascii ? 1 : 0];

/** The glyph of a state; a working one turns where motion is wanted and somebody may look. */
export function statusGlyph(
  model: Pick<Model, 'ascii' | 'motion' | 'focused'>,
  status: Status,
): string {
  if (model.ascii) return ASCII_GLYPHS[status];
  return status === 'working' && model.motion && model.focused ? SPINNER : GLYPHS[status];
}
