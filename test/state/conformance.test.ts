import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LosslessNumber, parse } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import {
  formatManifest,
  formatStateEvent,
  isValidPartyId,
  parseManifest,
  sanitizeResumeId,
  stateRoot,
} from '../../src/state/index.js';
import { decodeUtf8 } from '../../src/state/json.js';
import { formatSnapshot, parseSnapshot } from '../../src/state/snapshot.js';
import { isTime, rfc3339Nano } from '../../src/state/time.js';
import type { StateEvent } from '../../src/state/types.js';

const load = <T>(name: string): T[] =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../fixture/conformance', name), 'utf8'));

interface Vector {
  name: string;
  text?: string;
  base64?: string;
  ok: boolean;
  rewritten?: string;
}

const textOf = (vector: Vector): string =>
  vector.text ?? decodeUtf8(Buffer.from(vector.base64 ?? '', 'base64'));

/** A value whose digits can be compared: every number is its text. */
const digits = (text: string): unknown =>
  parse(text, (_, value) => (value instanceof LosslessNumber ? `#${value.value}` : value));

describe('manifests, against the Go package', () => {
  it.each(load<Vector>('manifest.json'))('$name', (vector) => {
    if (!vector.ok) {
      expect(() => parseManifest(textOf(vector))).toThrow();
      return;
    }
    const written = formatManifest(parseManifest(textOf(vector)));
    expect(digits(written)).toEqual(digits(vector.rewritten ?? ''));
  });
});

describe('snapshots, against the Go package', () => {
  it.each(load<Vector>('session-state.json'))('$name', (vector) => {
    const read = () => {
      const { state, badTimes } = parseSnapshot(textOf(vector));
      if (badTimes.length > 0) throw new Error('times');
      return state;
    };
    if (!vector.ok) expect(read).toThrow();
    else expect(digits(formatSnapshot(read()))).toEqual(digits(vector.rewritten ?? ''));
  });
});

describe('events, against the Go package', () => {
  it.each(load<{ name: string; event: StateEvent; line: string }>('state-event.json'))(
    '$name',
    ({ event, line }) => {
      const written = formatStateEvent(event);
      expect(written.endsWith('\n')).toBe(true);
      expect(JSON.parse(written)).toEqual(JSON.parse(line));
      expect(Object.keys(JSON.parse(written))).toEqual(Object.keys(JSON.parse(line)));
    },
  );
});

describe('ids and roots, against the Go package', () => {
  it.each(load<{ input: string; valid: boolean }>('party-id.json'))(
    '$input',
    ({ input, valid }) => {
      expect(isValidPartyId(input)).toBe(valid);
    },
  );

  it.each(load<{ input: string; output: string }>('resume-id.json'))(
    '$input',
    ({ input, output }) => {
      expect(sanitizeResumeId(input)).toBe(output);
    },
  );

  it.each(load<{ env: Record<string, string>; root: string }>('state-root.json'))(
    '$env',
    ({ env, root }) => {
      expect(stateRoot(env)).toBe(root);
    },
  );
});

describe('times, against Go 1.26', () => {
  it.each([
    ['2026-05-23T10:00:00Z', true],
    ['2026-05-23T05:00:00.12345678901234Z', true],
    ['2026-05-23T05:00:00-00:00', true],
    ['2026-05-23T5:00:00.1+01:00', true],
    ['2026-05-23T05:00:00,5Z', true],
    ['2026-05-23T05:00:00+24:60', true],
    ['2026-05-23T05:00:00+25:00', false],
    ['2026-05-23T24:00:00Z', false],
    ['2026-05-23T05:00:60Z', false],
    ['2026-05-23t05:00:00Z', false],
    ['2026-05-23T05:00:00.Z', false],
    ['2026-05-23 05:00:00Z', false],
    ['2026-02-29T05:00:00Z', false],
    ['2024-02-29T05:00:00Z', true],
    ['0000-02-29T05:00:00Z', true],
    ['', false],
  ])('%s', (text, ok) => {
    expect(isTime(text)).toBe(ok);
  });

  it.each([
    [Date.UTC(2026, 4, 23, 10, 0, 10), '2026-05-23T10:00:10Z'],
    [Date.UTC(2026, 4, 23, 10, 0, 10, 50), '2026-05-23T10:00:10.05Z'],
    [Date.UTC(2026, 4, 23, 10, 0, 10, 200), '2026-05-23T10:00:10.2Z'],
  ])('%s is written as %s', (ms, text) => {
    expect(rfc3339Nano(ms)).toBe(text);
  });
});
