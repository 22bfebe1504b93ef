import { describe, expect, it } from 'vitest';
import { age, clockTime, nextAgeChange, parseTime } from '../../src/model/time.js';

const now = Date.UTC(2026, 5, 1, 12);

describe('ages', () => {
  it.each([
    ["Go's zero time", '0001-01-01T00:00:00Z', ''],
    ['a missing time', undefined, ''],
    ['an empty time', '', ''],
    ['no date at all', 'not a date', ''],
    ['five minutes in the future', '2026-06-01T12:05:00Z', 'now'],
    ['the year 2099', '2099-01-01T00:00:00Z', 'now'],
    ['nine digits and an offset', '2026-06-01T14:59:30.123456789+03:00', '29s'],
    ['minutes', '2026-06-01T11:56:00Z', '4m'],
    ['hours', '2026-06-01T06:00:00Z', '6h'],
    ['days', '2026-05-29T12:00:00Z', '3d'],
  ])('%s reads as it should', (_, text, expected) => {
    expect(age(parseTime(text), now)).toBe(expected);
  });

  it('the next change is the first instant at which the age reads differently', () => {
    for (const passed of [
      -5_000, 0, 999, 1_000, 59_999, 60_000, 3_599_999, 3_600_000, 90_000_000,
    ]) {
      const at = now - passed;
      const next = nextAgeChange(at, now) ?? Number.NaN;
      expect(next).toBeGreaterThan(now);
      expect(age(at, next)).not.toBe(age(at, now));
      expect(age(at, next - 1)).toBe(age(at, now));
    }
  });

  it('events show local clock time, and dashes without a time', () => {
    expect(clockTime(now, 120)).toBe('14:00:00');
    expect(clockTime(null, 0)).toBe('--:--:--');
  });
});
