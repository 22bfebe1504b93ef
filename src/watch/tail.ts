import { LogFollower, type LogPiece } from '../state/log-follower.js';
import { sessionStateDir, sessionStateLogPath } from '../state/paths.js';
import type { StateEvent } from '../state/types.js';
import { watchLog } from '../state/watch-log.js';

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

/** Between two looks at a log that grows all the time, in milliseconds. */
const PAUSE_MS = 50;
/** A backfill with fewer events than this goes on into the older log. */
const ENOUGH = 200;

class Tail implements TailHandle {
  private readonly log: LogFollower;
  private work: Promise<void> = Promise.resolve();
  private closed = false;
  /** From the poke to the end of the pause after its look. */
  private looking = false;
  private pause: NodeJS.Timeout | undefined;
  private again = false;
  private readonly stopWatching: () => Promise<void>;
  private readonly timer: NodeJS.Timeout;

  constructor(
    root: string,
    id: string,
    private readonly sink: TailSink,
    chunk: number,
    pollMs: number,
  ) {
    this.log = new LogFollower(sessionStateLogPath(root, id), chunk);
    this.enqueue(() => this.backfill());
    this.stopWatching = watchLog(sessionStateDir(root, id), () => this.poke());
    this.timer = setInterval(() => this.poke(), pollMs);
    this.timer.unref();
  }

  older(): void {
    this.enqueue(async () => {
      const piece = await this.log.last(1);
      this.tell(piece, (events) => this.sink.older(events, this.log.hasOlder));
    });
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    clearInterval(this.timer);
    clearTimeout(this.pause);
    await this.stopWatching();
    await this.work;
    await this.log.close();
  }

  /** One thing at a time, in order. An error of the file system ends that look; the next one tries again. */
  private enqueue(job: () => Promise<void>): void {
    this.work = this.work.then(async () => {
      if (!this.closed) await job().catch(() => {});
    });
  }

  /** Looks for news soon; calls during a look and right after it are one more look. */
  private poke(): void {
    if (this.closed) return;
    if (this.looking) {
      this.again = true;
      return;
    }
    this.looking = true;
    this.enqueue(() => this.look().finally(() => this.rest()));
  }

  private rest(): void {
    this.pause = setTimeout(() => {
      this.looking = false;
      if (!this.again) return;
      this.again = false;
      this.poke();
    }, PAUSE_MS);
  }

  private tell({ events, bad }: LogPiece, to: (events: readonly StateEvent[]) => void): void {
    if (this.closed) return;
    to(events);
    if (bad > 0) this.sink.bad(bad);
  }

  private async backfill(): Promise<void> {
    await this.log.begin();
    const piece = await this.log.last(ENOUGH);
    this.tell(piece, (events) => this.sink.opened(events, this.log.hasOlder));
    // What came while the backfill was read.
    await this.look();
  }

  private async look(): Promise<void> {
    for await (const piece of this.log.news()) {
      if (this.closed) return;
      this.tell(piece, (events) => {
        if (events.length > 0) this.sink.appended(events);
      });
    }
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
