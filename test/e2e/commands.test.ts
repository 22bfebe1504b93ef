import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { atEnd } from '../support/at-end.js';
import { manifest, pane, snapshot, tempRoot } from '../support/hook.js';
import { cleanEnv } from '../support/process.js';
import { startTmux } from '../support/tmux.js';
import { until } from '../support/until.js';
import { writeStateNow } from '../support/write-now.js';
import { CLI } from './program.js';

const BLOCKED = 'qm-1780000001';
const WORKING = 'qm-1780000002';
const DONE = 'qm-1780000003';

/** A blocked, a working and a done session, in this order. */
async function party(): Promise<string> {
  const root = await tempRoot();
  for (const [index, [id, state]] of [
    [BLOCKED, 'blocked'],
    [WORKING, 'working'],
    [DONE, 'done'],
  ].entries()) {
    if (id === undefined || state === undefined) continue;
    mkdirSync(join(root, id), { mode: 0o700 });
    const created_at = `2026-06-01T10:00:0${9 - index}Z`;
    writeFileSync(join(root, `${id}.json`), manifest(id, { title: `title-${index}`, created_at }));
    tell(root, id, state, `doing ${index}`);
  }
  return root;
}

const tell = (root: string, id: string, state: string, activity: string): void =>
  writeStateNow(root, id, snapshot(id, pane(state, { activity, age: 7_200 })));

interface Running {
  out: string;
  err: string;
  readonly code: Promise<number | null>;
  stop(signal: NodeJS.Signals): void;
  /** Reads no more of what it prints. */
  leave(): void;
}

async function start(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Running> {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { ...cleanEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await atEnd(async () => void child.kill('SIGKILL'));
  const running: Running = {
    out: '',
    err: '',
    code: new Promise((done) => child.on('close', done)),
    stop: (signal) => void child.kill(signal),
    leave: () => void child.stdout.destroy(),
  };
  child.stdout.on('data', (piece: Buffer) => {
    running.out += piece.toString();
  });
  child.stderr.on('data', (piece: Buffer) => {
    running.err += piece.toString();
  });
  return running;
}

async function run(
  args: readonly string[],
  env?: NodeJS.ProcessEnv,
): Promise<{ code: number | null; out: string; err: string }> {
  const running = await start(args, env);
  const code = await running.code;
  return { code, out: running.out, err: running.err };
}

const on = (root: string, ...args: string[]): string[] => [...args, '--no-tmux', '--root', root];

describe('ls and show', () => {
  it('ls prints a line for each session, in the words of the screen', async () => {
    const { code, out, err } = await run(on(await party(), 'ls'));
    const lines = out.trimEnd().split('\n');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(lines[0]).toMatch(/^STATE +SINCE +ID +TITLE +AGENT +ACTIVITY$/);
    expect(lines[1]).toMatch(/^▲ blocked +2h +qm-1780000001 +title-0 +claude +doing 0$/);
    expect(lines[2]).toMatch(/^● working /);
    expect(lines[3]).toMatch(/^✓ done +2h +qm-1780000003 +title-2/);
  });

  it('ls --json prints what can be read by a script', async () => {
    const { out } = await run(on(await party(), 'ls', '--json'));
    const sessions = JSON.parse(out);
    expect(sessions).toHaveLength(3);
    expect(sessions[0]).toMatchObject({ id: BLOCKED, title: 'title-0', state: 'blocked' });
    expect(sessions[0].panes[0]).toMatchObject({ role: 'primary', activity: 'doing 0' });
  });

  it('show says what is known of one session; of one that is not there, that', async () => {
    const root = await party();
    writeFileSync(
      join(root, DONE, 'state.jsonl'),
      '{"ts":"2026-06-01T10:00:00Z","agent":"claude","action":"stop","activity":"the last word"}\n',
    );
    expect((await run(on(root, 'show', DONE))).out).toMatch(/title-2.*✓ done.*the last word/s);
    const missing = await run(on(root, 'show', 'qm-1'));
    expect(missing).toMatchObject({ code: 1, out: '' });
    expect(missing.err).toContain('no session "qm-1"');
  });

  it('a root that is not there is said, with exit code 1', async () => {
    const root = join(await tempRoot(), 'nowhere');
    const { code, out, err } = await run(on(root, 'ls'));
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('is not there');
  });
});

describe('a command line that cannot work', () => {
  it.each([
    [['frob'], 'there is no command frob'],
    [['ls', 'more'], 'too many arguments'],
    [['ls', '--root', ''], '--root needs a directory'],
    [['wait', 'qm-1'], '--for'],
    [['ack', '--root', '/tmp'], 'ids of sessions, or --all'],
  ])('%j is said in one line, with exit code 2', async (args, text) => {
    const { code, out, err } = await run(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(text);
    expect(err.trim().split('\n')).toHaveLength(1);
  });
});

describe('status', () => {
  it('is one line with the colours of tmux, or plain, or as asked for', async () => {
    const root = await party();
    const { out } = await run(on(root, 'status'));
    expect(out).toBe(
      '#[fg=red,bold]▲ 1#[default] #[fg=magenta,bold]✓ 1#[default] #[fg=green]● 1#[default]\n',
    );
    expect((await run(on(root, 'status'), { NO_COLOR: '1' })).out).toBe('▲ 1 ✓ 1 ● 1\n');
    expect((await run(on(root, 'status', '--format', '{need_you}/{sessions}'))).out).toBe('2/3\n');
    expect(await run(on(root, 'status', '--format', '{x}'))).toMatchObject({ code: 2, out: '' });
  });
});

describe('watch', () => {
  const lines = (it: Running): { id: string; from: string; to: string }[] =>
    it.out
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));

  it('prints the present states, then each change, then what is gone', async () => {
    const root = await party();
    const watching = await start(on(root, 'watch'));
    await until(() => lines(watching).length === 3);
    expect(lines(watching)[0]).toMatchObject({ id: BLOCKED, role: 'primary', from: null });
    tell(root, BLOCKED, 'working', 'goes on');
    await until(() => lines(watching).length === 4);
    expect(lines(watching)[3]).toMatchObject({ from: 'blocked', to: 'working' });
    rmSync(join(root, `${DONE}.json`));
    await until(() => lines(watching).length === 5);
    expect(lines(watching)[4]).toMatchObject({ id: DONE, from: 'done', to: null });
  });

  it('ends quietly when nobody reads any more', async () => {
    const root = await party();
    const watching = await start(on(root, 'watch'));
    await until(() => lines(watching).length === 3);
    watching.leave();
    let turn = 0;
    let code: number | null | undefined;
    void watching.code.then((it) => {
      code = it;
    });
    await until(() => {
      tell(root, BLOCKED, 'working', `step ${turn++}`);
      return code !== undefined;
    });
    expect(code).toBe(0);
    expect(watching.err).toBe('');
  });
});

describe('ack and wait', () => {
  it('ack turns what is done idle, and nothing else', async () => {
    const root = await party();
    const before = readFileSync(join(root, BLOCKED, 'state.json'), 'utf8');
    expect(await run(on(root, 'ack', DONE, BLOCKED))).toMatchObject({
      code: 0,
      out: `${DONE} primary idle\n`,
    });
    expect(JSON.parse(readFileSync(join(root, DONE, 'state.json'), 'utf8'))).toMatchObject({
      panes: { primary: { state: 'idle', activity: 'doing 2' } },
    });
    expect(readFileSync(join(root, BLOCKED, 'state.json'), 'utf8')).toBe(before);
    expect(await run(on(root, 'ack', 'qm-1'))).toMatchObject({ code: 1 });
    expect(await run(on(root, 'ack'))).toMatchObject({ code: 2 });
  });

  it('wait ends when the state comes, at once where it is there, and by its time', async () => {
    const root = await party();
    expect(await run(on(root, 'wait', DONE, '--for', 'done,idle'))).toMatchObject({
      code: 0,
      out: 'done\n',
    });
    const waiting = await start(on(root, 'wait', WORKING, '--for', 'blocked', '--timeout', '1m'));
    const other = await run(on(root, 'wait', WORKING, '--for', 'blocked', '--timeout', '100ms'));
    expect(other.code).toBe(124);
    tell(root, WORKING, 'blocked', 'asks');
    expect(await waiting.code).toBe(0);
    expect(waiting.out).toBe('blocked\n');
    expect(await run(on(root, 'wait', 'qm-1', '--for', 'done'))).toMatchObject({ code: 1 });
    expect(await run(on(root, 'wait', DONE, '--for', 'dune'))).toMatchObject({ code: 2 });
    expect(await run(on(root, 'wait', DONE, '--for', 'idle', '--timeout', 'x'))).toMatchObject({
      code: 2,
    });
  });
});

describe('in tmux', () => {
  it('next switches the client to who waits longest, then on, and no other client', async () => {
    const root = await party();
    const tmux = await startTmux({ columns: 80, rows: 24, shell: true });
    for (const id of [BLOCKED, WORKING, DONE, 'elsewhere']) {
      await tmux.tmux('new-session', '-d', '-s', id, 'sleep 1000');
    }
    const here = await tmux.attach();
    const there = await tmux.attach('elsewhere');
    await tmux.waitFor('$');
    const command = [process.execPath, CLI, 'next', '--root', root];
    await tmux.run(command);
    await until(async () => (await here.session()) === BLOCKED);
    const clients = await tmux.tmux('list-clients', '-F', '#{client_name} #{session_name}');
    const name = clients
      .split('\n')
      .find((line) => line.endsWith(` ${BLOCKED}`))
      ?.split(' ')[0];
    await tmux.run([...command, '--client', name ?? '']);
    await until(async () => (await here.session()) === DONE);
    expect(await there.session()).toBe('elsewhere');
    await tmux.run([...command, '--client', '/dev/pts/none']);
    await tmux.waitFor('tmux has no client');
  });

  it('commands see what is stopped, and doctor says what needs attention', async () => {
    const root = await party();
    const tmux = await startTmux({ columns: 80, rows: 24, command: ['sleep', '1000'] });
    await tmux.tmux('new-session', '-d', '-s', BLOCKED, 'sleep 1000');
    const socket = (await tmux.tmux('display-message', '-p', '#{socket_path}')).trim();
    const env = { TMUX: `${socket},1,0` };
    const { out } = await run(['ls', '--root', root], env);
    expect(out).toMatch(/▲ blocked.*title-0/);
    expect(out).toMatch(/■ stopped.*title-1/);
    const well = await run(['doctor', '--root', root], env);
    expect(well.out).toMatch(/ok +state root .*\(--root\): 3 sessions/);
    expect(well.out).toMatch(/ok +flock +works in the state root/);
    expect(well.out).toMatch(/ok +tmux +2 sessions live/);
    expect(well.code).toBe(0);
    writeFileSync(join(root, DONE, 'state.json'), '{');
    const ill = await run(['doctor', '--root', root], env);
    expect(ill.code).toBe(1);
    expect(ill.out).toMatch(/look +file +qm-1780000003\/state\.json is not JSON/);
  });
});
