import { execFile, execFileSync, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { atEnd } from './at-end.js';
import { alive, cleanEnv, protect, quote } from './process.js';
import { describe, frame, holds, type OnScreen, pad, plain } from './screen.js';

const run = promisify(execFile);

/** What to start, and in what kind of terminal. */
export interface TmuxOptions {
  readonly columns: number;
  readonly rows: number;
  /** The program and its arguments, run without a shell between. With `shell` it is not run: see there. */
  readonly command?: readonly string[];
  /** Start an interactive `sh` with the prompt `$ ` instead; `run` types a command into it. */
  readonly shell?: boolean;
  /** Added to the clean environment; `undefined` takes a variable away (`TMUX: undefined` for "no tmux"). */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Name of the tmux session, `test` when not given. */
  readonly session?: string;
}

/** How long to wait, and what for, in the words of the failure. */
export interface WaitOptions {
  readonly deadlineMs?: number;
  readonly what?: string;
}

/** What tmux knows of the pane beside its text. */
export interface PaneFlags {
  readonly alternate: boolean;
  /** tmux hides the cursor of a dead pane itself: ask this of a living one (a shell, for "restored"). */
  readonly cursorVisible: boolean;
  readonly cursor: { readonly column: number; readonly row: number };
  readonly dead: boolean;
  /** Exit code of a dead pane; `null` while it lives or when a signal ended it. */
  readonly status: number | null;
  readonly signal: string | null;
  readonly columns: number;
  readonly rows: number;
  readonly pid: number;
  readonly tty: string;
  /** Lines that have scrolled off the top. */
  readonly historySize: number;
}

/** Line settings of the pane's tty: both are true in a sane shell, both false under a full-screen program. */
export interface TtyModes {
  readonly echo: boolean;
  readonly canonical: boolean;
}

/** A client of the private server, so that `switch-client` has somebody to switch. */
export interface Client {
  /** The session it looks at now. */
  session(): Promise<string>;
  close(): Promise<void>;
}

const POLL_MS = 15;
const FLAGS = [
  ...(['alternate_on', 'cursor_flag', 'cursor_x', 'cursor_y'] as const),
  ...(['pane_dead', 'pane_dead_status', 'pane_dead_signal', 'pane_width', 'pane_height'] as const),
  ...(['pane_pid', 'pane_tty', 'history_size', 'pid'] as const),
];
const living = new Set<Tmux>();
let started = 0;

process.on('exit', () => {
  for (const terminal of living) terminal.killNow();
});

/**
 * Starts a program in a pane of a tmux server of its own. Inside a test the server ends with the test;
 * anywhere else call `kill`. The pane stays readable after the program has ended.
 */
export async function startTmux(options: TmuxOptions): Promise<Tmux> {
  const name = `qmt-test-${process.pid}-${++started}`;
  const terminal = new Tmux(name, options);
  living.add(terminal);
  await atEnd(() => terminal.kill());
  await terminal.start();
  return terminal;
}

/** One program in one pane of one private tmux server. Made by `startTmux`. */
export class Tmux {
  /** The `-L` name of the server. */
  readonly name: string;
  /** The tmux session the program runs in. */
  readonly session: string;
  #pane = '';
  #socket = '';
  #columns: number;
  readonly #options: TmuxOptions;
  readonly #ending: (() => Promise<void>)[] = [];

  constructor(name: string, options: TmuxOptions) {
    this.name = name;
    this.session = options.session ?? 'test';
    this.#options = options;
    this.#columns = options.columns;
  }

  /** The tmux id of the pane, such as `%0`. */
  get pane(): string {
    return this.#pane;
  }

  async start(): Promise<void> {
    const { columns, rows, cwd, env = {} } = this.#options;
    const made = await this.tmux(
      ...['start-server', ';', 'set-option', '-g', 'status', 'off', ';'],
      ...['set-option', '-g', 'remain-on-exit', 'on', ';'],
      ...['set-option', '-g', 'remain-on-exit-format', '', ';'],
      ...['new-session', '-d', '-s', this.session, '-x', `${columns}`, '-y', `${rows}`],
      ...['-P', '-F', '#{pane_id} #{socket_path}', ...(cwd === undefined ? [] : ['-c', cwd])],
      ...Object.entries(env).flatMap(([k, v]) =>
        v === undefined ? [] : ['-e', protect(`${k}=${v}`)],
      ),
      ...['--', ...this.#argv().map(protect), ';'],
      // Of this window only: as a global option it crashes tmux 3.3a when a session is made.
      ...['set-option', '-w', '-t', `=${this.session}:`, 'window-size', 'manual'],
    );
    const [pane = '', ...socket] = made.trimEnd().split(' ');
    this.#pane = pane;
    this.#socket = socket.join(' ');
  }

  #argv(): string[] {
    const { command, shell = false, env = {} } = this.#options;
    const gone = Object.keys(env).filter((key) => env[key] === undefined);
    // tmux sets some of them itself, PATH and TMUX among them, whatever `-e` says.
    const set = Object.entries(env).flatMap(([k, v]) => (v === undefined ? [] : [`${k}=${v}`]));
    const without = [...gone.flatMap((key) => ['-u', key]), ...set];
    if (shell) return ['env', ...without, 'PS1=$ ', 'sh', '-i'];
    if (command === undefined || command.length === 0) throw new Error('startTmux: no command');
    // tmux gives a lone word to a shell, a list to exec: always hand it a list.
    return ['env', ...without, ...command];
  }

  /** Runs any tmux command on the private server (`;` alone separates commands); answers its output. */
  async tmux(...args: string[]): Promise<string> {
    const { stdout } = await run('tmux', ['-u', '-L', this.name, '-f', '/dev/null', ...args], {
      env: cleanEnv(),
      maxBuffer: 1 << 26,
    });
    return stdout;
  }

  /** Presses keys by their tmux names: `keys('j', 'Enter', 'C-c', 'Escape', 'PageDown')`. */
  async keys(...names: string[]): Promise<void> {
    await this.tmux('send-keys', '-t', this.#pane, '--', ...names.map(protect));
  }

  /** Types text as it is, in one burst. */
  async type(text: string): Promise<void> {
    if (text !== '') await this.tmux('send-keys', '-l', '-t', this.#pane, '--', protect(text));
  }

  /** Pastes text, bracketed when the program has asked for that. */
  async paste(text: string): Promise<void> {
    const to = ['paste-buffer', '-p', '-d', '-b', 'paste', '-t', this.#pane];
    await this.tmux('set-buffer', '-b', 'paste', '--', protect(text), ';', ...to);
  }

  /** Types a command, quoted word by word, and Enter: for the `shell` mode. */
  async run(command: readonly string[]): Promise<void> {
    await this.type(command.map(quote).join(' '));
    await this.keys('Enter');
  }

  /** Every row of the screen, each padded with spaces to the full width. */
  async screen(): Promise<string[]> {
    return this.#pad(await this.#capture('-p', '-N'));
  }

  /** The rows without the spaces at their ends, joined by newlines. */
  async text(): Promise<string> {
    return plain(await this.screen());
  }

  /** The screen with its colours as escape sequences. */
  async ansi(): Promise<string> {
    return (await this.#capture('-p', '-e', '-N')).join('\n');
  }

  /** The rows that have scrolled off the top, oldest first. */
  async scrollback(): Promise<string[]> {
    const { historySize } = await this.flags();
    // With no history tmux would answer the first row of the screen.
    return historySize === 0 ? [] : await this.#capture('-p', '-S', '-', '-E', '-1');
  }

  /** Polls the screen until it shows `wanted`; answers the rows that did, or fails showing the last ones. */
  async waitFor(wanted: OnScreen, options: WaitOptions = {}): Promise<string[]> {
    const { deadlineMs = 10_000, what = describe(wanted) } = options;
    const failure = new Error();
    Error.captureStackTrace(failure, this.waitFor);
    const start = performance.now();
    for (let polls = 1; ; polls++) {
      // A dead pane changes no more: the screen after its end is the last, and waiting on is in vain.
      const flags = polls % 10 === 0 ? await this.flags() : undefined;
      const lines = await this.screen();
      if (holds(wanted, lines)) return lines;
      const waited = performance.now() - start;
      if (waited >= deadlineMs || flags?.dead) {
        const state = sum(flags ?? (await this.flags()));
        failure.message = `waited ${Math.round(waited)} ms for ${what}; ${state}; the last screen:\n${frame(lines, this.#columns)}`;
        throw failure;
      }
      await sleep(POLL_MS);
    }
  }

  /** Waits until the screen has not changed for `quietMs`; answers it. For pictures, not for tests. */
  async settled(quietMs = 400, deadlineMs = 10_000): Promise<string[]> {
    const end = performance.now() + deadlineMs;
    let last = await this.ansi();
    let since = performance.now();
    while (performance.now() - since < quietMs && performance.now() < end) {
      await sleep(POLL_MS);
      const next = await this.ansi();
      if (next !== last) since = performance.now();
      last = next;
    }
    return this.screen();
  }

  /** Waits until the pane's program has ended; answers its exit code (`null`: a signal). */
  async waitForExit(options: WaitOptions = {}): Promise<number | null> {
    const { deadlineMs = 10_000, what = 'the program to end' } = options;
    const failure = new Error();
    Error.captureStackTrace(failure, this.waitForExit);
    const end = performance.now() + deadlineMs;
    for (;;) {
      const flags = await this.flags();
      if (flags.dead) return flags.status;
      if (performance.now() >= end) {
        const last = frame(await this.screen(), this.#columns);
        failure.message = `waited ${deadlineMs} ms for ${what}; the last screen:\n${last}`;
        throw failure;
      }
      await sleep(POLL_MS);
    }
  }

  /** Gives the pane another size, as dragging a border would. */
  async resize(columns: number, rows: number): Promise<void> {
    await this.tmux('resize-window', '-t', this.#pane, '-x', `${columns}`, '-y', `${rows}`);
    this.#columns = columns;
  }

  /** Alternate screen, cursor, end and size of the pane. */
  async flags(): Promise<PaneFlags> {
    let { flags, server } = await this.#look();
    // tmux 3.3a misses the SIGCHLD of one program in fifteen and then never says how it ended: tell it again.
    for (let tries = 0; flags.dead && flags.status === null && flags.signal === null; tries++) {
      if (tries === 100) throw new Error('tmux does not say how the program ended');
      process.kill(server, 'SIGCHLD');
      await sleep(POLL_MS);
      ({ flags, server } = await this.#look());
    }
    return flags;
  }

  async #look(): Promise<{ flags: PaneFlags; server: number }> {
    const format = FLAGS.map((key) => `#{${key}}`).join('\t');
    const answer = await this.tmux('display-message', '-p', '-t', this.#pane, format);
    const values = answer.replace('\n', '').split('\t');
    const get = (key: (typeof FLAGS)[number]): string => values[FLAGS.indexOf(key)] ?? '';
    const flags = {
      alternate: get('alternate_on') === '1',
      cursorVisible: get('cursor_flag') === '1',
      cursor: { column: Number(get('cursor_x')), row: Number(get('cursor_y')) },
      dead: get('pane_dead') === '1',
      status: get('pane_dead_status') === '' ? null : Number(get('pane_dead_status')),
      signal: get('pane_dead_signal') || null,
      columns: Number(get('pane_width')),
      rows: Number(get('pane_height')),
      pid: Number(get('pane_pid')),
      tty: get('pane_tty'),
      historySize: Number(get('history_size')),
    };
    return { flags, server: Number(get('pid')) };
  }

  /** Process id of the program: in the `shell` mode of what runs in front, which may be the shell itself. */
  async pid(): Promise<number> {
    const { pid } = await this.flags();
    if (this.#options.shell !== true) return pid;
    const { stdout } = await run('ps', ['-o', 'tpgid=', '-p', `${pid}`]);
    return Number(stdout.trim());
  }

  /** Line settings of the pane's tty. */
  async tty(): Promise<TtyModes> {
    const { tty } = await this.flags();
    const flag = process.platform === 'darwin' ? '-f' : '-F';
    const words = (await run('stty', [flag, tty, '-a'])).stdout.split(/[\s;]+/);
    return { echo: words.includes('echo'), canonical: words.includes('icanon') };
  }

  /** Hands over every byte the program writes from now on, as it is written. Answers how to stop. */
  async output(listen: (bytes: Buffer) => void): Promise<() => Promise<void>> {
    const directory = await mkdtemp(join(tmpdir(), 'qmt-pipe-'));
    const fifo = join(directory, 'fifo');
    await run('mkfifo', [fifo]);
    // Read and write: no waiting for the writer, no end of file between writers.
    const handle = await open(fifo, 'r+');
    const socket = new Socket({ fd: handle.fd, readable: true, writable: false });
    socket.on('data', listen);
    socket.on('error', () => undefined);
    const stop = async (): Promise<void> => {
      socket.destroy();
      await handle.close().catch(() => undefined);
      await rm(directory, { recursive: true, force: true });
    };
    this.#ending.push(stop);
    await this.tmux('pipe-pane', '-O', '-t', this.#pane, `exec cat > '${fifo}'`);
    return stop;
  }

  /** Attaches a client (a control client: it has no screen and does not change sizes). */
  async attach(session = this.session): Promise<Client> {
    const child = spawn(
      'tmux',
      ['-u', '-L', this.name, '-C', 'attach', '-f', 'ignore-size', '-t', `=${session}`],
      { env: cleanEnv(), stdio: ['pipe', 'ignore', 'ignore'] },
    );
    const gone = new Promise<void>((done) => child.once('exit', () => done()));
    const look = async (): Promise<string> => {
      const clients = await this.tmux('list-clients', '-F', '#{client_pid} #{client_session}');
      const line = clients.split('\n').find((one) => one.startsWith(`${child.pid} `));
      return line?.slice(line.indexOf(' ') + 1) ?? '';
    };
    const close = async (): Promise<void> => {
      child.stdin.end();
      child.kill();
      await gone;
    };
    this.#ending.push(close);
    for (let tries = 0; (await look()) === ''; tries++) {
      if (tries > 200) throw new Error('the tmux client did not attach');
      await sleep(POLL_MS);
    }
    return { session: look, close };
  }

  /** Ends the server, and the program if it outlives it. May be called twice. */
  async kill(): Promise<void> {
    if (!living.delete(this)) return;
    const pid = await this.flags().then(
      (flags) => (flags.dead ? 0 : flags.pid),
      () => 0,
    );
    for (const end of this.#ending) await end();
    await this.tmux('kill-server').catch(() => undefined);
    for (let tries = 0; (await alive(pid)) && tries < 50; tries++) await sleep(POLL_MS);
    if (await alive(pid)) process.kill(pid, 'SIGKILL');
    this.#unlink();
  }

  /** The same without waiting, for the end of this process. */
  killNow(): void {
    try {
      execFileSync('tmux', ['-L', this.name, 'kill-server'], { stdio: 'ignore', env: cleanEnv() });
    } catch {
      // Already gone.
    }
    this.#unlink();
  }

  /** tmux leaves its socket behind. */
  #unlink(): void {
    if (this.#socket.endsWith(`/${this.name}`)) rmSync(this.#socket, { force: true });
  }

  async #capture(...flags: string[]): Promise<string[]> {
    const out = await this.tmux('capture-pane', ...flags, '-t', this.#pane);
    return out.replace(/\n$/, '').split('\n');
  }

  #pad(lines: readonly string[]): string[] {
    return lines.map((line) => pad(line, this.#columns));
  }
}

function sum(flags: PaneFlags): string {
  if (!flags.dead) return `the program runs, ${flags.alternate ? 'alternate' : 'main'} screen`;
  return flags.signal === null
    ? `the program ended with ${flags.status}`
    : `signal ${flags.signal} ended the program`;
}
