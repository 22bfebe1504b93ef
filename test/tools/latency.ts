/**
 * How long after a hook's rename is its text on the terminal? Starts the built program in a terminal on a
 * root of many sessions, replaces one `state.json` after another as a hook does, and listens to the bytes
 * the program writes. Nothing polls: what is measured is the program and one pipe.
 *
 *     node test/tools/latency.mjs --sessions 100 --rounds 200 --columns 120 --rows 40
 */
import { spawnSync } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { CLI } from '../e2e/program.js';
import { holdLock, pane, seed, snapshot, tempRoot } from '../support/hook.js';
import { startTmux } from '../support/tmux.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sessions: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '200' },
    columns: { type: 'string', default: '120' },
    rows: { type: 'string', default: '40' },
    gap: { type: 'string', default: '60' },
  },
});
const number = (name: keyof typeof values): number => {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} wants a whole number`);
  return value;
};
const [sessions, rounds, gap] = [number('sessions'), number('rounds'), number('gap')];
const program = positionals.length > 0 ? positionals : [process.execPath, CLI];

const root = await tempRoot();
// All done: a working pane's spinner would mix other writing into what is measured.
const ids = await seed(root, sessions, (index) => ({
  state: 'done',
  pane: { activity: `waiting ${index}`, age: 0 },
}));
const terminal = await startTmux({
  columns: number('columns'),
  rows: number('rows'),
  command: [...program, '--root', root],
});

let heard = '';
let expected = '';
let arrived: ((at: number) => void) | undefined;

try {
  // The newest are on top, and so on the screen whatever its height.
  const shown = ids.slice(-5);
  await terminal.waitFor(`waiting ${sessions - 1}`, { what: 'the first frame' });
  await terminal.output((bytes) => {
    const now = performance.now();
    heard = (heard + bytes.toString('latin1')).slice(-65_536);
    if (expected !== '' && heard.includes(expected)) {
      expected = '';
      arrived?.(now);
    }
  });
  // The first frame does not wait for the watcher: the first rounds do.
  for (let round = 0; round < 5; round++) await once(textOf(round, shown), shown, round);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    // An uneven gap: a fixed one would keep step with a timer of the program.
    await sleep(gap * (0.5 + ((round * 0.618) % 1)));
    times.push(await once(textOf(round + 5, shown), shown, round + 5));
  }
  report(times);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await terminal.kill();
  await rm(root, { recursive: true, force: true });
}

/**
 * A text that differs in every character from the one before in the same row: a program that writes
 * only the cells that changed writes all of it in one piece.
 */
function textOf(round: number, shown: readonly string[]): string {
  const letters = Math.floor(round / shown.length) % 2 === 0 ? 'ABCDEFGHIJ' : 'KLMNOPQRST';
  return String(round)
    .padStart(8, '0')
    .replace(/\d/g, (digit) => letters[Number(digit)] ?? '');
}

/** One hook: lock, temporary file, rename, and then the wait for its text. Milliseconds from the rename. */
async function once(text: string, shown: readonly string[], round: number): Promise<number> {
  const id = shown[round % shown.length] ?? '';
  const path = join(root, id, 'state.json');
  const held = await holdLock(path);
  writeFileSync(`${path}.tmp`, snapshot(id, pane('done', { activity: text, lastKind: 'Stop' })));
  const arrival = new Promise<number>((done) => {
    arrived = done;
  });
  heard = '';
  expected = text;
  const from = performance.now();
  renameSync(`${path}.tmp`, path);
  // The lock's release is another process's end: do not let it delay the listening.
  const released = held.release();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => {
      void terminal.text().then((screen) => {
        fail(new Error(`"${text}" of ${id} was not written within 10 s; the screen:\n${screen}`));
      });
    }, 10_000);
  });
  const at = await Promise.race([arrival, late]).finally(() => clearTimeout(timer));
  await released;
  return at - from;
}

function report(times: readonly number[]): void {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): string => {
    const index = Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1);
    return `${(sorted[index] ?? 0).toFixed(1)} ms`.padStart(9);
  };
  const cpu = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = Math.round(totalmem() / 2 ** 30);
  const tmux = spawnSync('tmux', ['-V'], { encoding: 'utf8' }).stdout.trim();
  console.log(`rename to text on the terminal, ${sessions} sessions, ${rounds} rounds`);
  console.log(`${cpu} × ${cpus().length}, ${memory} GiB, ${process.platform} ${release()}`);
  console.log(`Node ${process.version}, ${tmux}, ${values.columns}×${values.rows}\n`);
  console.log('      p50       p90       p99       max');
  console.log([0.5, 0.9, 0.99, 1].map(at).join(' '));
}
