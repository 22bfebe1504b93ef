import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The party's program beside this one; this module is bundled into a chunk one folder down. */
const PARTY = fileURLToPath(new URL('../party.cjs', import.meta.url));

const ready = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the demo's party ended with code ${code}`)));
  });

/**
 * Runs something on a temporary state root in which a party of agents plays, in a process of its
 * own and under the same locks as real hooks. Both are gone when it returns.
 */
export async function withDemo<T>(run: (root: string) => Promise<T>): Promise<T> {
  const root = await mkdtemp(join(tmpdir(), 'questmaster-tui-demo-'));
  const child = fork(PARTY, [root], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let said = '';
  child.stderr?.on('data', (piece: Buffer) => {
    said += piece.toString();
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  try {
    await ready(child).catch((error: Error) => {
      throw new Error(`${error.message}\n${said}`);
    });
    return await run(root);
  } finally {
    child.kill();
    await gone;
    await rm(root, { recursive: true, force: true });
  }
}
