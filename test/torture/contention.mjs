// Many writers on one file: Node processes through the package beside flock(1) scripts.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const here = (name) => join(import.meta.dirname, name);
export const ID = 'qm-1';

/** A root with one session, both of its files with a counter for the scripts. */
export function makeRoot() {
  const root = mkdtempSync(join(tmpdir(), 'qmt-torture-'));
  mkdirSync(join(root, ID));
  writeFileSync(
    join(root, ID, 'state.json'),
    '{"session_id":"qm-1","version":1,"panes":{},"seen_at":"0001-01-01T00:00:00Z","node":0,"shell": 0}\n',
  );
  writeFileSync(join(root, `${ID}.json`), '{\n  "session_id": "qm-1",\n  "shell": 0\n}\n');
  return root;
}

/** A process's output, when it ends well. */
export function ended(child) {
  let out = '';
  let err = '';
  child.stdout?.on('data', (piece) => {
    out += piece;
  });
  child.stderr?.on('data', (piece) => {
    err += piece;
  });
  return new Promise((resolve, reject) => {
    child.on('close', (code) => (code === 0 ? resolve(out) : reject(new Error(`${code}: ${err}`))));
  });
}

export const startNode = (...args) =>
  spawn(process.execPath, [here('worker.mjs'), ...args.map(String)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const startHook = (...args) =>
  spawn('sh', [here('hook.sh'), ...args.map(String)], { stdio: ['ignore', 'pipe', 'pipe'] });

/** Operations that did not arrive, by what the files hold in the end. */
function lost(root, task, nodeOps, hookOps) {
  if (task === 'log') {
    const path = join(root, ID, 'state.jsonl');
    const text =
      (existsSync(`${path}.1`) ? readFileSync(`${path}.1`, 'utf8') : '') +
      readFileSync(path, 'utf8');
    const actions = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).action);
    return nodeOps + hookOps - new Set(actions).size + (actions.length - new Set(actions).size);
  }
  const file = JSON.parse(
    readFileSync(join(root, task === 'state' ? `${ID}/state.json` : `${ID}.json`), 'utf8'),
  );
  const node = task === 'state' ? file.node : new Set(file.workers ?? []).size;
  return nodeOps - (node ?? 0) + hookOps - file.shell;
}

/**
 * Runs `nodes` Node writers and `hooks` scripts, `count` operations each, on one file at once, and a
 * reader beside them. Answers with what was lost, torn, and the waits for the lock in milliseconds.
 */
export async function contend(task, { nodes, hooks, count }) {
  const root = makeRoot();
  // Both logs together hold 2 MiB: with more than that, rotation drops lines, as it should.
  const size = Math.floor((3 << 19) / ((nodes + hooks) * count));
  try {
    const reader = startNode('read', root, ID);
    const reading = ended(reader);
    const node = Array.from({ length: nodes }, (_, i) =>
      ended(startNode(task, root, ID, count, `n${i}`, size)),
    );
    const hook = Array.from({ length: hooks }, (_, i) =>
      ended(startHook(task, root, ID, count, `h${i}`, size)),
    );
    const nodeWaits = (await Promise.all(node)).flatMap((out) => JSON.parse(out));
    const hookWaits = (await Promise.all(hook)).flatMap((out) =>
      out
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((it) => Number(it) / 1e6),
    );
    reader.kill('SIGTERM');
    const { torn, reads } = JSON.parse(await reading);
    return {
      task,
      writers: `${nodes} node + ${hooks} flock(1)`,
      operations: (nodes + hooks) * count,
      lost: lost(root, task, nodes * count, hooks * count),
      torn,
      reads,
      waits: nodes > 0 ? nodeWaits : hookWaits,
    };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
