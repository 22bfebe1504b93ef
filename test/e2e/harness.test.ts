/** The tests' own tools, tried on small programs: what fails here makes every other end-to-end test doubtful. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import * as hook from '../support/hook.js';
import { alive } from '../support/process.js';
import { frame } from '../support/screen.js';
import { startTmux, type Tmux } from '../support/tmux.js';

const run = promisify(execFile);
const sh = (script: string, size = { columns: 40, rows: 6 }): Promise<Tmux> =>
  startTmux({ ...size, command: ['sh', '-c', script] });

describe('a program in a terminal', () => {
  test('is waited for by text, pattern and question, and stays readable after its end', async () => {
    const term = await sh('sleep 0.1; echo "one  two"; exit 3');
    await term.waitFor('one  two');
    await term.waitFor(/^one\s+two$/m);
    const lines = await term.waitFor((rows) => rows[0]?.startsWith('one') === true);
    expect(lines).toEqual(['one  two'.padEnd(40), ...Array(5).fill(' '.repeat(40))]);
    expect(await term.waitForExit()).toBe(3);
    expect(await term.text()).toBe('one  two\n\n\n\n\n');
    expect(await term.flags()).toMatchObject({ dead: true, status: 3, signal: null });
  });

  test('that never shows it fails with what was wanted, how the program is, and the last screen', async () => {
    const term = await sh('printf "ärger 漢字"; sleep 60', { columns: 12, rows: 2 });
    await term.waitFor('漢字');
    const failure = await term.waitFor('joy', { deadlineMs: 60 }).catch((error: Error) => error);
    expect(failure).toBeInstanceOf(Error);
    expect((failure as Error).message.replace(/\d+ ms/, 'N ms')).toBe(
      [
        'waited N ms for "joy"; the program runs, main screen; the last screen:',
        '╭────────────╮',
        '│ärger 漢字  │',
        '│            │',
        '╰────────────╯',
      ].join('\n'),
    );
    expect((failure as Error).stack).toContain('harness.test.ts');
    const named = term.waitFor(/joy/, { deadlineMs: 1, what: 'a better mood' });
    await expect(named).rejects.toThrow('for a better mood');
    const dead = await sh('exit 5');
    await expect(dead.waitFor('joy')).rejects.toThrow('the program ended with 5');
    const killed = await sh('kill -KILL $$');
    expect(await killed.waitForExit()).toBe(null);
    expect((await killed.flags()).signal).toMatch(/^9$|kill/i);
  });

  test('gets keys, text and pastes as they are', async () => {
    const term = await sh('stty -echo; echo ready; exec cat -v');
    await term.waitFor('ready');
    await term.type("a;b 'q' $HOME é;");
    await term.keys('Enter');
    await term.waitFor("a;b 'q' $HOME M-CM-);");
    await term.keys('x', 'Escape', 'Up', 'Enter');
    await term.waitFor('x^[^[[A');
    await term.keys(';', '-', 'Enter');
    await term.waitFor(/^;-$/m);
    await term.type('-l;');
    await term.keys('Enter');
    await term.waitFor(/^-l;$/m);
  });

  test('is given brackets round a paste only when it asked for them', async () => {
    const term = await sh('stty -echo; echo ready; cat -v');
    await term.waitFor('ready');
    await term.paste('plain\n');
    await term.waitFor(/^plain$/m);
    const asks = await sh('stty -echo; printf "\\033[?2004hready\\n"; exec cat -v');
    await asks.waitFor('ready');
    await asks.paste('--two;');
    await asks.keys('Enter');
    await asks.waitFor('^[[200~--two;^[[201~');
  });

  test('learns of a new size', async () => {
    const term = await sh(
      'trap "stty size" WINCH; echo ready; while :; do sleep 60 & wait $!; kill $!; done',
      { columns: 80, rows: 10 },
    );
    await term.waitFor('ready');
    await term.resize(30, 8);
    await term.waitFor('8 30');
    const lines = await term.screen();
    expect(lines).toHaveLength(8);
    expect(lines.every((line) => line.length === 30)).toBe(true);
    expect(await term.flags()).toMatchObject({ columns: 30, rows: 8 });
  });

  test('uses the alternate screen and gives the terminal back, as a shell shows', async () => {
    const term = await startTmux({ columns: 40, rows: 8, shell: true });
    await term.waitFor(/^\$ *$/m);
    const shell = await term.pid();
    // `cat` waits for Enter between the two.
    const full = 'stty -echo -icanon; printf "\\033[?1049h\\033[?25lFULL"; head -c1 >/dev/null';
    const back = 'printf "\\033[?1049l\\033[?25h"; stty sane; exit 4';
    await term.run(['sh', '-c', `${full}; ${back}`]);
    await term.waitFor(/^FULL$/m);
    expect(await term.flags()).toMatchObject({
      alternate: true,
      cursorVisible: false,
      dead: false,
    });
    expect(await term.tty()).toEqual({ echo: false, canonical: false });
    expect(await term.pid()).not.toBe(shell);
    await term.keys('q');
    await term.waitFor((_, text) => text.trimEnd().endsWith('\n$'), { what: 'the prompt' });
    await term.run(['echo', 'back again']);
    await term.waitFor(/^back again$/m);
    expect(await term.flags()).toMatchObject({ alternate: false, cursorVisible: true });
    expect(await term.pid()).toBe(shell);
  });

  test('keeps what scrolled away, and its colours', async () => {
    const term = await sh('for i in 1 2 3 4 5 6 7; do echo line $i; done; printf "\\033[31mred"');
    await term.waitFor('red');
    expect(await term.scrollback()).toEqual(['line 1', 'line 2']);
    expect(await term.ansi()).toContain('\x1b[31mred');
    const short = await sh('echo short; exec cat');
    await short.waitFor('short');
    expect(await short.scrollback()).toEqual([]);
  });

  test('sees nothing of the world outside but what it is given', async () => {
    process.env.QUESTMASTER_STATE_ROOT = '/nowhere';
    const term = await startTmux({
      columns: 80,
      rows: 40,
      command: ['env'],
      env: { LANG: 'C', MADE: 'yes;', TMUX: undefined },
    });
    delete process.env.QUESTMASTER_STATE_ROOT;
    await term.waitForExit();
    const env = (await term.text()).split('\n');
    expect(env).toContain('CI=false');
    expect(env).toContain('LANG=C');
    expect(env).toContain('MADE=yes;');
    const names = env.map((line) => line.split('=')[0] ?? '').filter((name) => name !== '');
    const foreign = names.filter((name) => /^(QUESTMASTER|PARTY|VITEST|NODE|LC_|TMUX$)/.test(name));
    expect(foreign).toEqual([]);
  });

  test('hands over its output as it is written', async () => {
    const term = await sh('stty -echo; head -c1 >/dev/null; printf "\\033[1mloud"; sleep 60');
    let heard = '';
    const stop = await term.output((bytes) => {
      heard += bytes.toString();
    });
    await term.keys('x', 'Enter');
    await term.waitFor('loud');
    await expect.poll(() => heard).toContain('\x1b[1mloud');
    await stop();
  });

  test('has a client that can be switched', async () => {
    const term = await sh('sleep 60');
    await term.tmux('new-session', '-d', '-s', 'other', '--', 'sleep', '60');
    const client = await term.attach();
    expect(await client.session()).toBe('test');
    await term.tmux('switch-client', '-t', '=other');
    expect(await client.session()).toBe('other');
    expect(await term.flags()).toMatchObject({ columns: 40, rows: 6 });
  });

  test('ends with its server, and the socket goes', async () => {
    const term = await sh('trap "" HUP TERM; echo ready; while :; do sleep 0.05; done');
    await term.waitFor('ready');
    const pid = await term.pid();
    const socket = (await term.tmux('display-message', '-p', '#{socket_path}')).trim();
    expect(existsSync(socket)).toBe(true);
    await term.kill();
    expect(existsSync(socket)).toBe(false);
    await expect.poll(() => alive(pid)).toBe(false);
    await term.kill();
  });

  test('frame pads by display width', () => {
    expect(frame(['漢', 'a'], 3)).toBe('╭───╮\n│漢 │\n│a  │\n╰───╯');
  });
});

describe('the hook writer', () => {
  test('writes every digit, times of nine digits, and text as it is given', async () => {
    const root = await hook.tempRoot();
    const seq = 1796102409247192853n;
    await hook.writePane(root, 'qm-1', 'blocked', { seq, activity: '"\u001b[31m漢', tool: 'Bash' });
    const text = await readFile(join(root, 'qm-1/state.json'), 'utf8');
    expect(text).toContain(`"seq":${seq},`);
    expect(text).toMatch(/"last_event":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,9}Z"/);
    expect(text.endsWith('}\n')).toBe(true);
    expect(JSON.parse(text)).toMatchObject({
      session_id: 'qm-1',
      version: 1,
      panes: { primary: { state: 'blocked', activity: '"\u001b[31m漢', tool: 'Bash' } },
    });
    expect(hook.rfc3339(1_779_530_404_394_648_599n)).toBe('2026-05-23T10:00:04.394648599Z');
    expect(hook.rfc3339(1_779_530_405_250_000_000n)).toBe('2026-05-23T10:00:05.25Z');
    expect(hook.rfc3339(1_779_530_405_000_000_000n)).toBe('2026-05-23T10:00:05Z');
    const odd = '{"session_id": "qm-1", "n": 12345678901234567890, "e": 1e400}';
    await hook.writeState(root, 'qm-1', odd);
    expect(await readFile(join(root, 'qm-1/state.json'), 'utf8')).toBe(odd);
    const big = 'x'.repeat(300_000);
    await hook.writeState(root, 'qm-1', big);
    expect(await readFile(join(root, 'qm-1/state.json'), 'utf8')).toBe(big);
    await hook.writeManifest(root, 'party-1', { party_id: 'party-1', n: 12345678901234567890n });
    const written = await readFile(join(root, 'party-1.json'), 'utf8');
    expect(written).toBe('{\n  "party_id": "party-1",\n  "n": 12345678901234567890\n}\n');
    expect((await readdir(root)).sort()).toEqual(['party-1.json', 'party-1.json.lock', 'qm-1']);
    expect((await readdir(join(root, 'qm-1'))).sort()).toEqual(['state.json', 'state.json.lock']);
    for (const name of ['party-1.json', 'party-1.json.lock', 'qm-1/state.json']) {
      expect((await stat(join(root, name))).mode & 0o777, name).toBe(0o600);
    }
  });

  test('builds manifests of both generations and panes of several roles', () => {
    expect(hook.manifest('party-1')).toContain('"party_id": "party-1"');
    expect(JSON.parse(hook.manifest('qm-1', { title: 'T' }))).toMatchObject({
      session_id: 'qm-1',
      title: 'T',
    });
    const panes = {
      primary: hook.pane('working', { age: 60, workingFor: 120 }),
      companion: hook.pane('done', {
        role: 'companion',
        lastEvent: hook.NEVER,
        extra: { x: 2n ** 64n },
      }),
    };
    const text = hook.snapshot('qm-1', panes, { version: 2, extra: { y: 1 } });
    expect(text).toContain('"x":18446744073709551616');
    const { primary, companion } = JSON.parse(text).panes;
    expect(Date.parse(primary.last_event) - Date.parse(primary.working_since)).toBeCloseTo(
      60_000,
      -2,
    );
    expect(companion).toMatchObject({ last_event: hook.NEVER, working_since: hook.NEVER });
    expect(JSON.parse(text)).toMatchObject({ version: 2, y: 1, seen_at: hook.NEVER });
  });

  test('puts a full log aside and keeps one', async () => {
    const root = await hook.tempRoot();
    const log = join(root, 'qm-1/state.jsonl');
    const line = 'x'.repeat(hook.LOG_LIMIT / 4 - 1);
    for (let n = 0; n < 4; n++) await hook.appendLog(root, 'qm-1', line);
    expect((await stat(log)).size).toBe(hook.LOG_LIMIT);
    await hook.appendLog(root, 'qm-1', hook.event('tool_start', { activity: 'a' }));
    await hook.appendLog(root, 'qm-1', 'half', { newline: false });
    expect((await stat(`${log}.1`)).size).toBe(hook.LOG_LIMIT);
    expect(await readFile(log, 'utf8')).toMatch(
      /^\{"ts":"[^"]+Z","agent".*"activity":"a"\}\nhalf$/,
    );
  });

  test('waits for a lock that is held, and holds one that others honour', async () => {
    const root = await hook.tempRoot();
    const path = join(root, 'qm-1.json');
    const held = await hook.holdLock(path);
    const busy = run('flock', ['-n', `${path}.lock`, 'true']);
    await expect(busy).rejects.toMatchObject({ code: 1 });
    let written = false;
    const write = hook.writeManifest(root, 'qm-1', hook.manifest('qm-1')).then(() => {
      written = true;
    });
    await expect(run('flock', ['-w', '0.2', `${path}.lock`, 'true'])).rejects.toMatchObject({
      code: 1,
    });
    expect(written).toBe(false);
    await held.release();
    await write;
    expect(existsSync(path)).toBe(true);
    await held.release();
    await hook.holdLock(path, 50);
    await run('flock', ['-w', '5', `${path}.lock`, 'true']);
  });

  test('copies the recorded roots and seeds large ones', async () => {
    const sample = await hook.copySample('v0.2');
    expect(existsSync(join(sample, 'party-1748000000/state.json'))).toBe(true);
    expect(existsSync(join(await hook.copySample('v0.3'), 'qm-1780000000.json'))).toBe(true);
    const root = await hook.tempRoot();
    const ids = await hook.seed(root, 3, (index) => ({ state: index === 0 ? 'done' : 'idle' }));
    expect(ids).toEqual(['qm-1748000000', 'qm-1748000001', 'qm-1748000002']);
    const first = await readFile(join(root, 'qm-1748000000/state.json'), 'utf8');
    expect(first).toContain('"state":"done"');
  });
});
