import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { chmod, stat, symlink, truncate } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  appendStateEvent,
  foldDone,
  InvalidIdError,
  initStartingState,
  loadSessionState,
  ManifestExistsError,
  ManifestNotFoundError,
  NoStateRootError,
  newStore,
  openStore,
  readSnapshot,
  type SessionState,
  saveSessionState,
  sessionStatePath,
  sortByMtime,
  UnreadableFileError,
  updateSessionState,
} from '../../src/state/index.js';
import { copySample, tempRoot } from '../support/hook.js';

const ID = 'qm-1';

/** A root with one session whose state.json has this text. */
async function rootWith(text: string | Buffer): Promise<{ root: string; path: string }> {
  const root = await tempRoot();
  const path = sessionStatePath(root, ID);
  mkdirSync(join(root, ID));
  writeFileSync(path, text);
  return { root, path };
}

const DONE =
  '{"session_id":"qm-1","artifacts":[1.10],"version":1,"panes":{"primary":{"role":"primary","agent":"claude","state":"done","activity":"a","mood":{"x":1e400},"recent":["a"],"seq":1780000000123456789,"last_event":"2026-05-23T10:00:04.394648599+02:00","last_kind":"Stop"},"companion":{"role":"companion","agent":"pi","state":"working","activity":"","seq":2,"last_event":"0001-01-01T00:00:00Z","last_kind":"","isLosslessNumber":true,"value":"1"}},"seen_at":"0001-01-01T00:00:00Z","__proto__":{"n":12345678901234567890}}\n';

describe('done → idle on disk', () => {
  it('changes the word and the time, and nothing else to the digit', async () => {
    const { root, path } = await rootWith(DONE);
    const targets = [{ role: 'primary', seq: 1780000000123456789n }];
    expect(await foldDone(ID, targets, { root, now: Date.UTC(2026, 5, 1, 12, 0, 0, 250) })).toEqual(
      ['primary'],
    );
    expect(readFileSync(path, 'utf8')).toBe(
      DONE.replace('"done"', '"idle"').replace(
        '"seen_at":"0001-01-01T00:00:00Z"',
        '"seen_at":"2026-06-01T12:00:00.25Z"',
      ),
    );
  });

  it.each([
    ['another seq', [{ role: 'primary', seq: 1780000000123456788n }], DONE],
    ['a pane that is not done', [{ role: 'companion', seq: 2n }], DONE],
    ['a pane that is not there', [{ role: '__proto__', seq: 2n }], DONE],
    [
      'a foreign version',
      [{ role: 'primary', seq: 1780000000123456789n }],
      DONE.replace('"version":1', '"version":2'),
    ],
  ])('%s: writes nothing', async (_, targets, text) => {
    const { root, path } = await rootWith(text);
    const before = await stat(path, { bigint: true });
    expect(await foldDone(ID, targets, { root })).toEqual([]);
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect((await stat(path, { bigint: true })).ino).toBe(before.ino);
  });

  it('makes nothing where a session was deleted', async () => {
    const root = await tempRoot();
    expect(await foldDone(ID, [{ role: 'primary', seq: 1n }], { root })).toEqual([]);
    mkdirSync(join(root, ID));
    expect(await foldDone(ID, [{ role: 'primary', seq: 1n }], { root })).toEqual([]);
    expect(readdirSync(join(root, ID))).toEqual([]);
  });
});

describe('odd files', () => {
  const cases: [string, string | Buffer][] = [
    ['empty', ''],
    ['cut in half', DONE.slice(0, 200)],
    ['null', 'null'],
    ['an array', '[]'],
    ['activity 42', DONE.replace('"activity":"a"', '"activity":42')],
    ['a byte order mark', `\ufeff${DONE}`],
    ['seq as a float', DONE.replace('"seq":2', '"seq":2.0')],
    ['seq beyond 64 bits', DONE.replace('"seq":2,', '"seq":9223372036854775808,')],
    ['a date that is none', DONE.replace('2026-05-23T10', '2026-02-30T10')],
    ['nesting without end', '['.repeat(100_000)],
    ['deep nesting', `{"x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
    ['NUL bytes', Buffer.alloc(64)],
    ['escapes in a role', '{"version":1,"panes":{"\u009b2J\u202e\\u001b[2J":42}}'],
    ['escapes for text', '\u001b]0;x\u0007\u001b[2J'],
    ['a newer shape without a newer version', '{"version":1,"panes":[]}'],
    ['a newer shape without any version', '{"panes":[]}'],
  ];

  it.each(cases)('%s: unreadable, said in one line, and never overwritten', async (_, text) => {
    const { root, path } = await rootWith(text);
    const reading = await readSnapshot(root, ID);
    expect(reading).toMatchObject({
      status: 'unreadable',
      problem: expect.stringMatching(/^(is|has|nests|begins)[^\p{C}]{1,220}$/u),
    });
    await expect(loadSessionState(ID, { root })).rejects.toBeInstanceOf(UnreadableFileError);
    await expect(updateSessionState(ID, () => true, { root })).rejects.toBeInstanceOf(
      UnreadableFileError,
    );
    expect(readFileSync(path)).toEqual(Buffer.from(text));
  });

  it.each([
    ['an empty object', '{}'],
    ['panes null', '{"version":1,"panes":null}'],
    [
      'a foreign version',
      '{"session_id":"qm-1","version":2,"panes":{"primary":{"mood":"curious"}}}',
    ],
    ['a foreign version with other shapes', '{"version":2,"panes":["primary"],"seen_at":7}'],
    ['a foreign version with other times', '{"version":99,"seen_at":"tomorrow"}'],
    ['nesting as deep as we go', `{"x":${'['.repeat(999)}${']'.repeat(999)}}`],
  ])('%s can be read, and a pane has all its keys', async (_, text) => {
    const { root } = await rootWith(text);
    const reading = await readSnapshot(root, ID);
    if (reading.status !== 'ok') throw new Error(JSON.stringify(reading));
    for (const it of Object.values(reading.value.panes)) {
      expect(it).toMatchObject({ role: '', state: '', activity: '', seq: 0n });
    }
  });

  it('only a time is malformed: the rest can be shown, and nothing can be written', async () => {
    const { root } = await rootWith(DONE.replace('"2026-05-23T10:00:04.394648599+02:00"', '"x"'));
    expect(await readSnapshot(root, ID)).toMatchObject({
      status: 'unreadable',
      problem: 'has no RFC 3339 time in last_event',
      partial: { panes: { primary: { state: 'done', last_event: 'x' } } },
    });
    await expect(
      foldDone(ID, [{ role: 'primary', seq: 1780000000123456789n }], { root }),
    ).rejects.toBeInstanceOf(UnreadableFileError);
  });

  it.each(['v0.2', 'v0.3'] as const)('every file of the recorded root %s', async (generation) => {
    const root = await copySample(generation);
    const { manifests, problems } = await openStore(root).discoverSessionsDetailed();
    expect(manifests.length).toBeGreaterThan(4);
    expect(problems).toEqual([]);
    for (const manifest of manifests) {
      const reading = await readSnapshot(root, manifest.session_id ?? manifest.party_id ?? '');
      expect(reading.status).toMatch(/^(ok|missing)$/);
    }
  });

  it('invalid UTF-8 and lone surrogates become U+FFFD', async () => {
    const { root } = await rootWith(
      Buffer.concat([
        Buffer.from('{"version":1,"x":"'),
        Buffer.from([0xff]),
        Buffer.from('\\ud800"}'),
      ]),
    );
    expect(await loadSessionState(ID, { root })).toMatchObject({ x: '\ufffd\ufffd' });
  });

  it('a pipe does not hang, a directory and a file of 100 MiB are refused', async () => {
    const root = await tempRoot();
    mkdirSync(join(root, ID));
    const path = sessionStatePath(root, ID);
    execFileSync('mkfifo', [path]);
    expect(await readSnapshot(root, ID)).toMatchObject({
      status: 'unreadable',
      problem: 'is no regular file',
    });
    execFileSync('rm', [path]);
    mkdirSync(path);
    expect(await readSnapshot(root, ID)).toMatchObject({ problem: 'is a directory, not a file' });
    execFileSync('rmdir', [path]);
    writeFileSync(path, '{');
    await truncate(path, 100 << 20);
    expect(await readSnapshot(root, ID)).toMatchObject({ problem: 'is larger than 8 MiB' });
  });
});

describe('writes', () => {
  it('keep the mode, follow links, leave no temporary file', async () => {
    const { root, path } = await rootWith(DONE);
    await chmod(path, 0o640);
    await updateSessionState(ID, () => true, { root });
    expect((await stat(path)).mode & 0o777).toBe(0o640);
    const other = await tempRoot();
    mkdirSync(join(other, ID));
    await symlink(path, sessionStatePath(other, ID));
    await updateSessionState(
      ID,
      (state) => {
        state.note = 'through the link';
        return true;
      },
      { root: other },
    );
    expect(readFileSync(path, 'utf8')).toContain('through the link');
    expect(readdirSync(join(root, ID)).sort()).toEqual(['state.json', 'state.json.lock']);
  });

  it('what a killed writer left beside the file is gone after the next write, what is new stays', async () => {
    const { root, path } = await rootWith(DONE);
    const left = [`${path}.tmp0a1b2c3d`, `${path}.tmp0a1b2c3d.123456`, `${path}.tmpffffffff`];
    for (const name of [...left, `${path}.tmp`, `${path}.tmp0a1b2c3d.lock`])
      writeFileSync(name, '{');
    for (const name of readdirSync(join(root, ID))) utimesSync(join(root, ID, name), 1, 1);
    writeFileSync(left[2] ?? '', '{');
    await updateSessionState(ID, () => true, { root });
    expect(readdirSync(join(root, ID)).sort()).toEqual([
      'state.json',
      'state.json.lock',
      'state.json.tmp',
      'state.json.tmp0a1b2c3d.lock',
      'state.json.tmpffffffff',
    ]);
  });

  it('two spellings of one root share one lock', async () => {
    const { root } = await rootWith(DONE);
    const link = `${root}.link`;
    await symlink(root, link);
    const roots = [root, link, `${root}/`, `${root}/../${basename(root)}`];
    await Promise.all(
      Array.from({ length: 80 }, (_, i) =>
        updateSessionState(
          ID,
          (state) => {
            state.count = Number(state.count ?? 0) + 1;
            return true;
          },
          { root: roots[i % 4] ?? root },
        ),
      ),
    );
    expect((await loadSessionState(ID, { root }))?.count).toBe(80);
    rmSync(link);
  });

  it('a dangling link stays a link', async () => {
    const root = await tempRoot();
    mkdirSync(join(root, ID));
    await symlink('elsewhere.json', sessionStatePath(root, ID));
    await updateSessionState(ID, () => true, { root });
    expect(readdirSync(join(root, ID)).sort()).toEqual([
      'elsewhere.json',
      'state.json',
      'state.json.lock',
    ]);
  });

  it('new files are 0600, new directories 0700', async () => {
    const root = join(await tempRoot(), 'new');
    const store = await newStore(root);
    await store.create({ session_id: ID, title: 'x' });
    await initStartingState(ID, { primary: 'codex', '': 'x', companion: '' }, { root });
    await appendStateEvent(ID, { agent: 'codex', action: 'starting' }, { root });
    const modes = [
      '',
      `${ID}.json`,
      ID,
      `${ID}/state.json`,
      `${ID}/state.json.lock`,
      `${ID}/state.jsonl`,
    ];
    const found = await Promise.all(
      modes.map(async (name) => (await stat(join(root, name))).mode & 0o777),
    );
    expect(found).toEqual([0o700, 0o600, 0o700, 0o600, 0o600, 0o600]);
    expect((await loadSessionState(ID, { root }))?.panes).toMatchObject({
      primary: {
        agent: 'codex',
        state: 'starting',
        activity: 'started',
        last_kind: 'SessionStart',
      },
    });
  });

  it('starting is never written over a state a hook wrote', async () => {
    const { root, path } = await rootWith(DONE);
    await initStartingState(ID, { primary: 'codex' }, { root });
    expect(readFileSync(path, 'utf8')).toBe(DONE);
  });

  it('the log is rotated at 1 MiB, and the same append begins the new one', async () => {
    const { root } = await rootWith(DONE);
    const log = join(root, ID, 'state.jsonl');
    writeFileSync(log, `${'x'.repeat((1 << 20) - 1)}\n`);
    await appendStateEvent(
      ID,
      { agent: 'pi', action: 'stop', ts: '2026-05-23T10:00:00Z' },
      { root },
    );
    expect(readFileSync(log, 'utf8')).toBe(
      '{"ts":"2026-05-23T10:00:00Z","agent":"pi","action":"stop"}\n',
    );
    expect((await stat(`${log}.1`)).size).toBe(1 << 20);
  });
});

describe('what is written can be read again', () => {
  it('a wrong type is refused by name, and nothing is written', async () => {
    const { root, path } = await rootWith(DONE);
    const bad = { seen_at: 'now' };
    await expect(saveSessionState(ID, bad, { root })).rejects.toThrow(/qm-1 .*seen_at/);
    const spoil = (state: SessionState) => {
      Object.assign(state.panes.primary ?? {}, { activity: 42 });
      return true;
    };
    await expect(updateSessionState(ID, spoil, { root })).rejects.toThrow(/qm-1 .*activity/);
    expect(readFileSync(path, 'utf8')).toBe(DONE);
    await expect(
      openStore(root).create({ session_id: 'qm-2', workers: 'qm-3' as unknown as string[] }),
    ).rejects.toThrow(/qm-2 .*workers/);
    expect(readdirSync(root).filter((name) => name.endsWith('.json'))).toEqual([]);
  });

  it('a change may be async', async () => {
    const { root, path } = await rootWith(DONE);
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    await updateSessionState(
      ID,
      async (state) => {
        await turn();
        state.note = 'late';
        return true;
      },
      { root },
    );
    expect(readFileSync(path, 'utf8')).toContain('"note":"late"');
    expect(await updateSessionState(ID, async () => false, { root })).toBe(false);
  });

  it('a foreign version is left alone by updates and replaced by a save', async () => {
    const { root, path } = await rootWith('{"version":2,"panes":["primary"]}');
    expect(await updateSessionState(ID, () => true, { root })).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe('{"version":2,"panes":["primary"]}');
    await saveSessionState(ID, {}, { root });
    expect(readFileSync(path, 'utf8')).toBe(
      '{"session_id":"qm-1","version":1,"panes":{},"seen_at":"0001-01-01T00:00:00Z"}\n',
    );
  });

  it('a role may have any name', async () => {
    const root = await tempRoot();
    await initStartingState(ID, { ['__proto__']: 'pi', constructor: 'pi' }, { root });
    const panes = (await loadSessionState(ID, { root }))?.panes ?? {};
    expect(Object.keys(panes).sort()).toEqual(['__proto__', 'constructor']);
  });

  it('a log that is a pipe is an error and no hang', async () => {
    const { root } = await rootWith(DONE);
    execFileSync('mkfifo', [join(root, ID, 'state.jsonl')]);
    const event = { agent: 'pi', action: 'stop' };
    await expect(appendStateEvent(ID, event, { root })).rejects.toMatchObject({ code: 'ENXIO' });
  });
});

describe('a manifest as text', () => {
  it('keeps an integer beyond 2^53, leaves empty values out, and corrects every id', async () => {
    const root = await tempRoot();
    writeFileSync(
      join(root, 'qm-1.json'),
      '{"party_id":"x","session_id":"y","agents":[{"window":9007199254740993}]}',
    );
    await openStore(root).update(ID, (manifest) => {
      for (const agent of manifest.agents ?? []) agent.resume_id = '';
      manifest.title = '';
    });
    const text = readFileSync(join(root, 'qm-1.json'), 'utf8');
    expect(text).toContain('"window": 9007199254740993');
    expect(text).not.toMatch(/resume_id|title/);
    expect(JSON.parse(text)).toMatchObject({ party_id: ID, session_id: ID });
    expect(text.endsWith('}\n')).toBe(true);
  });

  it('is sorted newest first, stable, missing files last', async () => {
    const root = await tempRoot();
    const list = ['qm-a', 'qm-b', 'qm-c', 'qm-gone'].map((id) => ({ session_id: id }));
    for (const [name, seconds] of [
      ['qm-a', 5],
      ['qm-b', 9],
      ['qm-c', 5],
    ] as const) {
      writeFileSync(join(root, `${name}.json`), '{}');
      utimesSync(join(root, `${name}.json`), seconds, seconds);
    }
    const sorted = await sortByMtime([...list].reverse(), root);
    expect(sorted.map((it) => it.session_id)).toEqual(['qm-b', 'qm-c', 'qm-a', 'qm-gone']);
  });
});

describe('store', () => {
  const FUTURE =
    '{"session_id":"qm-0","title":"t","future":{"a":[1,2.50,1e3,12345678901234567890]},"agents":[{"name":"c","role":"primary","cli":"c","window":1,"x":1.0}]}';

  it('keeps what nobody knows through every kind of write, and corrects the id', async () => {
    const root = await tempRoot();
    writeFileSync(join(root, 'qm-1.json'), FUTURE);
    const store = openStore(root);
    await store.addWorker(ID, 'qm-2');
    await store.addWorker(ID, 'qm-2');
    await store.addWorker(ID, 'qm-3');
    await store.removeWorker(ID, 'qm-3');
    await store.update(ID, (manifest) => {
      manifest.title = 'new';
    });
    expect(await store.getWorkers(ID)).toEqual(['qm-2']);
    const text = readFileSync(join(root, 'qm-1.json'), 'utf8').replace(/\s+/g, '');
    expect(text).toContain('"future":{"a":[1,2.50,1e3,12345678901234567890]}');
    expect(text).toContain('"x":1.0');
    expect(text).toContain('"session_id":"qm-1"');
  });

  it('says what is wrong by name', async () => {
    const root = await tempRoot();
    const store = openStore(root);
    await store.create({ party_id: 'party-1' });
    await expect(store.create({ party_id: 'party-1' })).rejects.toBeInstanceOf(ManifestExistsError);
    await expect(store.read('qm-9')).rejects.toBeInstanceOf(ManifestNotFoundError);
    await expect(store.delete('qm-9')).rejects.toBeInstanceOf(ManifestNotFoundError);
    await expect(store.read('../x')).rejects.toBeInstanceOf(InvalidIdError);
    await expect(openStore('').create({ session_id: ID })).rejects.toBeInstanceOf(NoStateRootError);
    expect(await openStore('').discoverSessions()).toEqual([]);
    expect(await openStore('/nowhere/at/all').discoverSessions()).toEqual([]);
    await store.delete('party-1');
    expect(existsSync(join(root, 'party-1.json.lock'))).toBe(false);
  });

  it('discovers both generations and names what it cannot read', async () => {
    const root = await tempRoot();
    for (const name of ['qm-1', 'party-2']) writeFileSync(join(root, `${name}.json`), '{}');
    for (const name of [
      'qm-bad.json',
      'artifacts.json',
      'qm-1.json.lock',
      'qm-1.json.42',
      '.qm-3.json',
    ]) {
      writeFileSync(join(root, name), '[');
    }
    mkdirSync(join(root, 'qm-ghost'));
    const { manifests, problems } = await openStore(root).discoverSessionsDetailed();
    expect(manifests.map((it) => it.session_id ?? it.party_id)).toEqual(['party-2', 'qm-1']);
    expect(problems).toMatchObject([
      { id: 'qm-bad', problem: expect.stringContaining('is not JSON') },
    ]);
  });
});
