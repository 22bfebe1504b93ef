import { writeSync } from 'node:fs';

/** Alternate screen, hidden cursor, bracketed paste, word of the focus, and a clean page. */
const ENTER = '\u001b[?1049h\u001b[?25l\u001b[?2004h\u001b[?1004h\u001b[H\u001b[2J';
/** Everything `ENTER` did, taken back; attributes off. */
const LEAVE = '\u001b[m\u001b[?1004l\u001b[?2004l\u001b[?25h\u001b[?1049l';

/** The streams of a terminal, as `process` has them. */
export interface Tty {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream & { readonly fd: number };
}

/**
 * The terminal while the program has it. `leave` is the one way back, whatever the reason for going,
 * and may be called any number of times.
 */
export class Terminal {
  private entered = false;

  constructor(private readonly tty: Tty) {}

  get size(): { columns: number; rows: number } {
    const { columns, rows } = this.tty.stdout;
    return { columns: columns || 80, rows: rows || 24 };
  }

  enter(): void {
    if (this.entered) return;
    this.entered = true;
    // Before anything is drawn: a key pressed now must not be echoed into the screen.
    this.tty.stdin.setRawMode(true);
    this.tty.stdout.write(ENTER);
  }

  leave(): void {
    if (!this.entered) return;
    this.entered = false;
    try {
      if (this.tty.stdin.isRaw) this.tty.stdin.setRawMode(false);
    } catch {
      // The terminal is gone: nothing is left to restore.
    }
    try {
      // A stream that has failed writes no more; the terminal behind it may well be there.
      if (this.tty.stdout.destroyed) writeSync(this.tty.stdout.fd, LEAVE);
      else this.tty.stdout.write(LEAVE);
    } catch {
      // As above.
    }
  }
}
