import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manifest, type PaneOptions, pane, snapshot } from '../support/hook.js';
import { writeStateNow } from '../support/write-now.js';

/** Old enough that no age on screen changes while anybody looks, in seconds. */
const LONG_AGO = 200_000;

const LETTERS = ['ABCDEFGHIJ', 'KLMNOPQRST'];

const made: string[] = [];
process.on('exit', () => {
  for (const root of made) rmSync(root, { recursive: true, force: true });
});

/** Where the tmux of a party is: a program that says that all its sessions live. */
export const binOf = (root: string): string => `${root}.bin`;

function makeTmux(root: string, ids: readonly string[]): void {
  const bin = binOf(root);
  mkdirSync(bin);
  made.push(bin);
  const panes = ids.map((id, index) => `%${index} 0 0 ${id}\n`);
  writeFileSync(join(bin, 'panes'), panes.join(''));
  writeFileSync(join(bin, 'tmux'), `#!/bin/sh\nexec cat '${bin}/panes'\n`, { mode: 0o755 });
}

export interface Party {
  readonly root: string;
  /** Newest first: in the order of the list. */
  readonly ids: readonly string[];
  /**
   * A text for a session's row that differs in every character from the one before it: a program that
   * writes only the cells that changed writes all of it, in one piece.
   */
  textFor(index: number): string;
  /** Gives a session's pane another activity, as a hook does: a new file in the old one's place. */
  tell(index: number, activity: string, state?: string): void;
}

/** A root of so many sessions, the first `working` of which work while the others are idle. */
export function makeParty(count: number, working = 0): Party {
  const root = mkdtempSync(join(tmpdir(), 'qmt-bench-'));
  made.push(root);
  const now = Date.now();
  const ids = Array.from({ length: count }, (_, index) => `qm-${1_748_000_000 + count - index}`);
  const write = (index: number, state: string, options: PaneOptions): void => {
    const id = ids[index] ?? '';
    writeStateNow(root, id, snapshot(id, pane(state, { age: LONG_AGO, ...options })));
  };
  for (const [index, id] of ids.entries()) {
    const created_at = new Date(now - (LONG_AGO + index) * 1_000).toISOString();
    mkdirSync(join(root, id), { mode: 0o700 });
    writeFileSync(
      join(root, `${id}.json`),
      manifest(id, { title: `session-${index}`, created_at }),
    );
    write(index, index < working ? 'working' : 'idle', { activity: `Bash: make part-${index}` });
  }
  makeTmux(root, ids);
  const turns = new Map<number, number>();
  let texts = 0;
  return {
    root,
    ids,
    textFor(index) {
      const turn = turns.get(index) ?? 0;
      turns.set(index, turn + 1);
      const letters = LETTERS[turn % LETTERS.length] ?? '';
      return String(texts++)
        .padStart(8, '0')
        .replace(/\d/g, (digit) => letters[Number(digit)] ?? '');
    },
    tell: (index, activity, state = 'idle') => write(index, state, { activity, seq: tick++ }),
  };
}

let tick = BigInt(Date.now()) * 1_000_000n;
