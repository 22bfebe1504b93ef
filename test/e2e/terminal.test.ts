import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  holdLock,
  pane,
  seed,
  snapshot,
  tempRoot,
  writeManifest,
  writePane,
  writeState,
} from '../support/hook.js';
import { alive } from '../support/process.js';
import { foreign } from '../support/terminal-text.js';
import { startTmux } from '../support/tmux.js';
import { until } from '../support/until.js';
import { CLI, startProgram } from './program.js';

/** Runs the program without a terminal. */
const run = (args: readonly string[]): Promise<{ code: number | null; out: string; err: string }> =>
  new Promise((done) => {
    const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let err = '';
    child.stdout.on('data', (piece: Buffer) => {
      out += piece.toString();
    });
    child.stderr.on('data', (piece: Buffer) => {
      err += piece.toString();
    });
    child.on('close', (code) => done({ code, out, err }));
  });

const party = async (count = 5): Promise<string> => {
  const root = await tempRoot();
  await seed(root, count);
  return root;
};

describe('every way out restores the terminal', () => {
  it.each([
    ['q', 0],
    ['C-c', 130],
  ] as const)('%s ends with %i', async (key, code) => {
    const tmux = await startProgram(await party(), { shell: true });
    await tmux.waitFor('5 sessions');
    expect((await tmux.flags()).alternate).toBe(true);
    await tmux.keys(key);
    await tmux.waitFor((_, text) => /^\$ *$/m.test(text));
    await tmux.type('echo "code $?"');
    await tmux.keys('Enter');
    await tmux.waitFor(`code ${code}`);
    expect(await tmux.flags()).toMatchObject({ alternate: false, cursorVisible: true });
    expect(await tmux.tty()).toMatchObject({ echo: true, canonical: true });
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s ends with %i', async (signal, code) => {
    const tmux = await startProgram(await party(), { shell: true });
    await tmux.waitFor('5 sessions');
    process.kill(await tmux.pid(), signal);
    await tmux.waitFor((_, text) => /^\$ *$/m.test(text));
    await tmux.type('echo "code $?"');
    await tmux.keys('Enter');
    await tmux.waitFor(`code ${code}`);
    expect(await tmux.flags()).toMatchObject({ alternate: false, cursorVisible: true });
    expect(await tmux.tty()).toMatchObject({ echo: true, canonical: true });
  });

  it('when its terminal is gone it is gone', async () => {
    const tmux = await startProgram(await party());
    await tmux.waitFor('5 sessions');
    const pid = await tmux.pid();
    await tmux.kill();
    await until(async () => !(await alive(pid)), { deadlineMs: 2_000 });
  });

  it('Ctrl-Z gives the shell back, fg the screen', async () => {
    const tmux = await startProgram(await party(), { shell: true });
    await tmux.waitFor('5 sessions');
    await tmux.keys('C-z');
    await tmux.waitFor((_, text) => !text.includes('5 sessions') && /\$ *$/.test(text.trimEnd()));
    expect(await tmux.tty()).toMatchObject({ echo: true });
    await tmux.type('fg');
    await tmux.keys('Enter');
    await tmux.waitFor('5 sessions');
    await tmux.type('?');
    await tmux.waitFor('In the list');
  });

  it('stopped from outside, fg brings the screen and the keys back', async () => {
    const tmux = await startProgram(await party(), { shell: true });
    await tmux.waitFor('5 sessions');
    process.kill(await tmux.pid(), 'SIGSTOP');
    // Shells that edit lines take the terminal back themselves; this one is told to.
    await tmux.type('stty sane');
    await tmux.keys('C-j');
    await until(async () => (await tmux.tty()).canonical);
    await tmux.type('fg');
    await tmux.keys('Enter');
    await until(async () => !(await tmux.tty()).echo);
    await tmux.type('?');
    await tmux.waitFor('In the list');
    expect((await tmux.flags()).alternate).toBe(true);
    await tmux.type('qq');
    await tmux.waitFor((_, text) => !text.includes('In the list') && !text.includes('5 sessions'));
    expect(await tmux.tty()).toMatchObject({ echo: true, canonical: true });
  });
});

describe('keys', () => {
  it('in a burst are as many keys, a paste is none', async () => {
    const tmux = await startProgram(await party(9), { columns: 50 });
    await tmux.waitFor(/▌✠ session-8/);
    await tmux.type('jjj');
    await tmux.waitFor(/▌✠ session-5/);
    await tmux.paste('qqjj');
    await tmux.type('j');
    await tmux.waitFor(/▌✠ session-4/);
    await tmux.type('/session-7');
    await tmux.waitFor((_, text) => text.includes('session-7') && !text.includes('session-5'));
    await tmux.keys('Escape');
    await tmux.waitFor('session-5');
  });

  it('a paste right behind an Escape runs nothing', async () => {
    const tmux = await startProgram(await party(9), { columns: 50 });
    await tmux.waitFor(/▌✠ session-8/);
    const bytes = Buffer.from('\u001b\u001b[200~qqjj\u001b\u001b[201~j');
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0'));
    await tmux.tmux('send-keys', '-H', '-t', tmux.pane, ...hex);
    await tmux.waitFor(/▌✠ session-7/);
  });

  it('Escape alone acts at once', async () => {
    const tmux = await startProgram(await party(9), { columns: 50 });
    await tmux.waitFor('9 sessions');
    for (let n = 0; n < 5; n++) {
      await tmux.type('?');
      await tmux.waitFor('In the list');
      await tmux.keys('Escape');
      await tmux.waitFor((_, text) => !text.includes('In the list'), { deadlineMs: 1_000 });
    }
  });

  it('pressed before the first frame are not echoed into the screen, and count', async () => {
    const tmux = await startTmux({ columns: 50, rows: 24, shell: true });
    await tmux.waitFor('$');
    await tmux.run([
      process.execPath,
      CLI,
      '--no-tmux',
      '--root',
      await party(9),
      '--reduced-motion',
    ]);
    await until(async () => {
      await tmux.type('j');
      return (await tmux.flags()).alternate;
    });
    const lines = await tmux.waitFor('9 sessions');
    expect(lines.at(-1)?.trim()).toBe('');
    await tmux.type('g');
    await tmux.waitFor(/▌✠ session-8/);
  });

  it('are answered while a hook holds a lock we want', async () => {
    const root = await party(3);
    await writePane(root, 'qm-9', 'done', { age: 60 });
    await writeManifest(root, 'qm-9', { title: 'locked' });
    const tmux = await startProgram(root, { columns: 50 });
    await tmux.waitFor('locked');
    const held = await holdLock(join(root, 'qm-9', 'state.json'));
    await tmux.type('A');
    await tmux.type('?');
    await tmux.waitFor('In the list', { deadlineMs: 2_000 });
    await tmux.type('q');
    await held.release();
    await until(() => readFileSync(join(root, 'qm-9', 'state.json'), 'utf8').includes('"idle"'));
  });

  it('m shows the manifest as it is on disk', async () => {
    const root = await party(1);
    await writeManifest(
      root,
      'qm-7',
      '{"session_id":"qm-7","created_at":"2099-01-01T00:00:00Z",\n  "big": 12345678901234567890}\n',
    );
    const tmux = await startProgram(root, { columns: 60 });
    await tmux.waitFor('qm-7');
    await tmux.type('m');
    await tmux.waitFor('"big": 12345678901234567890}');
  });
});

describe('files that are not as they should be', () => {
  it('keep the last good values with a mark, leave other rows alone, and recover', async () => {
    const root = await party(2);
    await writeManifest(root, 'qm-9', { title: 'fragile' });
    await writePane(root, 'qm-9', 'blocked', { activity: 'Question: why?' });
    const tmux = await startProgram(root, { columns: 60 });
    await tmux.waitFor(/fragile +▲ blocked/);
    for (const text of ['', '{"cut', '[]', 'null']) {
      writeFileSync(join(root, 'qm-9', 'state.json'), text);
      await tmux.waitFor(/fragile +⚠ ▲ blocked/);
      expect(await tmux.text()).toContain('session-1');
      await writePane(root, 'qm-9', 'blocked', { activity: 'Question: why?' });
      await tmux.waitFor(/fragile +▲ blocked/);
    }
    await writeState(root, 'qm-9', snapshot('qm-9', pane('working'), { version: 99 }));
    await tmux.waitFor(/fragile +\? unknown/);
  });

  it('unreadable manifests are named and counted', async () => {
    const root = await party(2);
    writeFileSync(join(root, 'qm-bad.json'), '{');
    const tmux = await startProgram(root, { columns: 80 });
    await tmux.waitFor('1 manifest unreadable: qm-bad');
    rmSync(join(root, 'qm-bad.json'));
    await tmux.waitFor((_, text) => !text.includes('unreadable'));
  });

  it('escape sequences in titles and activities reach no terminal', async () => {
    const root = await tempRoot();
    const nasty =
      '\u001b]52;c;QUJD\u0007\u001b]0;x\u0007\u001b[2J\u001b[H\u009d52;c;QQ==\u009c\r\u0007\u202e\u001b[41mred\u001b]0;endless';
    await writeManifest(root, 'qm-1', { title: `t${nasty}` });
    const tmux = await startProgram(root, { columns: 120 });
    await tmux.waitFor('t red0;endless');
    let bytes = '';
    const stop = await tmux.output((piece) => {
      bytes += piece.toString('utf8');
    });
    await writePane(root, 'qm-1', 'working', { activity: `a${nasty} shown` });
    await tmux.waitFor(/a red0;endless shown/);
    await until(() => bytes.includes('shown'));
    await stop();
    expect(foreign(bytes)).toBeNull();
  });
});

describe('the size', () => {
  it('changes at any moment, through every layout, and ends in the screen of a fresh start', async () => {
    const root = await party(6);
    const tmux = await startProgram(root, { columns: 120, rows: 40 });
    await tmux.waitFor('6 sessions');
    for (const [columns, rows] of [
      [200, 50],
      [20, 5],
      [1, 1],
      [70, 30],
      [45, 12],
      [100, 24],
    ] as const) {
      await tmux.resize(columns, rows);
    }
    const fresh = await startProgram(root, { columns: 100, rows: 24 });
    await fresh.waitFor('no events yet');
    // Ages move on: two looks within one second must agree once.
    await until(async () => (await tmux.text()) === (await fresh.text()), {
      describe: () => 'the screens differ',
    });
  });
});

describe('without a terminal', () => {
  it('--version and --help work anywhere', async () => {
    expect(await run(['--version'])).toMatchObject({ code: 0, out: '0.1.0\n', err: '' });
    expect((await run(['--help'])).out).toContain('--root');
  });

  it('the list is printed once, plainly', async () => {
    const { code, out } = await run(['--root', await party(3)]);
    expect(code).toBe(0);
    expect(out).toContain('session-2');
    expect(out).not.toContain('\u001b');
  });

  it('an unknown option is said in one line with exit code 2', async () => {
    const { code, err } = await run(['--rot', 'x']);
    expect(code).toBe(2);
    expect(err.trim().split('\n').length).toBeLessThanOrEqual(2);
    expect(err).toContain('--rot');
  });

  it('a terminal to show on but none to type on: one line, exit 2', async () => {
    const tmux = await startTmux({
      columns: 100,
      rows: 10,
      command: [
        'sh',
        '-c',
        `"$1" "$2" --root /tmp < /dev/null; echo "code $?"`,
        'sh',
        process.execPath,
        CLI,
      ],
    });
    await tmux.waitFor(/standard input is no terminal[^$]*code 2/);
  });

  it('CI=1 on a terminal draws every frame', async () => {
    const root = await party(3);
    const tmux = await startProgram(root, { env: { CI: '1' } });
    await tmux.waitFor('3 sessions');
    await writeManifest(root, 'qm-new', { title: 'came later' });
    await tmux.waitFor('came later');
  });

  it('TERM=dumb gets ASCII without colours, and is answered', async () => {
    // tmux tells every program which terminal it is: say otherwise in between.
    const command = [
      'env',
      'TERM=dumb',
      process.execPath,
      CLI,
      '--no-tmux',
      '--root',
      await party(3),
    ];
    const tmux = await startTmux({ columns: 100, rows: 24, command });
    await tmux.waitFor('3 sessions');
    expect(await tmux.ansi()).not.toMatch(/[^ -~\n\u001b]|\u001b\[[\d;]*\b[34][1-7]\b[\d;]*m/);
    await tmux.type('?');
    await tmux.waitFor('In the list');
  });

  it('a locale that is not UTF-8 gets ASCII', async () => {
    const tmux = await startProgram(await party(3), { env: { LANG: 'C', LC_ALL: 'C' } });
    await tmux.waitFor('3 sessions');
    expect(await tmux.text()).toMatch(/^[ -~\n]*$/);
  });
});

describe('the demo', () => {
  it('plays a party and leaves nothing behind', async () => {
    const tmux = await startTmux({
      columns: 120,
      rows: 34,
      command: [process.execPath, CLI, 'demo'],
    });
    await tmux.waitFor('9 sessions');
    const root = /(\/\S*questmaster-tui-demo-\w+)/.exec(await tmux.text())?.[1] ?? '';
    expect(root).not.toBe('');
    await tmux.waitFor(/working \d+s/);
    await tmux.type('q');
    await tmux.waitForExit();
    const { existsSync } = await import('node:fs');
    await until(() => !existsSync(root));
  });
});
