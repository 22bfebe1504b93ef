import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startProgram } from '../e2e/program.js';
import { tempRoot } from '../support/hook.js';
import type { Random } from '../support/random.js';
import { foreign } from '../support/terminal-text.js';
import type { Tmux } from '../support/tmux.js';
import { until } from '../support/until.js';
import { writeNow } from '../support/write-now.js';
import { input, mutated, realFiles } from './mutate.js';

const SIZES: readonly (readonly [number, number])[] = [
  [120, 40],
  [80, 24],
  [60, 24],
  [40, 12],
  [20, 5],
  [3, 2],
] as const;
const IDS = Array.from({ length: 20 }, (_, index) => `qm-${1_780_000_000 + index}`);

export interface FuzzCount {
  readonly turns: number;
  readonly files: number;
  readonly bytesOut: number;
}

/**
 * Odd files under the built program and bursts of random bytes on its keyboard, until `enough` says so.
 * @throws when it ends, when it writes anything but text and its own sequences, when it writes over
 * a file, or when it does not answer in the end.
 */
export async function fuzzProgram(
  random: Random,
  enough: (turns: number) => boolean,
): Promise<FuzzCount> {
  const corpus = realFiles();
  const root = await tempRoot();
  const written = new Map<string, Buffer>();
  const put = (path: string, bytes: Buffer): void => {
    writeNow(path, bytes);
    written.set(path, bytes);
  };
  const tmux = await startProgram(root, { columns: 120, rows: 40 });
  let output = '';
  let turns = 0;
  let files = 0;
  try {
    await tmux.waitFor('questmaster');
    await tmux.output((bytes) => {
      output += bytes.toString('latin1');
    });
    while (!enough(turns)) {
      turns++;
      for (let n = 0; n < 6; n++, files++) {
        const id = random.pick(IDS);
        mkdirSync(join(root, id), { recursive: true });
        const at = random.next();
        if (at < 0.5) put(join(root, id, 'state.json'), mutated(random, corpus.snapshots));
        else if (at < 0.75) put(join(root, `${id}.json`), mutated(random, corpus.manifests));
        else put(join(root, id, 'state.jsonl'), mutated(random, corpus.logs));
      }
      await press(tmux, input(random));
      if (random.chance(0.1)) await tmux.resize(...random.pick(SIZES));
      if (turns % 10 === 0) await stillThere(tmux, output);
    }
    await answers(tmux);
    await stillThere(tmux, output);
    for (const [path, bytes] of written) {
      const now = readFileSync(path);
      if (!now.equals(bytes) && !onlyAcknowledged(bytes, now)) {
        throw new Error(`${path} was written over:\n${bytes}\nis now\n${now}`);
      }
    }
    await tmux.keys('C-c');
    const code = await tmux.waitForExit();
    if (code !== 130) throw new Error(`Ctrl-C ended it with ${code}`);
    return { turns, files, bytesOut: output.length };
  } finally {
    await tmux.kill();
    rmSync(root, { recursive: true, force: true });
  }
}

/** Bytes as from a keyboard, in one burst. */
async function press(tmux: Tmux, bytes: Buffer): Promise<void> {
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0'));
  if (hex.length > 0) await tmux.tmux('send-keys', '-H', '-t', tmux.pane, ...hex);
}

async function stillThere(tmux: Tmux, output: string): Promise<void> {
  const { dead, status, signal } = await tmux.flags();
  const text = await tmux.text();
  if (dead) throw new Error(`it ended with ${status ?? signal}:\n${text}`);
  const found = foreign(Buffer.from(output, 'latin1').toString('utf8'));
  if (found !== null) throw new Error(`on the terminal: ${found}`);
}

/** From wherever the keys have led it shows its help. */
async function answers(tmux: Tmux): Promise<void> {
  await tmux.resize(100, 30);
  // An unfinished paste swallows keys until it ends.
  await press(tmux, Buffer.from('\u001b[201~'));
  let text = '';
  await until(
    async () => {
      await tmux.keys('Escape');
      text = await tmux.text();
      return text.includes('j/k move');
    },
    { describe: () => text },
  );
  await tmux.keys('?');
  await tmux.waitFor('In the list');
}

/** Whether the one file is the other after somebody saw it: `done` is `idle`, and `seen_at` says when. */
function onlyAcknowledged(before: Buffer, after: Buffer): boolean {
  const read = (bytes: Buffer): string => {
    const whole = JSON.parse(bytes.toString('utf8'));
    delete whole.seen_at;
    for (const pane of Object.values<{ state?: string }>(whole.panes ?? {})) {
      if (pane.state === 'done') pane.state = 'idle';
    }
    return JSON.stringify(whole);
  };
  try {
    return read(before) === read(after);
  } catch {
    return false;
  }
}
