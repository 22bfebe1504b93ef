import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { LosslessNumber, parse } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import {
  formatManifest,
  openStore,
  parseManifest,
  parseStateEvent,
  readManifest,
  readSnapshot,
  updateSessionState,
} from '../../src/state/index.js';
import { decodeUtf8, formatJson, parseJson } from '../../src/state/json.js';
import { formatSnapshot, parseSnapshot } from '../../src/state/snapshot.js';
import { tempRoot } from '../support/hook.js';

/** JSON text of numbers as people and programs write them, beyond what JavaScript holds too. */
const numberText = fc.oneof(
  fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((it) => String(it)),
  fc.constantFrom('1e400', '-0', '1.10', '2.50', '1e3', '-1E-7', '0.1000', '9007199254740993'),
);

const key = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('__proto__', 'constructor', 'toJSON', 'isLosslessNumber', 'value', '', '1'),
);

/** Any JSON text, nested; duplicate keys do not occur. */
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    numberText,
    fc.constantFrom('null', 'true', 'false'),
    fc.string({ unit: 'grapheme' }).map((it) => JSON.stringify(it)),
    fc.array(tie('json'), { maxLength: 4 }).map((items) => `[${items.join(', ')}]`),
    fc
      .uniqueArray(fc.tuple(key, tie('json')), { maxLength: 4, selector: ([name]) => name })
      .map(
        (items) => `{${items.map(([name, it]) => `${JSON.stringify(name)} : ${it}`).join(',')}}`,
      ),
  ),
}));

/** A value whose digits can be compared. */
const digits = (text: string): unknown =>
  parse(text, (_, value) => (value instanceof LosslessNumber ? `#${value.value}` : value));

const extras = fc.uniqueArray(
  fc.tuple(
    key.filter((it) => !/^(party_id|session_id|agents|workers|title|cwd)$/.test(it)),
    json,
  ),
  { maxLength: 5, selector: ([name]) => name },
);

const members = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.map(([name, text]) => `,${JSON.stringify(name)}:${text}`).join('');

describe('JSON', () => {
  it('parse → format → parse keeps every value to the digit, and formatting is stable', () => {
    fc.assert(
      fc.property(json, fc.constantFrom('', '  '), (text, indent) => {
        const once = formatJson(parseJson(text), indent);
        expect(digits(once)).toEqual(digits(text));
        expect(formatJson(parseJson(once), indent)).toBe(once);
      }),
      { numRuns: 1_000 },
    );
  });

  it('accepts exactly what the engine accepts', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          json.map((it) => it.slice(1)),
        ),
        (text) => {
          let valid = true;
          try {
            JSON.parse(text);
          } catch {
            valid = false;
          }
          if (valid) expect(() => parseJson(text)).not.toThrow();
          else expect(() => parseJson(text)).toThrow(SyntaxError);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe('manifests and snapshots', () => {
  it('keep what nobody knows, whatever it is', () => {
    fc.assert(
      fc.property(
        extras,
        extras,
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        (top, inner, seq) => {
          const manifest = `{"session_id":"qm-1","title":"t"${members(top)}}`;
          const resumes = /"(claude_session_id|codex_thread_id|pi_session_id|opencode_session_id)"/;
          fc.pre(!resumes.test(manifest));
          expect(digits(formatManifest(parseManifest(manifest)))).toEqual(digits(manifest));
          const known =
            /"(role|agent|state|activity|tool|seq|last_event|last_kind|working_since|panes|version|seen_at)"/;
          const more = members(inner);
          fc.pre(!known.test(more) && !known.test(members(top)));
          const snapshot = `{"session_id":"qm-1","version":1,"panes":{"primary":{"role":"primary","agent":"a","state":"done","activity":"","seq":${seq},"last_event":"2026-05-23T10:00:00.123456789Z","last_kind":"Stop"${more}}},"seen_at":"0001-01-01T00:00:00Z"${members(top)}}`;
          expect(digits(formatSnapshot(parseSnapshot(snapshot).state))).toEqual(digits(snapshot));
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('any bytes at all', () => {
  it('never crash a parser of text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const text = decodeUtf8(bytes);
        for (const read of [parseManifest, parseSnapshot]) {
          try {
            read(text);
          } catch (error) {
            expect(error).toBeInstanceOf(Error);
          }
        }
        parseStateEvent(text);
      }),
      { numRuns: 1_000 },
    );
  });

  it('are told as a reading, and never overwritten when they cannot be read', async () => {
    const root = await tempRoot();
    mkdirSync(join(root, 'qm-1'));
    const good = '{"session_id":"qm-1","version":1,"panes":{},"seen_at":"0001-01-01T00:00:00Z"}';
    const damaged = fc
      .tuple(fc.nat(good.length), fc.uint8Array({ maxLength: 6 }))
      .map(([at, bytes]) =>
        Buffer.concat([Buffer.from(good.slice(0, at)), bytes, Buffer.from(good.slice(at + 2))]),
      );
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 100 }), damaged), async (bytes) => {
        const files = [join(root, 'qm-1.json'), join(root, 'qm-1', 'state.json')] as const;
        for (const file of files) writeFileSync(file, bytes);
        const manifest = await readManifest(root, 'qm-1');
        const snapshot = await readSnapshot(root, 'qm-1');
        const wrote = await updateSessionState('qm-1', () => true, { root }).catch(() => false);
        if (snapshot.status === 'unreadable') expect(wrote).toBe(false);
        if (!wrote) expect(readFileSync(files[1])).toEqual(Buffer.from(bytes));
        const updated = await openStore(root)
          .update('qm-1', () => {})
          .then(
            () => true,
            () => false,
          );
        if (manifest.status === 'unreadable') expect(updated).toBe(false);
        if (!updated) expect(readFileSync(files[0])).toEqual(Buffer.from(bytes));
      }),
      { numRuns: 150 },
    );
  });
});
