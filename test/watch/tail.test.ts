import {
  appendFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { StateEvent } from '../../src/state/types.js';
import { openTail, type TailHandle } from '../../src/watch/tail.js';
import { appendLog, tempRoot } from '../support/hook.js';
import { until } from '../support/until.js';

const ID = 'qm-1';
const line = (n: number | string, pad = ''): string =>
  `${JSON.stringify({ ts: '2026-05-23T10:00:00Z', agent: 'claude', action: String(n), activity: pad })}\n`;

let root: string;
let log: string;

beforeEach(async () => {
  root = await tempRoot();
  mkdirSync(join(root, ID));
  log = join(root, ID, 'state.jsonl');
});

/** A tail whose telling is kept as one list of actions, as a panel would hold them. */
function follow(options = {}) {
  const seen = { told: [] as string[], bad: 0, opened: 0, hasOlder: false };
  const names = (events: readonly StateEvent[]): string[] => events.map((it) => it.action);
  const tail: TailHandle = openTail(
    root,
    ID,
    {
      opened: (events, hasOlder) =>
        Object.assign(seen, { told: names(events), hasOlder, opened: seen.opened + 1 }),
      appended: (events) => seen.told.push(...names(events)),
      older: (events, hasOlder) =>
        Object.assign(seen, { told: [...names(events), ...seen.told], hasOlder }),
      bad: (count) => {
        seen.bad += count;
      },
    },
    options,
  );
  onTestFinished(() => tail.close());
  const sees = (last: number | string) =>
    until(() => seen.opened > 0 && seen.told.at(-1) === String(last), {
      describe: () => JSON.stringify(seen.told.slice(-5)),
    });
  return { seen, tail, sees };
}

const numbers = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => String(from + i));

describe('a followed log', () => {
  it('shows its end, and each line that is appended, once', async () => {
    writeFileSync(log, line(0) + line(1));
    const { seen, sees } = follow();
    await sees(1);
    appendFileSync(log, line(2));
    await sees(2);
    await appendLog(root, ID, line(3).trim());
    await sees(3);
    expect(seen).toEqual({ told: ['0', '1', '2', '3'], bad: 0, opened: 1, hasOlder: false });
  });

  it('every number once, in order, across three rotations', async () => {
    const pad = 'x'.repeat(2_000);
    const { seen, sees } = follow();
    for (let n = 0; n < 1_700; n += 100) {
      for (let i = n; i < n + 100; i++) {
        appendFileSync(log, line(i, pad));
        if (i % 500 === 499) renameSync(log, `${log}.1`);
      }
      if (n % 500 !== 400) await sees(n + 99);
    }
    await sees(1_699);
    expect(seen.told).toEqual(numbers(0, 1_699));
  });

  it('three lines and a rotation at once lose nothing, nor do two rotations between two looks', async () => {
    writeFileSync(log, line(0));
    const { seen, sees } = follow();
    await sees(0);
    appendFileSync(log, line(1) + line(2));
    renameSync(log, `${log}.1`);
    writeFileSync(log, line(3));
    renameSync(log, `${log}.1`);
    writeFileSync(log, line(4));
    await sees(4);
    expect(seen.told).toEqual(numbers(0, 4));
  });

  it('truncated in place, then appended: new lines show, none twice, none glued', async () => {
    writeFileSync(log, `${line(0)}${line(1)}{"half`);
    const { seen, sees } = follow();
    await sees(1);
    truncateSync(log);
    appendFileSync(log, line(2));
    await sees(2);
    // Grown beyond where we were before anybody looked.
    writeFileSync(log, line(3, 'longer than before'.repeat(30)) + line(4));
    await sees(4);
    expect(seen).toMatchObject({ told: numbers(0, 4), bad: 0 });
  });

  it('a line without its newline waits for it; one in pieces comes whole', async () => {
    writeFileSync(log, line(0) + line(1).trimEnd());
    const { seen, sees } = follow({ pollMs: 20 });
    await sees(0);
    appendFileSync(log, '\n');
    await sees(1);
    for (const byte of Buffer.from(line('日本👩‍💻'))) appendFileSync(log, Buffer.from([byte]));
    await sees('日本👩‍💻');
    expect(seen.told).toEqual(['0', '1', '日本👩‍💻']);
  });

  it('blank lines, CRLF, null and 50 bad lines: the good ones show once, the bad are counted', async () => {
    writeFileSync(
      log,
      `\r\n\n${line(0).replace('\n', '\r\n')}null\n[]\n${'{"bad\n'.repeat(50)}${line(1)}`,
    );
    const { seen, sees } = follow();
    await sees(1);
    appendFileSync(log, `nonsense\n${line(2)}`);
    await sees(2);
    await until(() => seen.bad === 53);
    expect(seen.told).toEqual(['0', '1', '2']);
  });

  it('a log, a directory, a root that come later, and vanish and return', async () => {
    rmSync(root, { recursive: true });
    const { seen, sees } = follow({ pollMs: 20 });
    await until(() => seen.opened === 1);
    mkdirSync(join(root, ID), { recursive: true });
    writeFileSync(log, line(0));
    await sees(0);
    rmSync(join(root, ID), { recursive: true });
    mkdirSync(join(root, ID));
    writeFileSync(log, line(1));
    await sees(1);
    expect(seen.told).toEqual(['0', '1']);
  });
});

describe('backfill', () => {
  it('of two full logs comes in pieces, and older() goes back to the first line', async () => {
    const pad = 'x'.repeat(180);
    writeFileSync(
      `${log}.1`,
      numbers(0, 3_999)
        .map((n) => line(n, pad))
        .join(''),
    );
    writeFileSync(
      log,
      numbers(4_000, 7_999)
        .map((n) => line(n, pad))
        .join(''),
    );
    const { seen, tail, sees } = follow();
    await sees(7_999);
    expect(seen.told.length).toBeLessThan(1_000);
    while (seen.hasOlder) {
      const before = seen.told.length;
      tail.older();
      await until(() => seen.told.length > before || !seen.hasOlder);
    }
    expect(seen.told).toEqual(numbers(0, 7_999));
  });

  it('of a short log goes on into the older one', async () => {
    writeFileSync(`${log}.1`, line(0) + line(1));
    writeFileSync(log, line(2));
    const { seen, sees } = follow();
    await sees(2);
    expect(seen).toMatchObject({ told: ['0', '1', '2'], hasOlder: false });
  });

  it('goes on from the file it began with when the log is rotated meanwhile', async () => {
    const pad = 'x'.repeat(180);
    writeFileSync(
      log,
      numbers(0, 1_999)
        .map((n) => line(n, pad))
        .join(''),
    );
    const { seen, tail, sees } = follow();
    await sees(1_999);
    renameSync(log, `${log}.1`);
    writeFileSync(log, line(2_000));
    await sees(2_000);
    while (seen.hasOlder) {
      const before = seen.told.length;
      tail.older();
      await until(() => seen.told.length > before || !seen.hasOlder);
    }
    expect(seen.told).toEqual(numbers(0, 2_000));
  });

  it('steps over a line of 8 MiB', async () => {
    writeFileSync(log, `${line(0)}${line('big', 'x'.repeat(8 << 20))}${line(1)}`);
    const { seen, sees } = follow();
    await sees(1);
    expect(seen).toMatchObject({ told: ['0', '1'], bad: 1 });
  });

  it('a pipe in place of the log does not hang', async () => {
    mkdirSync(`${log}.1`);
    const { seen } = follow();
    await until(() => seen.opened === 1);
    expect(seen.told).toEqual([]);
  });
});
