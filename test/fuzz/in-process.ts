import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { frameOf } from '../../src/model/frame.js';
import { actionOf, InputReader } from '../../src/model/keys.js';
import { spansWidth } from '../../src/model/line.js';
import { initialModel } from '../../src/model/model.js';
import { foldDone, parseStateEvent, readManifest, readSnapshot } from '../../src/state/index.js';
import { LineSplitter } from '../../src/state/lines.js';
import { tempRoot } from '../support/hook.js';
import { NOON, Played } from '../support/model.js';
import type { Random } from '../support/random.js';
import { dangerous } from '../support/terminal-text.js';
import { input, mutated, realFiles } from './mutate.js';

const FORMS = [
  [120, 40],
  [80, 24],
  [60, 30],
  [40, 12],
  [20, 5],
  [1, 1],
] as const;
const IDS = Array.from({ length: 12 }, (_, index) => `qm-${1_780_000_000 + index}`);

/**
 * So many odd files, logs and bursts of keys against the readers, the model and its screens.
 * @throws when anything throws, a line is wider than the screen or could act on a terminal, or a
 * write changes what cannot be read; the message says at which turn of which seed.
 */
export async function fuzzInProcess(random: Random, count: number): Promise<void> {
  const files = realFiles();
  const root = await tempRoot();
  const played = new Played(
    initialModel({ now: NOON, root: { status: 'ok' }, rootPath: root, columns: 120, rows: 40 }),
  );
  const reader = new InputReader();
  for (let turn = 0; turn < count; turn++) {
    try {
      const id = random.pick(IDS);
      await oneSession(root, id, random, files, played);
      oneLog(id, random, files, played);
      const keys = input(random).toString('utf8');
      for (const it of reader.read(keys, {})) played.play(actionOf(it));
      if (random.chance(0.2)) {
        const [columns, rows] = random.pick(FORMS);
        played.play({ type: 'resized', columns, rows });
      }
      checkFrame(played);
    } catch (error) {
      throw new Error(`seed ${random.seed}, turn ${turn}`, { cause: error });
    }
  }
  rmSync(root, { recursive: true, force: true });
}

type Files = ReturnType<typeof realFiles>;

async function oneSession(
  root: string,
  id: string,
  random: Random,
  { manifests, snapshots }: Files,
  played: Played,
): Promise<void> {
  mkdirSync(join(root, id), { recursive: true });
  const path = join(root, id, 'state.json');
  const bytes = mutated(random, snapshots);
  writeFileSync(path, bytes);
  writeFileSync(join(root, `${id}.json`), mutated(random, manifests));
  const manifest = await readManifest(root, id);
  const snapshot = await readSnapshot(root, id);
  played.play({ type: 'sessions-read', sessions: [{ id, manifest, snapshot }] });
  if (snapshot.status !== 'unreadable') return;
  // What cannot be read is never written over, even when asked to.
  await foldDone(id, [{ role: 'primary', seq: 1n }], { root }).catch(() => undefined);
  if (!readFileSync(path).equals(bytes)) throw new Error(`${path} was written over`);
}

function oneLog(id: string, random: Random, { logs }: Files, played: Played): void {
  const bytes = mutated(random, logs);
  const splitter = new LineSplitter();
  const events = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + random.int(200);
    for (const line of splitter.push(bytes.subarray(at, end))) {
      const event = parseStateEvent(line);
      if (event !== null) events.push(event);
    }
    at = end;
  }
  const type = random.pick(['log-opened', 'log-appended'] as const);
  played.play({ type, id, events, hasOlder: false });
}

function checkFrame({ model }: Played): void {
  const { lines } = frameOf(model);
  if (lines.length > Math.max(1, model.rows)) throw new Error(`${lines.length} lines`);
  for (const spans of lines) {
    const text = spans.map((span) => span.text).join('');
    if (spansWidth(spans) > model.columns) throw new Error(`too wide: ${JSON.stringify(text)}`);
    if (dangerous(text)) throw new Error(`not clean: ${JSON.stringify(text)}`);
  }
}
