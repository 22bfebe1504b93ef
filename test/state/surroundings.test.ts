import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  appendStateEvent,
  foldDone,
  initStartingState,
  loadSessionState,
  NoStateRootError,
  newStore,
  openStore,
  saveSessionState,
  stateEvents,
  UnreadableFileError,
  updateSessionState,
} from '../../src/state/index.js';
import { atEnd } from '../support/at-end.js';
import { tempRoot } from '../support/hook.js';

const ID = 'qm-1';
const GOOD = '{"session_id":"qm-1","version":1,"panes":{},"seen_at":"0001-01-01T00:00:00Z"}\n';

/** Every way this package writes something of a session. */
const writers: Record<string, (root: string) => Promise<unknown>> = {
  updateSessionState: (root) => updateSessionState(ID, () => true, { root }),
  saveSessionState: (root) => saveSessionState(ID, {}, { root }),
  initStartingState: (root) => initStartingState(ID, { primary: 'pi' }, { root }),
  appendStateEvent: (root) => appendStateEvent(ID, { agent: 'pi', action: 'stop' }, { root }),
};

describe('a root that cannot be written', () => {
  it.each(Object.entries(writers))('%s says so by name', async (_, write) => {
    await expect(write('')).rejects.toBeInstanceOf(NoStateRootError);
  });

  it('manifests as well', async () => {
    await expect(newStore('')).rejects.toBeInstanceOf(NoStateRootError);
    await expect(openStore('').delete(ID)).rejects.toBeInstanceOf(NoStateRootError);
    await expect(foldDone(ID, [], { root: '' })).rejects.toBeInstanceOf(NoStateRootError);
  });

  it('without a root readers show nothing', async () => {
    expect(await loadSessionState(ID, { root: '' })).toBeNull();
    expect(await openStore('').discoverSessionsDetailed()).toEqual({ manifests: [], problems: [] });
    for await (const event of stateEvents(ID, { root: '' })) expect(event).toBeUndefined();
  });

  it('a read-only disk: the error of the file system, and the old file whole', async (context) => {
    const root = await tempRoot();
    try {
      execFileSync('mount', ['-t', 'tmpfs', 'none', root], { stdio: 'ignore' });
    } catch {
      // Only root may mount, and not everywhere.
      return context.skip();
    }
    await atEnd(async () => {
      execFileSync('umount', ['-l', root]);
    });
    mkdirSync(join(root, ID));
    for (const name of [`${ID}.json`, `${ID}/state.json`]) writeFileSync(join(root, name), GOOD);
    execFileSync('mount', ['-o', 'remount,ro', root]);
    for (const write of Object.values(writers)) {
      await expect(write(root)).rejects.toMatchObject({ code: 'EROFS' });
    }
    await expect(openStore(root).addWorker(ID, 'qm-2')).rejects.toMatchObject({ code: 'EROFS' });
    expect(readFileSync(join(root, ID, 'state.json'), 'utf8')).toBe(GOOD);
    expect(readdirSync(join(root, ID))).toEqual(['state.json']);
  });
});

describe('something else where a file or directory should be', () => {
  it.each(Object.entries(writers))('a file for the directory: %s names it', async (_, write) => {
    const root = await tempRoot();
    writeFileSync(join(root, ID), 'not a directory');
    await expect(write(root)).rejects.toThrow(join(root, ID));
    expect(readFileSync(join(root, ID), 'utf8')).toBe('not a directory');
    expect(readdirSync(root)).toEqual([ID]);
  });

  it('a file for the root: writers name it, readers do not crash', async () => {
    const root = join(await tempRoot(), 'file');
    writeFileSync(root, '');
    for (const write of Object.values(writers)) await expect(write(root)).rejects.toThrow(root);
    await expect(newStore(root)).rejects.toThrow(root);
    expect(await loadSessionState(ID, { root })).toBeNull();
  });

  it('a directory for the file: it is named and stays', async () => {
    const root = await tempRoot();
    mkdirSync(join(root, ID, 'state.json'), { recursive: true });
    mkdirSync(join(root, ID, 'state.jsonl'));
    mkdirSync(join(root, `${ID}.json`));
    await expect(updateSessionState(ID, () => true, { root })).rejects.toBeInstanceOf(
      UnreadableFileError,
    );
    await expect(loadSessionState(ID, { root })).rejects.toBeInstanceOf(UnreadableFileError);
    await expect(saveSessionState(ID, {}, { root })).rejects.toMatchObject({ code: 'EISDIR' });
    await expect(appendStateEvent(ID, { agent: 'a', action: 'b' }, { root })).rejects.toThrow(
      'state.jsonl',
    );
    await expect(openStore(root).read(ID)).rejects.toBeInstanceOf(UnreadableFileError);
    expect(readdirSync(join(root, ID)).sort()).toEqual([
      'state.json',
      'state.json.lock',
      'state.jsonl',
    ]);
  });

  it.each([
    ['absolute', (root: string) => join(root, 'elsewhere.json')],
    ['relative', () => '../elsewhere.json'],
  ])('an %s link: what it leads to is written, the link stays', async (_, to) => {
    const root = await tempRoot();
    mkdirSync(join(root, ID));
    writeFileSync(join(root, 'elsewhere.json'), GOOD);
    await symlink(to(root), join(root, ID, 'state.json'));
    await updateSessionState(
      ID,
      (state) => {
        state.note = 'x';
        return true;
      },
      { root },
    );
    expect(readFileSync(join(root, 'elsewhere.json'), 'utf8')).toContain('"note":"x"');
    expect(readdirSync(root).sort()).toEqual(['elsewhere.json', ID]);
  });
});
