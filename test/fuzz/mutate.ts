import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../support/random.js';

/** Real files by kind: what mutations start from. */
export interface Corpus {
  readonly manifests: readonly Buffer[];
  readonly snapshots: readonly Buffer[];
  readonly logs: readonly Buffer[];
}

/** Pieces that mean something to a parser of JSON, of lines or of terminal input. */
const PIECES = [
  ...[
    '{',
    '}',
    '[',
    ']',
    '"',
    ':',
    ',',
    '\\',
    '\\u',
    '\\ud800',
    '\\u0000',
    'null',
    'true',
    '-',
    '0',
  ],
  ...[
    '1e400',
    '18446744073709551616',
    '-1',
    '1.50',
    '"version":2',
    '"panes":null',
    '"__proto__":{}',
  ],
  ...['"state":"done"', '"activity":42', '"last_event":"0001-01-01T00:00:00Z"', '"seq":1e30'],
  ...['\n', '\r\n', '\0', '\ufeff', '\u2028', '\u001b[2J', '\u001b]52;c;QUJD\u0007', '\u009b41m'],
  ...[
    '\\u001b]0;x',
    '\\u009d52;c;QQ==\\u009c',
    '\\u202e',
    '日本',
    '👩‍💻',
    'e\u0301',
    '{'.repeat(2_000),
  ],
  '['.repeat(5_000),
].map((text) => Buffer.from(text));

/** The files of the recorded roots. */
export function realFiles(): Corpus {
  const read = (match: RegExp): Buffer[] =>
    ['v0.2', 'v0.3'].flatMap((generation) => {
      const root = join(import.meta.dirname, `../fixture/sample-root-${generation}`);
      const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
      return names.filter((name) => match.test(name)).map((name) => readFileSync(join(root, name)));
    });
  return {
    manifests: read(/^[^/]+\.json$/),
    snapshots: read(/\/state\.json$/),
    logs: read(/\/state\.jsonl(\.1)?$/),
  };
}

/** A file that was a real one, or never was one. */
export function mutated(random: Random, files: readonly Buffer[]): Buffer {
  if (random.chance(0.1)) return random.bytes(random.int(400));
  let bytes = random.pick(files);
  for (let left = random.int(8); left > 0; left--) bytes = mutate(random, bytes, files);
  return bytes;
}

function mutate(random: Random, bytes: Buffer, files: readonly Buffer[]): Buffer {
  const at = random.int(bytes.length + 1);
  const end = Math.min(bytes.length, at + 1 + random.int(40));
  const before = bytes.subarray(0, at);
  switch (random.int(7)) {
    case 0:
      return Buffer.concat([before, random.bytes(1), bytes.subarray(at + 1)]);
    case 1:
      return Buffer.concat([before, bytes.subarray(end)]);
    case 2:
      return Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)]);
    case 3:
      return Buffer.from(before);
    case 4: {
      const other = random.pick(files);
      return Buffer.concat([before, other.subarray(random.int(other.length + 1))]);
    }
    default:
      return Buffer.concat([before, random.pick(PIECES), bytes.subarray(at)]);
  }
}

/** Sequences a terminal or its user may send, whole and in pieces. */
const INPUT = [
  ...['\u001b', '\u001b[', '\u001b[A', '\u001b[1;5B', '\u001bOP', '\u001b[200~', '\u001b[201~'],
  ...[
    '\u001b[<0;10;10M',
    '\u001b[I',
    '\u001b[O',
    '\u001b[5~',
    '\u001b[?1;2c',
    '\u001b]11;rgb:0/0/0\u0007',
  ],
  ...[
    '\r',
    '\t',
    '\u007f',
    '\b',
    '/',
    '?',
    'l',
    'h',
    'f',
    's',
    'a',
    'A',
    'm',
    'n',
    'g',
    'G',
    'é',
    '日',
    '👩‍💻',
  ],
];

/** Keys as bytes, without the ways out. */
export function input(random: Random): Buffer {
  const pieces = Array.from({ length: 1 + random.int(12) }, () =>
    random.chance(0.7) ? Buffer.from(random.pick(INPUT)) : random.bytes(1),
  );
  // Ctrl-C, Ctrl-Z and q in a burst would only end the run.
  return Buffer.concat(pieces).filter(
    (byte) => byte !== 3 && byte !== 26 && byte !== 0x71,
  ) as Buffer;
}
