import xterm, { type IBufferCell } from '@xterm/headless';
import stringWidth from 'string-width';

/** A colour: the terminal's own (`null`), one of the 256, or `#rrggbb`. */
export type Colour = null | number | string;

/** One character of the screen. A wide one is followed by nothing: the next cell is two columns on. */
export interface Cell {
  readonly column: number;
  readonly width: number;
  readonly text: string;
  readonly fg: Colour;
  readonly bg: Colour;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strike: boolean;
  readonly inverse: boolean;
}

/** Reads what `capture-pane -e` says into rows of cells. */
export async function readScreen(ansi: string, columns: number, rows: number): Promise<Cell[][]> {
  // Unicode versions and the buffer are still "proposed" in xterm.
  const terminal = new xterm.Terminal({
    cols: columns,
    rows,
    allowProposedApi: true,
    scrollback: 0,
  });
  terminal.unicode.register(widths);
  terminal.unicode.activeVersion = widths.version;
  // No wrapping: a row that is wider than the screen is cut, not a row more.
  const text = `\x1b[?7l${ansi.split('\n').slice(0, rows).join('\r\n')}`;
  await new Promise<void>((done) => terminal.write(text, done));
  const buffer = terminal.buffer.active;
  const screen = Array.from({ length: rows }, (_, row) => {
    const line = buffer.getLine(row);
    const cells = Array.from({ length: columns }, (_, column) => line?.getCell(column));
    return cells.flatMap((cell, column) =>
      cell === undefined || cell.getWidth() === 0 ? [] : [read(cell, column)],
    );
  });
  terminal.dispose();
  return screen;
}

function read(cell: IBufferCell, column: number): Cell {
  return {
    column,
    width: cell.getWidth(),
    text: cell.getChars() || ' ',
    fg: colour(cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor()),
    bg: colour(cell.isBgDefault(), cell.isBgRGB(), cell.getBgColor()),
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    italic: cell.isItalic() !== 0,
    underline: cell.isUnderline() !== 0,
    strike: cell.isStrikethrough() !== 0,
    inverse: cell.isInverse() !== 0,
  };
}

function colour(own: boolean, rgb: boolean, value: number): Colour {
  if (own) return null;
  return rgb ? `#${value.toString(16).padStart(6, '0')}` : value;
}

/** Character widths of today: xterm's own table is Unicode 6 and makes most emoji narrow. */
const widths = {
  version: 'today',
  wcwidth: (point: number): 0 | 1 | 2 => {
    if (point >= 0x20 && point < 0x7f) return 1;
    const width = stringWidth(String.fromCodePoint(point));
    return width > 1 ? 2 : width > 0 ? 1 : 0;
  },
  // The packing is xterm's: bit 0 joins to the character before, bits 1 and 2 are the width.
  charProperties: (point: number, preceding: number): number => {
    const width = widths.wcwidth(point);
    const before = (preceding >> 1) & 3;
    return width === 0 && before > 0 ? (before << 1) | 1 : width << 1;
  },
};
