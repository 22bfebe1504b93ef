import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  appendStateEvent,
  foldDone,
  openStore,
  type SessionState,
  sessionStatePath,
  updateSessionState,
} from '../../src/state/index.js';
import { atEnd } from '../support/at-end.js';
import { holdLock, pane, snapshot, tempRoot, writePane, writeState } from '../support/hook.js';
import { stateChild } from '../support/state-child.js';

const ID = 'qm-1';
const NOBODY = 65_534;

async function session(): Promise<{ root: string; path: string }> {
  const root = await tempRoot();
  await writeState(root, ID, snapshot(ID, pane('done', { seq: 1n, age: 60 })));
  return { root, path: sessionStatePath(root, ID) };
}

describe('importing the package', () => {
  it('listens to nothing and needs no native code', async () => {
    const child = await stateChild(
      'console.log(JSON.stringify([before, String(process.eventNames())]))',
      [],
      { koffi: false },
    );
    const { out, err, code } = await child.ended;
    expect([err, code]).toEqual(['', 0]);
    const [before, after] = JSON.parse(out);
    expect(after).toBe(before);
  });
});

describe('killed inside the critical section', () => {
  it('a hook writes at once, a new process starts clean, and nothing left counts as a session', async () => {
    const { root, path } = await session();
    await openStore(root).create({ session_id: ID });
    const child = await stateChild(
      `await state.updateSessionState('${ID}', () => {
        console.log('inside');
        return new Promise(() => setInterval(() => {}, 1000));
      }, { root: args[0] });`,
      [root],
    );
    await child.printed('inside');
    expect(spawnSync('flock', ['-n', `${path}.lock`, 'true']).status).toBe(1);
    child.process.kill('SIGKILL');
    await child.ended;
    expect(spawnSync('flock', ['-n', `${path}.lock`, 'true']).status).toBe(0);
    await writePane(root, ID, 'done', { seq: 7n, age: 60 });
    expect(await foldDone(ID, [{ role: 'primary', seq: 7n }], { root })).toEqual(['primary']);
    const sessions = await openStore(root).discoverSessionsDetailed();
    expect(sessions.manifests.map((it) => it.session_id)).toEqual([ID]);
    expect(sessions.problems).toEqual([]);
  });

  it('a temporary file of a killed writer counts as no session', async () => {
    const root = await tempRoot();
    for (const name of ['qm-1.json.tmp0a1b2c3d', 'qm-1.json.tmp0a1b2c3d.123', 'qm-1.json.9']) {
      writeFileSync(join(root, name), '{}');
    }
    expect(await openStore(root).discoverSessionsDetailed()).toEqual({
      manifests: [],
      problems: [],
    });
  });
});

describe('without flock', () => {
  it('says so once, writes under a directory of its own, and leaves nothing', async () => {
    const { root, path } = await session();
    const child = await stateChild(
      `for (let i = 0; i < 3; i++) {
        await state.updateSessionState('${ID}', (it) => { it.note = i; return true; }, { root: args[0] });
      }`,
      [root],
      { koffi: false },
    );
    const { err, code } = await child.ended;
    expect(code).toBe(0);
    expect(err.match(/QM_NO_FLOCK/g)).toHaveLength(1);
    expect(readFileSync(path, 'utf8')).toContain('"note":2');
    expect(readdirSync(join(root, ID)).sort()).toEqual(['state.json', 'state.json.lock']);
  });

  it('a lock that was taken away is noticed before the write', async () => {
    const { path } = await session();
    const child = await stateChild(
      `await state.withLock(args[0], async (mustHold) => {
        console.log('inside');
        for (;;) {
          mustHold();
          await new Promise((turn) => setTimeout(turn, 20));
        }
      }).catch((error) => console.log(error.code));
      console.log(await state.withLock(args[0], async () => 'free again'));`,
      [path],
      { koffi: false, entry: 'src/state/lock.ts' },
    );
    await child.printed('inside');
    // The library looks every 5 s and finds nothing where it made its directory.
    rmdirSync(`${path}.lock.d`);
    expect((await child.ended).out).toBe('inside\nECOMPROMISED\nfree again\n');
  });
});

describe('a session that is deleted while its lock is waited for', () => {
  it('stays deleted: no directory, no lock file, no state', async () => {
    const { root, path } = await session();
    const held = await holdLock(path);
    const folding = foldDone(ID, [{ role: 'primary', seq: 1n }], { root });
    const gone = new Promise((done) =>
      spawn('rm', ['-rf', join(root, ID)], { stdio: 'ignore' }).on('exit', done),
    );
    await gone;
    expect(await folding).toEqual([]);
    await held.release();
    expect(readdirSync(root)).toEqual([]);
  });
});

describe('files of another user', () => {
  it.runIf(process.getuid?.() === 0)('mode 000 is said to whoever may not read', async () => {
    const { root, path } = await session();
    chmodSync(root, 0o755);
    chmodSync(join(root, ID), 0o755);
    chmodSync(path, 0);
    const child = await stateChild(
      `console.log(JSON.stringify(await state.readSnapshot(args[0], '${ID}')))`,
      [root],
      { uid: NOBODY },
    );
    expect(JSON.parse((await child.ended).out)).toMatchObject({
      status: 'unreadable',
      problem: 'may not be read (permission denied)',
    });
  });
});

/** A file system with room for 64 KiB, or null where none may be mounted. */
async function tinyDisk(): Promise<string | null> {
  const root = await tempRoot();
  const options = ['-t', 'tmpfs', '-o', 'size=64k,mode=700', 'tmpfs', root];
  if (spawnSync('mount', options, { stdio: 'ignore' }).status !== 0) return null;
  await atEnd(async () => void spawnSync('umount', ['-l', root]));
  return root;
}

describe('a full disk', () => {
  it('leaves the old file whole, no temporary file, and no torn line', async (context) => {
    const root = await tinyDisk();
    if (root === null) return context.skip();
    mkdirSync(join(root, ID));
    const path = sessionStatePath(root, ID);
    const log = join(root, ID, 'state.jsonl');
    const old = snapshot(ID, pane('done', { seq: 1n, age: 60 }));
    writeFileSync(path, old);
    writeFileSync(log, '{}\n');
    writeFileSync(`${path}.lock`, '');
    const grow = (it: SessionState) => {
      it.note = 'x'.repeat(100_000);
      return true;
    };
    await expect(updateSessionState(ID, grow, { root })).rejects.toMatchObject({ code: 'ENOSPC' });
    const event = { agent: 'pi', action: 'stop', activity: 'x'.repeat(100_000) };
    await expect(appendStateEvent(ID, event, { root })).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(readFileSync(path, 'utf8')).toBe(old);
    expect(readFileSync(log, 'utf8')).toBe('{}\n');
    expect(readdirSync(join(root, ID)).sort()).toEqual([
      'state.json',
      'state.json.lock',
      'state.jsonl',
    ]);
    expect(await foldDone(ID, [{ role: 'primary', seq: 1n }], { root })).toEqual(['primary']);
  });
});
