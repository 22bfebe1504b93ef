import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { graphemes } from '../../src/model/text.js';
import { isNarrow, textWidth } from '../../src/model/width.js';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const NARROW = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code)).filter(
  isNarrow,
);

test('every character that is taken for a narrow one is one column wide', () => {
  expect(NARROW.length).toBeGreaterThan(1_500);
  expect(NARROW.filter((it) => stringWidth(it) !== 1)).toEqual([]);
});

test('no narrow character joins with its neighbour into one', () => {
  // Beside each other, and in the other order: every pair of neighbours, and the ends of the ranges.
  for (const text of [NARROW.join(''), [...NARROW].reverse().join('')]) {
    expect(Array.from(segmenter.segment(text), (it) => it.segment)).toEqual(text.split(''));
  }
});

test('what joins or is wide is measured in whole characters', () => {
  for (const text of ['e\u0301', '⚔\ufe0f', '▶\ufe0f', '日本', '👩‍👩‍👧', '\u1100\u1161', 'a日b']) {
    expect(isNarrow(text)).toBe(false);
    expect(textWidth(text)).toBe(stringWidth(text));
    expect(graphemes(text)).toEqual(Array.from(segmenter.segment(text), (it) => it.segment));
  }
});
