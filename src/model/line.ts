import { cut, textWidth } from './text.js';

/** What a piece of text means; the theme gives each role its colour. */
export type Role =
  | 'plain'
  | 'dim'
  | 'title'
  | 'strong'
  | 'border'
  | 'key'
  | 'warn'
  | 'mark'
  | 'cursor'
  | 'starting'
  | 'working'
  | 'blocked'
  | 'done'
  | 'idle'
  | 'stopped'
  | 'unknown';

/** A piece of one line. `text` is cleaned already. */
export interface Span {
  readonly text: string;
  readonly role: Role;
  /** SGR parameters of its own, of the terminal's sixteen colours: another program's text. */
  readonly sgr?: string;
}

export const span = (text: string, role: Role = 'plain'): Span => ({ text, role });

export const spansWidth = (spans: readonly Span[]): number =>
  spans.reduce((sum, part) => sum + textWidth(part.text), 0);

/** The first `width` columns of a line; what does not fit is cut with an ellipsis. */
export function cutSpans(spans: readonly Span[], width: number, ellipsis = '…'): Span[] {
  if (spansWidth(spans) <= width) return [...spans];
  const kept: Span[] = [];
  let room = width;
  for (const [index, part] of spans.entries()) {
    const columns = textWidth(part.text);
    const more = spansWidth(spans.slice(index + 1)) > 0;
    if (columns < room || (columns === room && !more)) {
      kept.push(part);
      room -= columns;
      continue;
    }
    // Cutting exactly at a border of two spans still has to show that something is missing.
    const text =
      columns > room ? cut(part.text, room, ellipsis) : cut(`${part.text} `, room, ellipsis);
    if (text !== '') kept.push({ ...part, text });
    break;
  }
  return kept;
}

/**
 * One line of exactly `width` columns: `left` is cut to make room, `right` stands at the right edge
 * and is cut only when it alone is wider than the line.
 */
export function fitLine(
  left: readonly Span[],
  right: readonly Span[],
  width: number,
  ellipsis = '…',
): Span[] {
  if (width <= 0) return [];
  const end = cutSpans(right, width, ellipsis);
  const endWidth = spansWidth(end);
  const room = width - endWidth - (endWidth > 0 ? 1 : 0);
  const start = room > 0 ? cutSpans(left, room, ellipsis) : [];
  const gap = width - endWidth - spansWidth(start);
  return gap > 0 ? [...start, span(' '.repeat(gap)), ...end] : [...start, ...end];
}
