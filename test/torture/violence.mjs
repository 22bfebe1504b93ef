// Writers that are killed, stopped, or lose their lock file.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { updateSessionState } from '../../dist/state.js';
import { ended, ID, makeRoot, startNode } from './contention.mjs';

const inside = (child) => new Promise((resolve) => child.stdout.once('data', resolve));
const exited = (child) => new Promise((resolve) => child.once('exit', resolve));

/**
 * `kill -9` at random moments around the critical section. Counts files that are not whole and writers
 * that could not get in; `slowest` is the longest wait of the next writer, in milliseconds.
 */
export async function killed(times) {
  const root = makeRoot();
  const path = join(root, ID, 'state.json');
  let broken = 0;
  let refused = 0;
  let slowest = 0;
  let last = 0;
  try {
    for (let n = 0; n < times; n++) {
      const child = startNode('linger', root, ID, 1_000_000);
      await inside(child);
      await pause(Math.random() * 12);
      child.kill('SIGKILL');
      await exited(child);
      try {
        const { node } = JSON.parse(readFileSync(path, 'utf8'));
        if (node < last) broken++;
        last = node;
      } catch {
        broken++;
      }
      try {
        execFileSync('flock', ['-n', `${path}.lock`, 'true']);
      } catch {
        refused++;
      }
      const began = performance.now();
      await updateSessionState(ID, () => true, { root });
      slowest = Math.max(slowest, performance.now() - began);
    }
    // A minute later: what was left is gone with the next write.
    const names = readdirSync(join(root, ID));
    for (const name of names) utimesSync(join(root, ID, name), 1, 1);
    await updateSessionState(ID, () => true, { root });
    const left = readdirSync(join(root, ID)).filter(
      (it) => !/^state\.json(\.lock)?$/.test(it),
    ).length;
    return { times, broken, refused, slowest, left };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/**
 * The lock file is removed over and over by somebody who holds it, while everybody else waits for it.
 * One remover at a time: two of them could remove a lock file under its holder, which no reader of
 * that file can notice in time.
 */
export async function lockFileRemoved(writers, count) {
  const root = makeRoot();
  const lock = join(root, ID, 'state.json.lock');
  try {
    const work = Array.from({ length: writers }, (_, i) =>
      ended(startNode('state', root, ID, count, `n${i}`)),
    );
    let done = false;
    const all = Promise.all(work).finally(() => {
      done = true;
    });
    let removed = 0;
    while (!done) {
      if (existsSync(lock)) {
        await exited(spawn('flock', [lock, 'rm', '-f', lock], { stdio: 'ignore' }));
        removed++;
      }
      await pause(5);
    }
    await all;
    const { node } = JSON.parse(readFileSync(join(root, ID, 'state.json'), 'utf8'));
    return { writers, operations: writers * count, removed, lost: writers * count - node };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/**
 * A writer is stopped inside its critical section for `ms`, longer than the library's own lock would
 * last; a hook waits meanwhile. Afterwards both writes are there, and the writer has ended well.
 */
export async function stopped(ms) {
  const root = makeRoot();
  const path = join(root, ID, 'state.json');
  try {
    const child = startNode('linger', root, ID, 1);
    const end = ended(child);
    await inside(child);
    child.kill('SIGSTOP');
    const script = 'sed "s/\\"shell\\": *0/\\"shell\\": 1/" "$1" > "$1.hook" && mv "$1.hook" "$1"';
    const hook = spawn('flock', [`${path}.lock`, 'sh', '-c', script, 'sh', path], {
      stdio: 'ignore',
    });
    const hooked = exited(hook);
    await pause(ms);
    const waited = hook.exitCode === null;
    child.kill('SIGCONT');
    await end;
    await hooked;
    const { node, shell } = JSON.parse(readFileSync(path, 'utf8'));
    return { ms, waited, node, shell };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
