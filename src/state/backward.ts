import type { FileHandle } from 'node:fs/promises';
import { LineSplitter, MAX_LINE } from './lines.js';

const LF = 0x0a;

/** Reads exactly `[start, end)` of a file, or less where the file ends. */
export async function readRange(file: FileHandle, start: number, end: number): Promise<Buffer> {
  const buffer = Buffer.alloc(Math.max(0, end - start));
  let used = 0;
  while (used < buffer.length) {
    const { bytesRead } = await file.read(buffer, used, buffer.length - used, start + used);
    if (bytesRead === 0) break;
    used += bytesRead;
  }
  return buffer.subarray(0, used);
}

/** A file read from its end towards its beginning, in whole lines and bounded pieces. */
export class BackwardReader {
  constructor(
    private readonly file: FileHandle,
    /** Offset behind the last byte that has not been read yet; the start of a line. */
    private end: number,
    private readonly chunk: number,
  ) {}

  get exhausted(): boolean {
    return this.end <= 0;
  }

  /** The lines before those read so far, in file order, and how many were too long. */
  async previous(): Promise<{ lines: string[]; skipped: number }> {
    let size = this.chunk;
    while (true) {
      const start = Math.max(0, this.end - size);
      const bytes = await readRange(this.file, start, this.end);
      const first = start === 0 ? 0 : bytes.subarray(0, -1).indexOf(LF) + 1;
      // No line begins in this piece: a longer one is needed, up to the length no line has.
      if (start > 0 && first === 0 && size <= MAX_LINE) {
        size *= 2;
        continue;
      }
      if (start > 0 && first === 0) return this.skipLine(start);
      this.end = start + first;
      const splitter = new LineSplitter();
      const lines = splitter.push(bytes.subarray(first));
      return { lines, skipped: splitter.skipped };
    }
  }

  /** Goes back over a line that is too long, to the line feed before it. */
  private async skipLine(from: number): Promise<{ lines: string[]; skipped: number }> {
    let end = from;
    while (end > 0) {
      const start = Math.max(0, end - this.chunk);
      const at = (await readRange(this.file, start, end)).lastIndexOf(LF);
      if (at >= 0) {
        this.end = start + at + 1;
        return { lines: [], skipped: 1 };
      }
      end = start;
    }
    this.end = 0;
    return { lines: [], skipped: 1 };
  }

  close(): Promise<void> {
    return this.file.close();
  }
}
