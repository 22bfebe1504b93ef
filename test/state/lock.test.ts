import { spawn } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  foldDone,
  LockTimeoutError,
  loadSessionState,
  ManifestNotFoundError,
  openStore,
  sessionStatePath,
  updateSessionState,
} from '../../src/state/index.js';
import { withLock } from '../../src/state/lock.js';
import { holdLock, pane, snapshot, tempRoot, writePane, writeState } from '../support/hook.js';

const ID = 'qm-1';

async function session(): Promise<{ root: string; path: string }> {
  const root = await tempRoot();
  await writeState(root, ID, snapshot(ID, pane('done', { seq: 1n, age: 60 })));
  return { root, path: sessionStatePath(root, ID) };
}

/** Whether flock(1) gets the lock right now. */
const flockGets = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    spawn('flock', ['-n', `${path}.lock`, 'true']).on('exit', (code) => resolve(code === 0));
  });

const fold = (root: string) => foldDone(ID, [{ role: 'primary', seq: 1n }], { root });

describe('locks', () => {
  it('an old lock file that nobody holds is no lock', async () => {
    const { root, path } = await session();
    const hourAgo = Date.now() / 1_000 - 3_600;
    utimesSync(`${path}.lock`, hourAgo, hourAgo);
    expect(await fold(root)).toEqual(['primary']);
    expect(lstatSync(`${path}.lock`).isFile()).toBe(true);
  });

  it('others are refused exactly while we hold it', async () => {
    const { path } = await session();
    await withLock(path, async () => {
      expect(await flockGets(path)).toBe(false);
      expect(lstatSync(`${path}.lock`).isFile()).toBe(true);
    });
    expect(await flockGets(path)).toBe(true);
  });

  it('a lock that a hook holds is waited for', async () => {
    const { root, path } = await session();
    const held = await holdLock(path);
    const folding = fold(root);
    let done = false;
    void folding.then(() => {
      done = true;
    });
    expect(await flockGets(path)).toBe(false);
    expect(done).toBe(false);
    await held.release();
    expect(await folding).toEqual(['primary']);
  });

  it('waiting ends with an error that names the file, and nothing is written', async () => {
    const { path } = await session();
    const before = readFileSync(path, 'utf8');
    const held = await holdLock(path);
    const waiting = withLock(path, async () => 'never', { waitMs: 300 });
    await expect(waiting).rejects.toThrow(path);
    await expect(waiting).rejects.toBeInstanceOf(LockTimeoutError);
    await held.release();
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect(await withLock(path, async () => 'free again')).toBe('free again');
  });

  it('the turn within this process counts as waiting', async () => {
    const { path } = await session();
    const held = await holdLock(path);
    const began = performance.now();
    const ends = [1, 2, 3].map(() =>
      withLock(path, async () => 'never', { waitMs: 500 }).catch((error: unknown) => {
        expect(error).toBeInstanceOf(LockTimeoutError);
        return performance.now() - began;
      }),
    );
    for (const took of await Promise.all(ends)) expect(took).toBeLessThan(1_000);
    await held.release();
    expect(await withLock(path, async () => 'free again')).toBe('free again');
  });

  it('no lock file is made for a file that must be there and is not', async () => {
    const root = await tempRoot();
    const path = join(root, 'qm-9.json');
    await expect(withLock(path, async () => 'never', { existing: true })).rejects.toMatchObject({
      code: 'ENOENT',
    });
    await expect(openStore(root).update('qm-9', () => undefined)).rejects.toBeInstanceOf(
      ManifestNotFoundError,
    );
    expect(readdirSync(root)).toEqual([]);
  });

  it('a lock file that is removed while others wait excludes all the same', async () => {
    const { path } = await session();
    const held = await holdLock(path);
    let inside = 0;
    const work = async () => {
      expect(++inside).toBe(1);
      expect(await flockGets(path)).toBe(false);
      inside--;
    };
    const waiting = withLock(path, work);
    rmSync(`${path}.lock`);
    const second = withLock(path, work);
    await held.release();
    await Promise.all([waiting, second]);
  });

  it('work that fails releases the lock', async () => {
    const { path } = await session();
    await expect(withLock(path, () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    );
    expect(await flockGets(path)).toBe(true);
  });

  it('parallel updates in one process lose nothing', async () => {
    const { root } = await session();
    await Promise.all(
      Array.from({ length: 100 }, () =>
        updateSessionState(
          ID,
          (state) => {
            state.count = Number(state.count ?? 0) + 1;
            return true;
          },
          { root },
        ),
      ),
    );
    expect((await loadSessionState(ID, { root }))?.count).toBe(100);
  });

  it('parallel addWorker and flock(1) scripts lose nothing', async () => {
    const root = await tempRoot();
    const path = join(root, `${ID}.json`);
    writeFileSync(path, '{"session_id":"qm-1"}\n');
    const counter = join(root, 'counter');
    writeFileSync(counter, '0');
    const script =
      'for i in $(seq 40); do flock "$1.lock" sh -c \'n=$(cat "$1"); echo $((n+1)) > "$1"; cp "$2" "$2.hook" && mv "$2.hook" "$2"\' sh "$2" "$1"; done';
    const hook = new Promise((done) =>
      spawn('sh', ['-c', script, 'sh', path, counter]).on('exit', done),
    );
    const store = openStore(root);
    await Promise.all(Array.from({ length: 40 }, (_, i) => store.addWorker(ID, `qm-w${i}`)));
    await hook;
    expect((await store.getWorkers(ID)).length).toBe(40);
    expect(readFileSync(counter, 'utf8').trim()).toBe('40');
  });

  it('a directory in place of the lock file is said, not waited for', async () => {
    const { root, path } = await session();
    rmSync(`${path}.lock`);
    mkdirSync(`${path}.lock`);
    // Far below the limit: waiting would not cure it.
    const waiting = withLock(path, async () => 'never', { waitMs: 60_000 });
    await expect(waiting).rejects.toThrow(/state\.json\.lock is a directory/);
    await expect(fold(root)).rejects.toMatchObject({ code: 'EISDIR' });
  });
});

describe('a newer hook event', () => {
  it('is never undone by done → idle, in 200 rounds', async () => {
    const { root, path } = await session();
    for (let round = 0; round < 200; round++) {
      const seq = BigInt(1_000 + round * 2);
      const fresh = `${path}.${process.pid}`;
      writeFileSync(fresh, snapshot(ID, pane('done', { seq, age: 60 })));
      renameSync(fresh, path);
      // The hook starts first, at once, or a little later than the tracker.
      const hook = async () => {
        for (let i = 0; i < round % 7; i++) await new Promise((turn) => setImmediate(turn));
        await writePane(root, ID, 'working', { seq: seq + 1n });
      };
      const folding = () => foldDone(ID, [{ role: 'primary', seq }], { root });
      await (round % 2 === 0 ? Promise.all([hook(), folding()]) : Promise.all([folding(), hook()]));
      const state = await loadSessionState(ID, { root });
      expect(state?.panes.primary).toMatchObject({ state: 'working', seq: seq + 1n });
    }
  });
});
