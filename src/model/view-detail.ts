import { sign } from './glyph.js';
import { detailHead, logLineSpans, logTitle } from './head.js';
import { cutSpans, fitLine, type Span, span, spansWidth } from './line.js';
import type { Model } from './model.js';
import { detailParts, lineMatches, logTop } from './update-detail.js';

/** The detail panel's lines, each exactly `width` columns. */
export function detailLines(model: Model, width: number, height: number): Span[][] {
  const { detail } = model;
  const session = detail.id === null ? undefined : model.sessions.get(detail.id);
  if (session === undefined) return [];
  const ellipsis = sign(model, 'ellipsis');
  const inset = (left: readonly Span[], right: readonly Span[] = []): Span[] =>
    fitLine([span(' '), ...left], right, width, ellipsis);
  const { head, log } = detailParts(model);
  const lines = detailHead(model, session, width, head).map((it) => inset(it.left, it.right));
  if (model.preview !== null) {
    const title = { left: [span('screen', 'strong')], right: [span('each second', 'dim')] };
    const { lines: seen, problem } = model.preview;
    const why = problem === '' ? 'looking…' : problem;
    lines.push(ruleLine(model, width, title));
    if (seen === null) lines.push(inset([span(why, problem === '' ? 'dim' : 'warn')]));
    // The end of its screen is where an agent asks.
    for (const line of seen?.slice(-log) ?? []) lines.push(inset(line));
    return lines.slice(0, height);
  }
  lines.push(ruleLine(model, width, logTitle(model)));
  if (!detail.opened || detail.lines.length === 0) {
    const why = detail.opened ? 'no events yet' : 'reading the log…';
    lines.push(inset([span(why, 'dim')]));
  }
  const first = logTop(detail, log);
  for (let index = first; index < Math.min(detail.lines.length, first + log); index++) {
    const { left, right } = logLineSpans(model, index, width);
    const event = detail.lines[index];
    const hit = event !== undefined && lineMatches(event, detail.query);
    lines.push(
      fitLine([span(hit ? sign(model, 'selected') : ' ', 'mark'), ...left], right, width, ellipsis),
    );
  }
  return lines.slice(0, height);
}

/** A horizontal line with words in it. */
export function ruleLine(
  model: Model,
  width: number,
  words: { left: readonly Span[]; right: readonly Span[] },
): Span[] {
  const bar = sign(model, 'horizontal');
  const ellipsis = sign(model, 'ellipsis');
  const right = words.right.filter((part) => part.text !== '');
  const left = words.left.filter((part) => part.text !== '');
  const end = right.length === 0 ? [] : [span(' '), ...cutSpans(right, width - 4, ellipsis)];
  const room = width - spansWidth(end);
  const start =
    left.length === 0
      ? []
      : [
          span(`${bar}${bar} `, 'border'),
          ...cutSpans(left, Math.max(0, room - 4), ellipsis),
          span(' '),
        ];
  const gap = Math.max(0, room - spansWidth(start));
  return cutSpans([...start, span(bar.repeat(gap), 'border'), ...end], width, ellipsis);
}
