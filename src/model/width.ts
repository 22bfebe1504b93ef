import stringWidth from 'string-width';

/**
 * Characters of one column each that never join with another into one: letters of the alphabets in
 * one piece, punctuation, arrows, frames, blocks, braille, our own marks. A text of them needs no segmenter.
 */
const NARROW =
  /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0377\u037a-\u037f\u0384-\u038a\u038e-\u03a1\u03a3-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u203b\u2190-\u21ff\u23ce\u2500-\u25fc\u2694\u26a0\u2713\u2720\u2800-\u28ff\ufdd0]*$/;

/** Whether every UTF-16 unit of a text is a whole character, one column wide. */
export const isNarrow = (text: string): boolean => NARROW.test(text);

/** Colours and the like, as Ink puts them around our texts. */
const SGR = /\u001b\[[\d;:]*m/g;

/** Columns that cleaned text takes on a terminal, with or without SGR sequences in it. */
export function textWidth(text: string): number {
  if (NARROW.test(text)) return text.length;
  const plain = text.includes('\u001b') ? text.replace(SGR, '') : text;
  return NARROW.test(plain) ? plain.length : stringWidth(plain);
}

/** In the bundle Ink measures its texts with this too (build-lean.mjs). */
export default textWidth;
