import { type IPty, spawn } from '@lydell/node-pty';
import { cleanEnv } from '../support/process.js';
import type { Program } from './figure.js';
import { binOf } from './party.js';
import { type Usage, usageOf } from './usage.js';

export const COLUMNS = 120;
export const ROWS = 40;

const DEADLINE_MS = 30_000;

interface Waiting {
  readonly text: Buffer | null;
  readonly heard: (at: number) => void;
}

/** One program on a pseudo-terminal of its own. What it writes is counted and searched, never drawn. */
export class Pty {
  /** Bytes written so far. */
  bytes = 0;
  /** When the program was started, and when it last wrote, as `performance.now()` tells it. */
  readonly startedAt: number;
  lastAt = 0;
  private heard: Buffer = Buffer.alloc(0);
  private waiting: Waiting | null = null;
  private readonly pty: IPty;
  private readonly gone: Promise<void>;

  constructor(command: readonly string[], bin = '', rows = ROWS) {
    const [file = '', ...args] = command;
    const { PATH, ...clean } = cleanEnv();
    const env = { ...clean, PATH: `${bin}:${PATH}`, TERM: 'xterm-256color', TZ: 'UTC' } as Record<
      string,
      string
    >;
    this.startedAt = performance.now();
    this.pty = spawn(file, args, { cols: COLUMNS, rows, env, encoding: null });
    this.pty.onData((data) => this.take(data as unknown as Buffer));
    this.gone = new Promise((resolve) => this.pty.onExit(() => resolve()));
  }

  private take(data: Buffer): void {
    this.lastAt = performance.now();
    this.bytes += data.length;
    const waiting = this.waiting;
    if (waiting === null) return;
    if (waiting.text !== null) {
      this.heard = Buffer.concat([this.heard, data]);
      if (!this.heard.includes(waiting.text)) return;
    }
    this.waiting = null;
    waiting.heard(this.lastAt);
  }

  /** When a text, or with `null` anything, is next written. Begin waiting before causing it. */
  async next(text: string | null): Promise<number> {
    this.heard = Buffer.alloc(0);
    let timer: NodeJS.Timeout | undefined;
    const arrival = new Promise<number>((heard) => {
      this.waiting = { text: text === null ? null : Buffer.from(text), heard };
    });
    const late = new Promise<never>((_, fail) => {
      timer = setTimeout(() => {
        const what = text === null ? 'nothing' : JSON.stringify(text);
        fail(new Error(`${what} was not written; last:\n${this.heard.subarray(-2_000)}`));
      }, DEADLINE_MS);
    });
    return Promise.race([arrival, late]).finally(() => clearTimeout(timer));
  }

  /** Milliseconds from a key to what it makes the program write. */
  async key(key: string, text: string | null = null): Promise<number> {
    const arrival = this.next(text);
    const from = performance.now();
    this.pty.write(key);
    return (await arrival) - from;
  }

  /** Waits until nothing has been written for so many milliseconds. */
  async quiet(ms: number): Promise<void> {
    const began = performance.now();
    for (;;) {
      const left = Math.max(began, this.lastAt) + ms - performance.now();
      if (left <= 0) return;
      if (performance.now() - began > DEADLINE_MS) throw new Error('it does not come to rest');
      await pause(left);
    }
  }

  usage(): Usage {
    return usageOf(this.pty.pid);
  }

  async end(): Promise<void> {
    this.pty.kill('SIGKILL');
    await this.gone;
  }
}

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/** The tracker on a root, with a tmux in which its sessions live. */
export const startTracker = (program: Program, root: string, ...more: string[]): Pty =>
  new Pty([process.execPath, program.cli, '--root', root, ...more], binOf(root));

/** A script of this directory on a pseudo-terminal: what a figure is compared with. */
export const startBaseline = (script: string, ...args: string[]): Pty =>
  new Pty([process.execPath, `${import.meta.dirname}/baseline/${script}`, ...args]);
