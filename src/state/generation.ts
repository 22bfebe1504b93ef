import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { readRange } from './backward.js';
import { LineSplitter } from './lines.js';

/** Bytes before the offset that are compared to notice a file rewritten in place. */
const PRINT = 64;

const LF = 0x0a;

/** Identity of a file while somebody holds it open: device and inode. */
export const identityOf = (path: string): Promise<string | null> =>
  stat(path, { bigint: true }).then(
    (it) => (it.isFile() ? `${it.dev}:${it.ino}` : null),
    () => null,
  );

/**
 * A regular file opened for reading with its identity, or null. Never hangs on a pipe.
 */
export async function openFile(
  path: string,
): Promise<{ file: FileHandle; identity: string; size: number } | null> {
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  const facts = await file.stat({ bigint: true });
  if (facts.isFile()) {
    return { file, identity: `${facts.dev}:${facts.ino}`, size: Number(facts.size) };
  }
  await file.close();
  return null;
}

/**
 * One generation of a log, followed from an offset on. It is held open, so that its last lines are
 * read even after it has been rotated away; that also keeps its inode from being used again.
 */
export class Generation {
  private print: Uint8Array = Buffer.alloc(0);
  private readonly splitter = new LineSplitter();
  /** Read into again and again: of what is in it only text and copies are kept. */
  private readonly buffer: Buffer;

  private constructor(
    private readonly file: FileHandle,
    readonly identity: string,
    private offset: number,
    private readonly chunk: number,
  ) {
    this.buffer = Buffer.allocUnsafe(PRINT + chunk);
  }

  /** The log at `path` from its beginning, or null when no file is there. */
  static async open(path: string, chunk: number): Promise<Generation | null> {
    const opened = await openFile(path);
    return opened && new Generation(opened.file, opened.identity, 0, chunk);
  }

  async size(): Promise<number> {
    return (await this.file.stat()).size;
  }

  /** Offset behind the last line feed: an unfinished line is read again when it is whole. */
  async lastLineEnd(): Promise<number> {
    let end = await this.size();
    while (end > 0) {
      const start = Math.max(0, end - this.chunk);
      const at = (await readRange(this.file, start, end)).lastIndexOf(LF);
      if (at >= 0) return start + at + 1;
      end = start;
    }
    return 0;
  }

  /** Goes on behind `offset`, which is the start of a line. */
  async startAt(offset: number): Promise<void> {
    this.offset = offset;
    this.splitter.drop();
    this.print = await readRange(this.file, Math.max(0, offset - PRINT), offset);
  }

  /** Lines that were too long since the last call. */
  takeSkipped(): number {
    const { skipped } = this.splitter;
    this.splitter.skipped = 0;
    return skipped;
  }

  /**
   * The whole lines appended since the last call; from the beginning, when the file was truncated or
   * rewritten in place. That shows by the bytes before the offset, read in one and the same read as
   * the new ones: between two reads the file may become another.
   */
  async *read(): AsyncGenerator<string[]> {
    while (true) {
      const back = this.print.length;
      const buffer = this.buffer.subarray(0, back + this.chunk);
      const { bytesRead } = await this.file.read(buffer, 0, buffer.length, this.offset - back);
      if (bytesRead < back || Buffer.compare(buffer.subarray(0, back), this.print) !== 0) {
        await this.startAt(0);
        continue;
      }
      if (bytesRead === back) return;
      const bytes = buffer.subarray(back, bytesRead);
      this.offset += bytes.length;
      this.print = Buffer.concat([this.print, bytes]).subarray(-PRINT);
      const lines = this.splitter.push(bytes);
      if (lines.length > 0) yield lines;
    }
  }

  close(): Promise<void> {
    return this.file.close();
  }
}
