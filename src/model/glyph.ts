import type { Model } from './model.js';
import type { Status } from './session.js';

const SPINNER = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] as const;

/** Milliseconds a spinner frame stays. */
export const SPINNER_MS = 250;

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
  enter: ['⏎', 'Enter'],
} as const;

export type Sign = keyof typeof SIGNS;

export const sign = (model: Pick<Model, 'ascii'>, name: Sign): string =>
  SIGNS[name][model.ascii ? 1 : 0];

/** The glyph of a state at this instant. */
export function statusGlyph(
  model: Pick<Model, 'ascii' | 'motion' | 'now'>,
  status: Status,
): string {
  if (model.ascii) return ASCII_GLYPHS[status];
  if (status !== 'working' || !model.motion) return GLYPHS[status];
  return SPINNER[Math.floor(model.now / SPINNER_MS) % SPINNER.length] ?? GLYPHS.working;
}
