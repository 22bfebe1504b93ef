import { sign } from './glyph.js';
import { type Layout, layoutOf } from './layout.js';
import { type Span, span } from './line.js';
import type { Model } from './model.js';
import { detailLines, ruleLine } from './view-detail.js';
import { bottomRule, footerLine, headerLine, isPage, pageView, topRule } from './view-frame.js';
import { listLines } from './view-list.js';

/** The lines of a screen from top to bottom, none wider than the terminal. */
export interface Frame {
  readonly lines: readonly (readonly Span[])[];
  readonly color: boolean;
}

const NO_SPANS: readonly Span[] = [];

/** So many lines, whatever there is to show. */
const filled = (lines: readonly (readonly Span[])[], height: number): (readonly Span[])[] =>
  Array.from({ length: height }, (_, index) => lines[index] ?? NO_SPANS);

function bodyLines(model: Model, layout: Layout): (readonly Span[])[] {
  const { width, bodyHeight, list, detail } = layout;
  if (isPage(model)) return filled(pageView(model, width, bodyHeight), bodyHeight);
  const above = list ? filled(listLines(model, list.width, list.height), list.height) : [];
  const below = detail
    ? filled(detailLines(model, detail.width, detail.height), detail.height)
    : [];
  if (layout.kind !== 'beside' || list === null) {
    const rule = layout.kind === 'stacked' ? [ruleLine(model, width, { left: [], right: [] })] : [];
    return filled([...above, ...rule, ...below], bodyHeight);
  }
  const blank = [span(' '.repeat(list.width))];
  const border = span(sign(model, 'vertical'), 'border');
  return above.map((left, index) => [
    ...(left.length === 0 ? blank : left),
    border,
    ...(below[index] ?? NO_SPANS),
  ]);
}

/** The whole screen as a function of the model: one line fewer than the terminal has. */
export function frameOf(model: Model): Frame {
  const layout = layoutOf(model);
  const { width, height, rules } = layout;
  const lines: (readonly Span[])[] = [headerLine(model, width)];
  if (rules === 1) lines.push(topRule(model, layout));
  lines.push(...bodyLines(model, layout));
  if (rules === 1) lines.push(bottomRule(model, layout));
  if (height > 1) lines.push(footerLine(model, width));
  return { lines, color: model.color };
}

const sameLine = (a: readonly Span[], b: readonly Span[]): boolean =>
  a.length === b.length &&
  a.every(
    (part, index) =>
      part.text === b[index]?.text && part.role === b[index]?.role && part.sgr === b[index]?.sgr,
  );

/**
 * The next frame with every line that shows the same as before taken from the frame before, and that
 * frame itself when nothing differs: what is not drawn again costs nothing.
 */
export function nextFrame(before: Frame, next: Frame): Frame {
  let same = before.color === next.color && before.lines.length === next.lines.length;
  const lines = next.lines.map((line, index) => {
    const old = before.lines[index];
    if (old !== undefined && sameLine(old, line)) return old;
    same = false;
    return line;
  });
  return same ? before : { ...next, lines };
}
