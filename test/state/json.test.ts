import fc from 'fast-check';
import { LosslessNumber, parse } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { formatJson, parseJson } from '../../src/state/json.js';

/** JSON text with everything that is hard to read back exactly, and white space anywhere. */
const number = fc.oneof(
  fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }).map(String),
  fc
    .tuple(fc.integer(), fc.nat(), fc.integer({ min: -400, max: 400 }))
    .map(([a, b, c]) => `${a}.${b}e${c}`),
  fc.constantFrom('-0', '0', '-0.0', '1.10', '1E5', '9007199254740993', '0.1', '1e400'),
);
const string = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '1234567890123456789',
      '\u0000',
      '\u0000123',
      '"',
      '\\',
      '\\"',
      '{"n":12345678901234567890}',
    ),
  )
  .map((text) => JSON.stringify(text));
const { text } = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { depthSize: 'small' },
    number,
    string,
    fc.constantFrom('true', 'false', 'null'),
    fc.array(tie('text')).map((items) => `[ ${items.join(' ,')}]`),
    fc
      .array(fc.tuple(string, tie('text')))
      .map((items) => `{${items.map(([key, value]) => `${key}:\n${value}`).join(',')} }`),
  ),
}));

/** What the library that keeps every digit reads, character by character. */
function slowly(json: string): unknown {
  const parseNumber = (digits: string): unknown =>
    String(Number(digits)) === digits ? Number(digits) : new LosslessNumber(digits);
  return parse(json, undefined, { parseNumber, onDuplicateKey: ({ newValue }) => newValue });
}

describe('reading JSON', () => {
  it('by the engine keeps what reading it character by character keeps', () => {
    fc.assert(
      fc.property(
        text.filter((it) => !it.includes('__proto__')),
        (json) => {
          expect(formatJson(parseJson(json))).toBe(formatJson(slowly(json)));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('takes digits in a string for text', () => {
    for (const value of [
      '12345678901234567890',
      '\u000012345678901234567890',
      'a "1.10" b',
      '\\',
    ]) {
      expect(parseJson(JSON.stringify({ value, n: 1 }))).toEqual({ value, n: 1 });
      expect(parseJson(`{"n":1.10,"value":${JSON.stringify(value)}}`)).toEqual({
        n: new LosslessNumber('1.10'),
        value,
      });
    }
  });

  it('keeps every digit in a text too long for patterns', () => {
    const long = '7 '.repeat(50_000);
    expect(formatJson(parseJson(`{"a":"${long}","n":12345678901234567890}`))).toBe(
      `{"a":"${long}","n":12345678901234567890}`,
    );
  });
});
