import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type RootFact, watchRoot } from '../../src/watch/watch.js';
import {
  manifest,
  pane,
  seed,
  snapshot,
  tempRoot,
  writeManifest,
  writeState,
} from '../support/hook.js';
import { until } from '../support/until.js';

let root: string;
beforeEach(async () => {
  root = await tempRoot();
});

/** A watch whose facts are kept as a tracker would: the last good activity of each session. */
async function watch(options = {}, at = root) {
  const seen = {
    root: null as RootFact | null,
    activity: new Map<string, string>(),
    title: new Map<string, string>(),
    batches: 0,
    facts: 0,
    missing: [] as string[],
    unreadable: new Set<string>(),
    degraded: null as string | null,
  };
  const handle = watchRoot(
    at,
    {
      root: (fact) => {
        seen.root = fact;
      },
      sessions: (facts) => {
        seen.batches++;
        for (const fact of facts) {
          seen.facts++;
          if (fact.manifest?.status === 'ok')
            seen.title.set(fact.id, fact.manifest.value.title ?? '');
          if (fact.manifest?.status === 'unreadable')
            seen.title.set(fact.id, fact.manifest.problem);
          if (fact.snapshot?.status === 'ok') {
            seen.unreadable.delete(fact.id);
            seen.activity.set(fact.id, fact.snapshot.value.panes.primary?.activity ?? '');
          }
          if (fact.snapshot?.status === 'missing') seen.activity.delete(fact.id);
          if (fact.snapshot?.status === 'unreadable') seen.unreadable.add(fact.id);
        }
      },
      gone: (ids) => {
        for (const id of ids) {
          seen.missing.push(id);
          seen.title.delete(id);
          seen.activity.delete(id);
        }
      },
      degraded: (problem) => {
        seen.degraded = problem;
      },
    },
    options,
  );
  onTestFinished(() => handle.close());
  await handle.ready;
  const shows = (id: string, activity: string | undefined, deadlineMs = 7_000) =>
    until(() => seen.activity.get(id) === activity, {
      deadlineMs,
      describe: () => JSON.stringify([...seen.activity]),
    });
  return { seen, handle, shows };
}

const state = (id: string, activity: string) => snapshot(id, pane('working', { activity }));

/** A whole session written plainly, as a copy or a fast script would. */
function plant(id: string, activity: string, at = root): void {
  mkdirSync(join(at, id), { recursive: true });
  writeFileSync(join(at, `${id}.json`), manifest(id));
  writeFileSync(join(at, id, 'state.json'), state(id, activity));
}

describe('watching', () => {
  it('the first scan is one batch, and knows sessions from other files', async () => {
    await seed(root, 30);
    for (const name of [
      'artifacts.json',
      'quests.json',
      'qm-x.json.lock',
      'qm-x.json.123',
      'qm .json',
    ]) {
      writeFileSync(join(root, name), '{}');
    }
    mkdirSync(join(root, 'qm-ghost'));
    mkdirSync(join(root, 'qm-dir.json'));
    const { seen } = await watch();
    expect(seen.batches).toBe(1);
    expect(seen.title.size).toBe(31);
    expect(seen.title.get('qm-dir')).toBe('is a directory, not a file');
    expect(seen.root).toEqual({ status: 'ok' });
  });

  it('a change is one read of one file; sessions come, are renamed and go', async () => {
    await seed(root, 5);
    const { seen, shows } = await watch({ reconcileMs: 60_000 });
    await writeManifest(root, 'qm-1', { title: 'one' });
    await until(() => seen.title.get('qm-1') === 'one');
    await writeState(root, 'qm-1', state('qm-1', 'a'));
    await shows('qm-1', 'a');
    const path = join(root, 'qm-1', 'state.json');
    for (let n = 0; n < 20; n++) {
      writeFileSync(`${path}.tmp`, state('qm-1', `b${n}`));
      const before = seen.facts;
      renameSync(`${path}.tmp`, path);
      await shows('qm-1', `b${n}`);
      expect(seen.facts - before).toBe(1);
    }
    await writeManifest(root, 'qm-1', { title: 'two' });
    await until(() => seen.title.get('qm-1') === 'two');
    rmSync(join(root, 'qm-1.json'));
    await until(() => seen.missing.includes('qm-1'));
  });

  it('a directory removed and made again without a gap shows what comes at once', async () => {
    plant('qm-1', 'a');
    // So long that no reconcile can be what shows it.
    const { shows } = await watch({ reconcileMs: 60_000 });
    plant('qm-1', 'watched');
    await shows('qm-1', 'watched');
    for (let n = 0; n < 20; n++) {
      execFileSync('sh', [
        '-c',
        'rm -rf "$1" && mkdir "$1" && printf %s "$2" > "$1/state.json"',
        'sh',
        join(root, 'qm-1'),
        state('qm-1', `${n}`),
      ]);
      await shows('qm-1', `${n}`);
      await writeState(root, 'qm-1', state('qm-1', `${n}!`));
      await shows('qm-1', `${n}!`);
      rmSync(join(root, 'qm-1'), { recursive: true });
      plant('qm-1', `${n}!!`);
      await shows('qm-1', `${n}!!`);
      plant('qm-1', `${n}!!!`);
      await shows('qm-1', `${n}!!!`);
    }
  });

  it('a root removed and made again, moved away, replaced by a copy', async () => {
    plant('qm-1', 'a');
    const { seen, shows } = await watch({ reconcileMs: 500 });
    rmSync(root, { recursive: true });
    await until(() => seen.root?.status === 'missing');
    await until(() => seen.missing.includes('qm-1'));
    plant('qm-1', 'b');
    await shows('qm-1', 'b');
    renameSync(root, `${root}.away`);
    cpSync(`${root}.away`, root, { recursive: true });
    await writeState(root, 'qm-1', state('qm-1', 'c'));
    await shows('qm-1', 'c');
    await writeState(root, 'qm-1', state('qm-1', 'd'));
    await shows('qm-1', 'd');
    rmSync(`${root}.away`, { recursive: true });
  });

  it('a root that is missing at first shows when it comes', async () => {
    const late = join(root, 'late');
    const { seen, shows } = await watch({}, late);
    expect(seen.root).toEqual({ status: 'missing' });
    plant('qm-1', 'a', late);
    await shows('qm-1', 'a');
  });

  it('a root that is a file is said', async () => {
    const file = join(root, 'file');
    writeFileSync(file, '');
    const { seen } = await watch({}, file);
    expect(seen.root).toEqual({ status: 'unreadable', problem: 'it is no directory' });
  });

  it('under a storm of replacements no session blinks, and the end is exact', async () => {
    const ids = Array.from({ length: 20 }, (_, i) => `qm-${i}`);
    for (const id of ids) plant(id, 'start');
    const { seen, shows } = await watch();
    for (let round = 0; round < 60; round++) {
      for (const id of ids) {
        const path = join(root, id, 'state.json');
        writeFileSync(`${path}.tmp`, state(id, `round ${round}`));
        renameSync(`${path}.tmp`, path);
      }
      await new Promise((turn) => setImmediate(turn));
      expect(seen.activity.size).toBe(20);
    }
    for (const id of ids) await shows(id, 'round 59');
    expect(seen.missing).toEqual([]);
    expect(seen.unreadable.size).toBe(0);
  });

  it('odd files are told as such, and recover at once', async () => {
    plant('qm-1', 'a');
    plant('qm-2', 'b');
    const { seen, shows } = await watch();
    const path = join(root, 'qm-1', 'state.json');
    for (const [n, text] of ['', '{"cut', 'null', '[]', '\ufeff{}'].entries()) {
      writeFileSync(path, text);
      await until(() => seen.unreadable.has('qm-1'), { describe: () => `case ${n}` });
      writeFileSync(path, state('qm-1', `good ${n}`));
      await shows('qm-1', `good ${n}`);
    }
    expect(seen.unreadable.has('qm-2')).toBe(false);
  });

  it('one odd path (a link to itself) does not end the watching of all others', async () => {
    plant('qm-1', 'a');
    plant('qm-2', 'a');
    const { seen, shows } = await watch({ reconcileMs: 60_000 });
    await writeState(root, 'qm-2', state('qm-2', 'b'));
    await shows('qm-2', 'b');
    const path = join(root, 'qm-1', 'state.json');
    rmSync(path);
    symlinkSync(path, path);
    await until(() => seen.unreadable.has('qm-1'));
    rmSync(path);
    writeFileSync(path, state('qm-1', 'good again'));
    await shows('qm-1', 'good again');
    for (const activity of ['c', 'd']) {
      await writeState(root, 'qm-2', state('qm-2', activity));
      await shows('qm-2', activity);
      await writeState(root, 'qm-1', state('qm-1', activity));
      await shows('qm-1', activity);
    }
    expect(seen.degraded).toBeNull();
  });

  it('reread reads everything again; close leaves nothing that tells', async () => {
    plant('qm-1', 'a');
    const { seen, handle } = await watch({ reconcileMs: 60_000 });
    const before = seen.facts;
    await handle.reread();
    await until(() => seen.facts > before);
    await handle.close();
    await handle.close();
    const after = seen.facts;
    await writeState(root, 'qm-1', state('qm-1', 'unheard'));
    await new Promise((turn) => setImmediate(turn));
    expect(seen.facts).toBe(after);
  });
});
