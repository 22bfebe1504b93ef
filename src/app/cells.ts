import { graphemes, textWidth } from '../model/text.js';
import { isNarrow } from '../model/width.js';

/** One character cell, or the left half of a wide one. */
export interface Cell {
  readonly text: string;
  readonly width: number;
  /** Parameters of the SGR sequence that draws it, empty for none. */
  readonly style: string;
  /** Terminals disagree on the width of characters made of several code points. */
  readonly risky: boolean;
}

/** Cells of single narrow characters by style: a screen has few, each very often. */
const known = new Map<string, Map<string, Cell>>();

/** The cell of a narrow character, which is the same object for the same style. */
function narrowCell(text: string, style: string): Cell {
  let styled = known.get(style);
  if (styled === undefined) {
    styled = new Map();
    known.set(style, styled);
  }
  let cell = styled.get(text);
  if (cell === undefined) {
    cell = { text, width: 1, style, risky: false };
    styled.set(text, cell);
  }
  return cell;
}

const SGR = /\u001b\[([\d;]*)m/g;

/** What an SGR parameter that ends a style takes back. */
const ENDS: Record<string, readonly string[]> = {
  '22': ['1', '2'],
  '23': ['3'],
  '24': ['4'],
  '27': ['7'],
};

const isColour = (code: string): boolean => /^(3[0-7]|9[0-7])$/.test(code);
const isBackground = (code: string): boolean => /^(4[0-7]|10[0-7])$/.test(code);

/** The style in force after one SGR parameter. Anything but the terminal's own sixteen is dropped. */
function applyCode(style: readonly string[], code: string): readonly string[] {
  if (code === '' || code === '0') return [];
  if (code === '39') return style.filter((it) => !isColour(it));
  if (code === '49') return style.filter((it) => !isBackground(it));
  const ended = ENDS[code];
  if (ended) return style.filter((it) => !ended.includes(it));
  if (isColour(code)) return [...style.filter((it) => !isColour(it)), code];
  if (isBackground(code)) return [...style.filter((it) => !isBackground(it)), code];
  return /^[12347]$/.test(code) && !style.includes(code) ? [...style, code] : style;
}

/**
 * A line of a frame as cells. Only SGR sequences are understood; whatever else could act on a
 * terminal is not text and is left out, so nothing but the painter's own sequences ever leaves.
 */
export function parseLine(line: string, columns: number, ascii: boolean): Cell[] {
  const cells: Cell[] = [];
  let style: readonly string[] = [];
  let used = 0;
  const put = (text: string): void => {
    const key = style.join(';');
    if (isNarrow(text)) {
      const end = Math.min(text.length, columns - used);
      for (let at = 0; at < end; at++) {
        const char = text[at] ?? '';
        cells.push(narrowCell(ascii && char > '~' ? '?' : char, key));
      }
      used += end;
      return;
    }
    for (const part of graphemes(text.replace(/[\u0000-\u001f\u007f-\u009f]/g, ''))) {
      const width = textWidth(part);
      if (width === 0) continue;
      if (used + width > columns) return;
      used += width;
      if (ascii && !/^[ -~]$/.test(part)) {
        for (let i = 0; i < width; i++)
          cells.push({ text: '?', width: 1, style: key, risky: false });
      } else cells.push({ text: part, width, style: key, risky: [...part].length > 1 });
    }
  };
  let from = 0;
  for (const match of line.matchAll(SGR)) {
    put(line.slice(from, match.index));
    for (const code of (match[1] ?? '').split(';')) style = applyCode(style, code);
    from = match.index + match[0].length;
  }
  put(line.slice(from));
  // Blank cells without style at the end are what an erased line has anyway.
  while (cells.length > 0 && cells.at(-1)?.text === ' ' && cells.at(-1)?.style === '') cells.pop();
  return cells;
}
