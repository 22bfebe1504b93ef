import type { Intent } from './action.js';
import { helpLines } from './help.js';
import { layoutOf } from './layout.js';
import { clamp } from './list.js';
import type { Model } from './model.js';
import { clean } from './text.js';

/** Lines of a manifest that are shown; a longer file is cut with a word about it. */
const MOST_LINES = 5_000;

/** The page laid over the panels, as lines. */
export function pageLines(model: Model): readonly string[] {
  switch (model.mode.name) {
    case 'help':
      return helpLines(model);
    case 'manifest':
      return model.mode.lines ?? ['reading…'];
    default:
      return [];
  }
}

/** What an intent does while a page (help, manifest) is laid over the panels. */
export function pageIntent(model: Model, intent: Intent): Model {
  const { mode } = model;
  if (mode.name !== 'help' && mode.name !== 'manifest') return model;
  if (intent === 'close') return { ...model, mode: { name: mode.back } };
  const height = Math.max(1, layoutOf(model).bodyHeight);
  const steps: Partial<Record<Intent, number>> = {
    down: 1,
    up: -1,
    'half-down': Math.ceil(height / 2),
    'half-up': -Math.ceil(height / 2),
    'page-down': height,
    'page-up': -height,
    first: Number.NEGATIVE_INFINITY,
    last: Number.POSITIVE_INFINITY,
  };
  const by = steps[intent];
  if (by === undefined) return model;
  const last = Math.max(0, pageLines(model).length - height);
  return { ...model, mode: { ...mode, top: clamp(mode.top + by, 0, last) } };
}

/** The model with a manifest's text, when the page still waits for it. Indentation is kept. */
export function manifestRead(model: Model, id: string, text: string): Model {
  const { mode } = model;
  if (mode.name !== 'manifest' || mode.id !== id) return model;
  const all = text.replace(/\r?\n$/, '').split('\n');
  const lines = all.slice(0, MOST_LINES).map((line) => {
    const indent = /^[ \t]*/.exec(line)?.[0].replaceAll('\t', '  ') ?? '';
    return indent.slice(0, 200) + clean(line);
  });
  if (all.length > MOST_LINES) lines.push(`… ${all.length - MOST_LINES} more lines`);
  return { ...model, mode: { ...mode, lines } };
}
