import { isNarrow, textWidth } from './width.js';

export { textWidth };

/** Longest stretch of a file's text that is looked at for one line of the screen, in UTF-16 units. */
const MAX_TEXT = 2_000;

/**
 * Escape sequences, complete ones whole: CSI, then the string kinds (OSC, DCS, SOS, PM, APC) up to
 * their terminator, in 7-bit and C1 form, then two- and three-character escapes. A string sequence
 * that never ends loses only its introducer, so the text behind it still shows.
 */
const ESCAPES =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]P^_X]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]+[0-~]|\u001b[0-~]?/g;

/** What separates words without being a space: shown as one space. */
const SPACES = /[\t\n\v\f\r\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;

/**
 * What must never reach a terminal or cannot be seen there: controls, lone surrogates, bidi
 * controls, noncharacters, and ignorable characters. Joiners and variation selectors stay, emoji need them.
 */
const UNSEEN =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufff9-\ufffb\ufffe\uffff]|(?!\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu;

/** Marks piled on one letter beyond what any script writes. */
const MARK_PILES = /(\p{M}{4})\p{M}+/gu;

/** Marks and joiners that have no letter to sit on. */
const LEADING_MARKS = /^[\p{M}\u200c\u200d]+/u;

const PLAIN = /^[ -~]*$/;

/**
 * The one door from file to screen: any text in, one harmless line out. Escape sequences of every
 * form, controls, bidi controls and line separators are gone, white space is single, ends are trimmed.
 */
export function clean(text: string): string {
  const piece = text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text;
  if (PLAIN.test(piece)) return piece.replace(/ {2,}/g, ' ').trim();
  return piece
    .replace(ESCAPES, '')
    .toWellFormed()
    .replace(SPACES, ' ')
    .replace(UNSEEN, '')
    .replace(MARK_PILES, '$1')
    .replace(/ {2,}/g, ' ')
    .trim()
    .replace(LEADING_MARKS, '');
}

/** One line of another program's screen: as `clean`, but spaces stay where they are. */
export const cleanScreen = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text
        .slice(0, MAX_TEXT)
        .replace(ESCAPES, '')
        .toWellFormed()
        .replace(SPACES, ' ')
        .replace(UNSEEN, '')
        .replace(MARK_PILES, '$1')
        .replace(LEADING_MARKS, '');

// Made when first needed: it costs more than a frame.
let segmenter: Intl.Segmenter | undefined;

/** The whole characters (grapheme clusters) of cleaned text. */
export function graphemes(text: string): string[] {
  if (isNarrow(text)) return text.split('');
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), (part) => part.segment);
}

/** Cleaned text cut to at most `width` columns in whole characters; a cut ends in `ellipsis`. */
export function cut(text: string, width: number, ellipsis = '…'): string {
  if (width <= 0) return '';
  if (textWidth(text) <= width) return text;
  const room = width - textWidth(ellipsis);
  if (room < 0) return '';
  let kept = '';
  let used = 0;
  for (const part of graphemes(text)) {
    const next = used + textWidth(part);
    if (next > room) break;
    kept += part;
    used = next;
  }
  return kept.trimEnd() + ellipsis;
}

/** Text padded with spaces on the right to exactly `width` columns; longer text is cut. */
export function pad(text: string, width: number, ellipsis?: string): string {
  const fitting = cut(text, width, ellipsis);
  return fitting + ' '.repeat(Math.max(0, width - textWidth(fitting)));
}
