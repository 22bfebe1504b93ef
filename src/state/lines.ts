import { decodeUtf8 } from './json.js';

/** Longer lines are skipped, in bytes. No hook writes lines of this size. */
export const MAX_LINE = 1 << 20;

const LF = 0x0a;
const CR = 0x0d;

/** Bytes of one line as text: without its line feed and a carriage return before that. */
const textOf = (bytes: Uint8Array): string =>
  decodeUtf8(bytes.at(-1) === CR ? bytes.subarray(0, -1) : bytes);

/**
 * Cuts a stream of bytes into lines, whatever pieces they come in. A line is decoded when it is
 * whole, so no character is ever split. What is kept of an unfinished line is bounded.
 */
export class LineSplitter {
  private pieces: Uint8Array[] = [];
  private held = 0;
  private skipping = false;
  /** Lines skipped so far because they were too long. */
  skipped = 0;

  constructor(private readonly limit: number = MAX_LINE) {}

  /** The lines that these bytes complete. */
  push(bytes: Uint8Array): string[] {
    const lines: string[] = [];
    let from = 0;
    for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, from)) {
      this.hold(bytes.subarray(from, at));
      if (!this.skipping) lines.push(textOf(this.take()));
      this.drop();
      from = at + 1;
    }
    // A copy: the caller reuses its buffer.
    if (from < bytes.length) this.hold(Buffer.from(bytes.subarray(from)));
    return lines;
  }

  /** Forgets an unfinished line. */
  drop(): void {
    this.pieces = [];
    this.held = 0;
    this.skipping = false;
  }

  private hold(piece: Uint8Array): void {
    if (this.skipping) return;
    if (this.held + piece.length > this.limit) {
      this.drop();
      this.skipping = true;
      this.skipped++;
      return;
    }
    this.pieces.push(piece);
    this.held += piece.length;
  }

  private take(): Uint8Array {
    return this.pieces.length === 1 && this.pieces[0] ? this.pieces[0] : Buffer.concat(this.pieces);
  }
}
