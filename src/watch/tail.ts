import { parseStateEvent } from '../state/event-log.js';
import { sessionStateDir, sessionStateLogPath } from '../state/paths.js';
import type { StateEvent } from '../state/types.js';
import { BackwardReader } from './backward.js';
import { Generation, identityOf, openFile } from './generation.js';
import { watchLog } from './watch-log.js';

/** Where the facts of one followed log go. Called in file order, never after `close`. */
export interface TailSink {
  /** The end of the log as it is now. */
  opened(events: readonly StateEvent[], hasOlder: boolean): void;
  appended(events: readonly StateEvent[]): void;
  /** The answer to `older()`: what stands before everything told so far, in file order. */
  older(events: readonly StateEvent[], hasOlder: boolean): void;
  /** So many further lines were no events. */
  bad(count: number): void;
}

export interface TailHandle {
  /** Asks for the piece before the oldest event told so far. */
  older(): void;
  close(): Promise<void>;
}

export interface TailOptions {
  /** Bytes read at a time. */
  readonly chunkBytes?: number;
  /** Milliseconds between looks that do not wait for an event of the watcher. */
  readonly pollMs?: number;
}

/** A backfill with fewer events than this goes on into the older log. */
const ENOUGH = 200;

class Tail implements TailHandle {
  private readonly path: string;
  private current: Generation | null = null;
  private olderReaders: BackwardReader[] = [];
  private work: Promise<void> = Promise.resolve();
  private closed = false;
  private looking = false;
  private again = false;
  private readonly stopWatching: () => Promise<void>;
  private readonly timer: NodeJS.Timeout;

  constructor(
    root: string,
    id: string,
    private readonly sink: TailSink,
    private readonly chunk: number,
    pollMs: number,
  ) {
    this.path = sessionStateLogPath(root, id);
    this.enqueue(() => this.backfill());
    this.stopWatching = watchLog(sessionStateDir(root, id), () => this.poke());
    this.timer = setInterval(() => this.poke(), pollMs);
    this.timer.unref();
  }

  older(): void {
    this.enqueue(() => this.readOlder());
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    clearInterval(this.timer);
    await this.stopWatching();
    await this.work;
    await this.current?.close();
    for (const reader of this.olderReaders) await reader.close();
  }

  /** One thing at a time, in order. An error of the file system ends that look; the next one tries again. */
  private enqueue(job: () => Promise<void>): void {
    this.work = this.work.then(async () => {
      if (!this.closed) await job().catch(() => {});
    });
  }

  /** Looks for news soon; many calls while one look is under way are one more look. */
  private poke(): void {
    if (this.closed) return;
    this.again = true;
    if (this.looking) return;
    this.looking = true;
    this.enqueue(async () => {
      try {
        while (this.again && !this.closed) {
          this.again = false;
          await this.look();
        }
      } finally {
        this.looking = false;
      }
    });
  }

  private tell(lines: readonly string[], to: (events: StateEvent[]) => void, skipped = 0): void {
    if (this.closed) return;
    const events: StateEvent[] = [];
    let bad = skipped;
    for (const line of lines) {
      if (line.trim() === '') continue;
      const event = parseStateEvent(line);
      if (event === null) bad++;
      else events.push(event);
    }
    to(events);
    if (bad > 0) this.sink.bad(bad);
  }

  private async backfill(): Promise<void> {
    this.current = await Generation.open(this.path, this.chunk);
    const end = (await this.current?.lastLineEnd()) ?? 0;
    await this.current?.startAt(end);
    this.olderReaders = await this.openOlder(end);
    const lines: string[] = [];
    let skipped = 0;
    while (lines.length < ENOUGH && this.hasOlder) {
      const piece = await this.previous();
      lines.unshift(...piece.lines);
      skipped += piece.skipped;
    }
    this.tell(lines, (events) => this.sink.opened(events, this.hasOlder), skipped);
    // What came while the backfill was read, an unfinished last line included.
    await this.look();
  }

  /**
   * Readers of what stands before `end`, newest first. They have descriptors of their own, so that a
   * rotation takes nothing from them; one that happened just now is seen by the identities.
   */
  private async openOlder(end: number): Promise<BackwardReader[]> {
    const readers: BackwardReader[] = [];
    const paths = [this.path, `${this.path}.1`];
    let wanted = this.current !== null;
    for (const path of paths) {
      const opened = await openFile(path);
      if (opened === null) continue;
      const isCurrent = opened.identity === this.current?.identity;
      if (isCurrent && wanted) {
        readers.push(new BackwardReader(opened.file, end, this.chunk));
        wanted = false;
      } else if (!isCurrent && path !== this.path) {
        readers.push(new BackwardReader(opened.file, opened.size, this.chunk));
      } else await opened.file.close();
    }
    return readers;
  }

  private get hasOlder(): boolean {
    return this.olderReaders.length > 0;
  }

  /** The piece before, from the newest reader that has one; a reader at its beginning is closed. */
  private async previous(): Promise<{ lines: string[]; skipped: number }> {
    const reader = this.olderReaders[0];
    if (reader === undefined) return { lines: [], skipped: 0 };
    const piece = reader.exhausted ? { lines: [], skipped: 0 } : await reader.previous();
    if (reader.exhausted) {
      this.olderReaders.shift();
      await reader.close();
    }
    return piece;
  }

  private async readOlder(): Promise<void> {
    let piece = await this.previous();
    while (piece.lines.length === 0 && this.hasOlder) piece = await this.previous();
    this.tell(piece.lines, (events) => this.sink.older(events, this.hasOlder), piece.skipped);
  }

  /** Reads what is new: the rest of this generation, any that came and went since, and the newest. */
  private async look(): Promise<void> {
    const before = this.current;
    if (before !== null) await this.drain(before);
    const now = await identityOf(this.path);
    if (now === null || now === before?.identity) return;
    if (before !== null) {
      // The old generation may have got lines between the drain and the rename.
      await this.drain(before);
      await this.readBetween(before.identity, now);
    }
    this.current = await Generation.open(this.path, this.chunk);
    await before?.close();
    if (this.current !== null) await this.drain(this.current);
  }

  /** Two rotations between two looks leave a whole generation in the older log. */
  private async readBetween(last: string, now: string): Promise<void> {
    const old = await Generation.open(`${this.path}.1`, this.chunk);
    if (old === null) return;
    if (old.identity !== last && old.identity !== now) await this.drain(old);
    await old.close();
  }

  private async drain(log: Generation): Promise<void> {
    for await (const lines of log.read()) {
      this.tell(lines, (events) => {
        if (events.length > 0) this.sink.appended(events);
      });
      if (this.closed) return;
    }
    const skipped = log.takeSkipped();
    if (skipped > 0 && !this.closed) this.sink.bad(skipped);
  }
}

/**
 * Follows the event log of a session: its end first, then what is appended, across rotation,
 * truncation, and a file that vanishes and returns. A line is told once, when it is whole.
 */
export const openTail = (
  root: string,
  id: string,
  sink: TailSink,
  { chunkBytes = 64 << 10, pollMs = 1_000 }: TailOptions = {},
): TailHandle => new Tail(root, id, sink, chunkBytes, pollMs);
