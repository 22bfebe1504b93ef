import { BackwardReader } from './backward.js';
import { parseStateEvent } from './event-log.js';
import { Generation, identityOf, openFile } from './generation.js';
import type { StateEvent } from './types.js';

/** Some events of a log in file order, and how many lines among them were no events. */
export interface LogPiece {
  readonly events: StateEvent[];
  readonly bad: number;
}

const NOTHING: LogPiece = { events: [], bad: 0 };

function pieceOf(lines: readonly string[], skipped: number): LogPiece {
  const events: StateEvent[] = [];
  let bad = skipped;
  for (const line of lines) {
    if (line.trim() === '') continue;
    const event = parseStateEvent(line);
    if (event === null) bad++;
    else events.push(event);
  }
  return { events, bad };
}

/**
 * Reads one session's log from its end in both directions: back through `state.jsonl` and
 * `state.jsonl.1`, and forward through what is appended, across rotation, truncation, and a file
 * that vanishes and returns. Every line is told once, when it is whole. It does not watch anything:
 * whoever uses it says when to look. One call at a time.
 */
export class LogFollower {
  private current: Generation | null = null;
  private older: BackwardReader[] = [];

  /**
   * @param path of `state.jsonl`; it need not be there.
   * @param chunk bytes read at a time.
   */
  constructor(
    private readonly path: string,
    private readonly chunk: number,
  ) {}

  /** Finds the end of the log. To be called first. */
  async begin(): Promise<void> {
    this.current = await Generation.open(this.path, this.chunk);
    const end = (await this.current?.lastLineEnd()) ?? 0;
    await this.current?.startAt(end);
    await this.openOlder(end);
  }

  /** Whether `previous` may have more. */
  get hasOlder(): boolean {
    return this.older.length > 0;
  }

  /** The piece before everything told so far; empty at the beginning, and now and then before it. */
  async previous(): Promise<LogPiece> {
    const reader = this.older[0];
    if (reader === undefined) return NOTHING;
    const piece = reader.exhausted ? { lines: [], skipped: 0 } : await reader.previous();
    if (reader.exhausted) {
      this.older.shift();
      await reader.close();
    }
    return pieceOf(piece.lines, piece.skipped);
  }

  /** The last pieces that hold at least so many events, as one piece in file order. */
  async last(count: number): Promise<LogPiece> {
    let events: StateEvent[] = [];
    let bad = 0;
    while (events.length < count && this.hasOlder) {
      const piece = await this.previous();
      events = [...piece.events, ...events];
      bad += piece.bad;
    }
    return { events, bad };
  }

  /** What came since the last look: the rest of this generation, any that came and went, and the newest. */
  async *news(): AsyncGenerator<LogPiece> {
    const before = this.current;
    if (before !== null) yield* this.drain(before);
    const now = await identityOf(this.path);
    if (now === null || now === before?.identity) return;
    if (before !== null) {
      // The old generation may have got lines between the drain and the rename.
      yield* this.drain(before);
      yield* this.between(before.identity, now);
    }
    this.current = await Generation.open(this.path, this.chunk);
    await before?.close();
    if (this.current !== null) yield* this.drain(this.current);
  }

  async close(): Promise<void> {
    await this.current?.close();
    this.current = null;
    for (const reader of this.older.splice(0)) await reader.close();
  }

  /**
   * Readers of what stands before `end`, newest first. They have descriptors of their own, so that a
   * rotation takes nothing from them; one that happened just now is seen by the identities.
   */
  private async openOlder(end: number): Promise<void> {
    let wanted = this.current !== null;
    for (const path of [this.path, `${this.path}.1`]) {
      const opened = await openFile(path);
      if (opened === null) continue;
      const isCurrent = opened.identity === this.current?.identity;
      if (isCurrent && wanted) {
        this.older.push(new BackwardReader(opened.file, end, this.chunk));
        wanted = false;
      } else if (!isCurrent && path !== this.path) {
        this.older.push(new BackwardReader(opened.file, opened.size, this.chunk));
      } else await opened.file.close();
    }
  }

  /** Two rotations between two looks leave a whole generation in the older log. */
  private async *between(last: string, now: string): AsyncGenerator<LogPiece> {
    const old = await Generation.open(`${this.path}.1`, this.chunk);
    if (old === null) return;
    try {
      if (old.identity !== last && old.identity !== now) yield* this.drain(old);
    } finally {
      await old.close();
    }
  }

  private async *drain(log: Generation): AsyncGenerator<LogPiece> {
    for await (const lines of log.read()) yield pieceOf(lines, 0);
    const skipped = log.takeSkipped();
    if (skipped > 0) yield { events: [], bad: skipped };
  }
}
