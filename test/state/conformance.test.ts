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
    const written = digits(formatManifest(parseManifest(textOf(vector)))) as Record<
      string,
      unknown
    >;
    const expected = digits(vector.rewritten ?? '') as Record<string, unknown>;
    // Where Go finds no id it writes an empty one; here the file's name is put in by the store.
    if (expected.party_id === '') delete expected.party_id;
    expect(written).toEqual(expected);
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
