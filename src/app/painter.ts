import { EventEmitter } from 'node:events';
import { SPINNER } from '../model/glyph.js';
import { type Cell, parseLine } from './cells.js';
import type { Clock } from './clock.js';

const CSI = '\u001b[';

/** Where the painter's bytes go: a terminal's stream. */
export interface Output {
  write(data: string): boolean;
  once(event: 'drain', listener: () => void): unknown;
}

interface Spinner {
  readonly column: number;
  readonly style: string;
}

interface Painted {
  readonly source: string;
  readonly cells: readonly Cell[];
  readonly spinners: readonly Spinner[];
}

const TURNS = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] as const;

/** Milliseconds between two turns of the spinners. */
const TURN_MS = 250;

/** The spinner as it looks at an instant: the same on every row. */
const turnAt = (now: number): string => TURNS[Math.floor(now / TURN_MS) % TURNS.length] ?? TURNS[0];

const BLANK: Painted = { source: '', cells: [], spinners: [] };

/**
 * What Ink gets as its stdout: takes whole frames and puts on the terminal only the cells that
 * differ from the frame before. Ink's own writer rewrites whole lines, clears the screen on a
 * narrower resize and lets unknown sequences through; here every byte to the terminal is made.
 * While the terminal does not take more, frames in between are dropped.
 */
export class Painter extends EventEmitter {
  columns: number;
  rows: number;
  private painted: Painted[] = [];
  private pending: string | null = null;
  private blocked = false;
  private active = true;
  /** The row, column and style of each spinner on screen. */
  private spinners: (Spinner & { readonly row: number })[] = [];
  private cancelTurn: (() => void) | null = null;

  constructor(
    private readonly output: Output,
    size: { columns: number; rows: number },
    private readonly ascii: boolean,
    private readonly clock: Clock,
  ) {
    super();
    this.columns = size.columns;
    this.rows = size.rows;
  }

  /** Takes a frame: lines joined by line feeds, styled by SGR sequences. */
  write(frame: string): boolean {
    this.pending = frame;
    if (this.active && !this.blocked) this.paint();
    return true;
  }

  /** The terminal has a new size, or may show anything by now: the next frame is drawn whole. */
  reset(size: { columns: number; rows: number }): void {
    this.columns = size.columns;
    this.rows = size.rows;
    this.painted = [];
    this.emit('resize');
  }

  /** Draws nothing until `resume`; frames are kept. */
  pause(): void {
    this.active = false;
    this.cancelTurn?.();
    this.cancelTurn = null;
  }

  resume(): void {
    this.active = true;
    this.painted = [];
    if (this.pending !== null && !this.blocked) this.paint();
  }

  private paint(): void {
    const frame = this.pending ?? '';
    const lines = frame.split('\n').slice(0, Math.max(1, this.rows));
    const whole = this.painted.length === 0;
    const next: Painted[] = [];
    const spinner = turnAt(this.clock.now());
    let bytes = '';
    for (let row = 0; row < Math.max(lines.length, this.painted.length); row++) {
      const source = lines[row] ?? '';
      const before = this.painted[row];
      if (before?.source === source) {
        next.push(before);
        continue;
      }
      const cells = parseLine(source, this.columns, this.ascii);
      next.push({ source, cells, spinners: spinnersIn(cells) });
      bytes += whole
        ? drawLine(row, cells, spinner)
        : changeLine(row, (before ?? BLANK).cells, cells, spinner);
    }
    // Below the frame the terminal may still show what was there before.
    if (whole) bytes += lines.length < this.rows ? `${CSI}${lines.length + 1};1H${CSI}J` : '';
    this.painted = next;
    this.spinners = next.flatMap(({ spinners }, row) => spinners.map((it) => ({ ...it, row })));
    this.keepTurning();
    this.put(bytes);
  }

  /** One timer for all spinners, and none when nothing spins. */
  private keepTurning(): void {
    if (this.spinners.length === 0 || this.cancelTurn !== null || !this.active) return;
    const now = this.clock.now();
    this.cancelTurn = this.clock.after(TURN_MS - (now % TURN_MS), () => {
      this.cancelTurn = null;
      if (!this.blocked) this.put(this.turned());
      this.keepTurning();
    });
  }

  /** All spinners one turn on: their cells only, the style said once for those that share it. */
  private turned(): string {
    const spinner = turnAt(this.clock.now());
    let style = '';
    let bytes = '';
    for (const at of this.spinners) {
      if (at.style !== style) bytes += `${CSI}0;${at.style}m`;
      style = at.style;
      bytes += `${CSI}${at.row + 1};${at.column + 1}H${spinner}`;
    }
    return style === '' ? bytes : `${bytes}${CSI}m`;
  }

  private put(bytes: string): void {
    if (bytes === '') return;
    if (!this.output.write(bytes)) {
      this.blocked = true;
      this.output.once('drain', () => {
        this.blocked = false;
        if (this.active) this.paint();
      });
    }
  }
}

function spinnersIn(cells: readonly Cell[]): Spinner[] {
  const found: Spinner[] = [];
  let column = 0;
  for (const cell of cells) {
    if (cell.text === SPINNER) found.push({ column, style: cell.style });
    column += cell.width;
  }
  return found;
}

const widthOf = (cells: readonly Cell[]): number => cells.reduce((sum, it) => sum + it.width, 0);

const sameCell = (a: Cell | undefined, b: Cell | undefined): boolean =>
  (a !== undefined && a === b) ||
  (a !== undefined && b !== undefined && a.text === b.text && a.style === b.style);

/** Cells from a column on. After a risky character the column is said anew: borders stay straight. */
function drawCells(cells: readonly Cell[], column: number, spinner: string): string {
  let bytes = '';
  let style = '';
  let at = column;
  for (const cell of cells) {
    if (cell.style !== style) {
      bytes += cell.style === '' ? `${CSI}m` : `${CSI}${style === '' ? '' : '0;'}${cell.style}m`;
      style = cell.style;
    }
    bytes += cell.text === SPINNER ? spinner : cell.text;
    at += cell.width;
    if (cell.risky) bytes += `${CSI}${at + 1}G`;
  }
  return style === '' ? bytes : `${bytes}${CSI}m`;
}

/** A line drawn whole on whatever is there. */
const drawLine = (row: number, cells: readonly Cell[], spinner: string): string =>
  `${CSI}${row + 1};1H${CSI}2K${drawCells(cells, 0, spinner)}`;

/** The difference between two states of a line. */
function changeLine(
  row: number,
  before: readonly Cell[],
  after: readonly Cell[],
  spinner: string,
): string {
  if (before.some((it) => it.risky) || after.some((it) => it.risky)) {
    return drawLine(row, after, spinner);
  }
  let head = 0;
  while (sameCell(before[head], after[head])) head++;
  const oldWidth = widthOf(before);
  const newWidth = widthOf(after);
  let tail = after.length;
  if (oldWidth === newWidth) {
    let old = before.length;
    while (tail > head && old > head && sameCell(before[old - 1], after[tail - 1])) {
      tail--;
      old--;
    }
    if (tail === head && old === head) return '';
  }
  const column = widthOf(after.slice(0, head));
  const erase = newWidth < oldWidth ? `${CSI}K` : '';
  return `${CSI}${row + 1};${column + 1}H${drawCells(after.slice(head, tail), column, spinner)}${erase}`;
}
