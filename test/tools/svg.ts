import type { Cell, Colour } from './screen.js';

const FONT = 14;
const CELL = { width: 8.4, height: 19 };
/** From the top of a cell to the line the letters stand on. */
const BASELINE = 14;
const MARGIN = 16;
const BAR = 32;
const FAMILY =
  "ui-monospace, 'JetBrains Mono', 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace";
const INK = '#d4d8e1';
const PAPER = '#161922';
const BORDER = '#2c3140';
const SIXTEEN = [
  ...['#3b4252', '#ef6b73', '#8fcf7e', '#e6c06a', '#6ea8fe', '#c594e8', '#63c8cf', '#c8cdd8'],
  ...['#6b7386', '#ff8b92', '#a9e39a', '#f5d68a', '#93c0ff', '#dcb3f7', '#86e0e6', '#f2f4f8'],
] as const;

/** Everything of a cell that must be equal for two to be drawn as one run. */
interface Style {
  readonly fg: string;
  readonly bg: string;
  readonly attributes: string;
}

/** A run of cells of one style, side by side. */
interface Run extends Style {
  readonly column: number;
  columns: number;
  text: string;
}

/** The screen as an SVG picture of a terminal window. */
export function drawSvg(screen: Cell[][], columns: number, rows: number, title = ''): string {
  const width = columns * CELL.width + 2 * MARGIN;
  const height = rows * CELL.height + BAR + MARGIN;
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${n(width)}" height="${n(height)}" viewBox="0 0 ${n(width)} ${n(height)}" role="img">`;
  const name = title === '' ? '' : `<title>${xml(title)}</title>`;
  const box = `<rect x="0.5" y="0.5" width="${n(width - 1)}" height="${n(height - 1)}" rx="9" fill="${PAPER}" stroke="${BORDER}"/>`;
  const lights = ['#ef6b73', '#e6c06a', '#8fcf7e'].map(
    (fill, index) => `<circle cx="${MARGIN + 4 + index * 18}" cy="17" r="5.5" fill="${fill}"/>`,
  );
  const caption =
    title === ''
      ? ''
      : `<text x="${n(width / 2)}" y="21" text-anchor="middle" font-size="12" fill="#8b93a7">${xml(title)}</text>`;
  const body = screen.flatMap((cells, row) => drawRow(cells, row));
  return `${[
    head,
    name,
    box,
    ...lights,
    `<g font-family="${FAMILY}" font-size="${FONT}" xml:space="preserve" stroke-linecap="square">`,
    caption,
    `<g transform="translate(${MARGIN} ${BAR})">`,
    ...body,
    '</g></g></svg>',
  ]
    .filter((line) => line !== '')
    .join('\n')}\n`;
}

function drawRow(cells: readonly Cell[], row: number): string[] {
  const y = row * CELL.height;
  const runs = cells.reduce<Run[]>(gather, []);
  const papers = joinPapers(runs).map(
    (run) =>
      `<rect x="${n(run.column * CELL.width)}" y="${n(y)}" width="${n(run.columns * CELL.width)}" height="${CELL.height}" fill="${run.bg}"/>`,
  );
  return [...papers, ...runs.flatMap((run) => drawRun(run, y))];
}

/**
 * ASCII of one style makes a run, and so does one line or block repeated, which would show its seams.
 * Every other character stands alone, so that it keeps to the grid.
 */
function gather(runs: Run[], cell: Cell): Run[] {
  const style = styleOf(cell);
  const last = runs.at(-1);
  const joins =
    last !== undefined &&
    last.fg === style.fg &&
    last.bg === style.bg &&
    last.attributes === style.attributes &&
    ((isAscii(cell.text) && isAscii(last.text)) ||
      (/[─━▀▁-█]/.test(cell.text) && last.text.endsWith(cell.text)));
  if (joins) {
    last.text += cell.text;
    last.columns += cell.width;
  } else {
    runs.push({ ...style, column: cell.column, columns: cell.width, text: cell.text });
  }
  return runs;
}

function joinPapers(runs: readonly Run[]): { column: number; columns: number; bg: string }[] {
  const papers: { column: number; columns: number; bg: string }[] = [];
  for (const { column, columns, bg } of runs) {
    const last = papers.at(-1);
    if (last !== undefined && last.bg === bg) last.columns += columns;
    else papers.push({ column, columns, bg });
  }
  return papers.filter(({ bg }) => bg !== PAPER);
}

function styleOf(cell: Cell): Style {
  const fg = hex(cell.fg, INK);
  const bg = hex(cell.bg, PAPER);
  const ink = cell.inverse ? bg : fg;
  const paper = cell.inverse ? fg : bg;
  const lines = [cell.underline ? 'underline' : '', cell.strike ? 'line-through' : ''];
  const attributes = [
    cell.bold ? ' font-weight="700"' : '',
    cell.dim ? ' opacity="0.6"' : '',
    cell.italic ? ' font-style="italic"' : '',
    lines.join('') === '' ? '' : ` text-decoration="${lines.join(' ').trim()}"`,
  ];
  return { fg: ink, bg: paper, attributes: attributes.join('') };
}

function drawRun(run: Run, top: number): string[] {
  const decorated = run.attributes.includes('text-decoration');
  if (run.text.trim() === '' && !decorated) return [];
  const x = run.column * CELL.width;
  const shape = drawShape(run.text.charAt(0), x, top, run.columns * CELL.width);
  const opacity = run.attributes.includes('opacity') ? ' opacity="0.6"' : '';
  if (shape !== null) return [`<path d="${shape.d}"${paint(shape.stroke, run.fg)}${opacity}/>`];
  // Spaces at the ends say nothing, and fewer of them is less to stretch.
  const text = decorated ? run.text : run.text.trim();
  const skipped = decorated ? 0 : run.text.length - run.text.trimStart().length;
  const length = isAscii(text) && text.length > 1;
  const stretch = length ? ` textLength="${n(text.length * CELL.width)}"` : '';
  const left = n(x + skipped * CELL.width);
  return [
    `<text x="${left}" y="${n(top + BASELINE)}" fill="${run.fg}"${run.attributes}${stretch}>${xml(text)}</text>`,
  ];
}

function paint(stroke: number, colour: string): string {
  return stroke === 0
    ? ` fill="${colour}"`
    : ` fill="none" stroke="${colour}" stroke-width="${stroke}"`;
}

/** Which of the four arms (up, right, down, left) a line-drawing character has. */
const ARMS: Readonly<Record<string, string>> = {
  ...{ '─': 'rl', '│': 'ud', '┌': 'rd', '┐': 'dl', '└': 'ur', '┘': 'ul' },
  ...{ '├': 'urd', '┤': 'udl', '┬': 'rdl', '┴': 'url', '┼': 'urdl' },
  ...{ '━': 'RL', '┃': 'UD', '┏': 'RD', '┓': 'DL', '┗': 'UR', '┛': 'UL' },
  ...{ '┣': 'URD', '┫': 'UDL', '┳': 'RDL', '┻': 'URL', '╋': 'URDL' },
  ...{ '╴': 'l', '╵': 'u', '╶': 'r', '╷': 'd', '╸': 'L', '╹': 'U', '╺': 'R', '╻': 'D' },
};
const ROUND: Readonly<Record<string, readonly [number, number]>> = {
  ...{ '╭': [1, 1], '╮': [-1, 1], '╰': [1, -1], '╯': [-1, -1] },
};

/**
 * Lines and blocks are drawn, not written: in a browser's fonts they would not meet at the cells' edges.
 * Answers `null` for every other character.
 */
function drawShape(
  text: string,
  x: number,
  top: number,
  width: number,
): { d: string; stroke: number } | null {
  const [mx, my] = [x + width / 2, top + CELL.height / 2];
  const [right, bottom] = [x + width, top + CELL.height];
  const arms = ARMS[text];
  if (arms !== undefined) {
    const ends = {
      ...{ u: [mx, top], r: [right, my], d: [mx, bottom], l: [x, my] },
    } as Record<string, [number, number]>;
    const lines = [...arms].map((arm) => {
      const [ex, ey] = ends[arm.toLowerCase()] ?? [mx, my];
      return `M${n(mx)} ${n(my)}L${n(ex)} ${n(ey)}`;
    });
    return { d: lines.join(''), stroke: arms === arms.toLowerCase() ? 1.2 : 2.4 };
  }
  const turn = ROUND[text];
  if (turn !== undefined) {
    const [ex, ey] = [turn[0] > 0 ? right : x, turn[1] > 0 ? bottom : top];
    return { d: `M${n(ex)} ${n(my)}Q${n(mx)} ${n(my)} ${n(mx)} ${n(ey)}`, stroke: 1.2 };
  }
  const code = text.length === 1 ? text.charCodeAt(0) : 0;
  // ▁ to █ fill from below, ▉ to ▏ from the left, in eighths.
  if (code >= 0x2581 && code <= 0x2588) {
    const height = (CELL.height * (code - 0x2580)) / 8;
    return { d: rectangle(x, bottom - height, width, height), stroke: 0 };
  }
  if (code >= 0x2589 && code <= 0x258f) {
    return { d: rectangle(x, top, (width * (0x2590 - code)) / 8, CELL.height), stroke: 0 };
  }
  if (text === '▀') return { d: rectangle(x, top, width, CELL.height / 2), stroke: 0 };
  if (text === '▐') return { d: rectangle(mx, top, width / 2, CELL.height), stroke: 0 };
  return null;
}

function rectangle(x: number, y: number, width: number, height: number): string {
  return `M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}z`;
}

function hex(colour: Colour, own: string): string {
  if (colour === null) return own;
  if (typeof colour === 'string') return colour;
  if (colour < 16) return SIXTEEN[colour] ?? own;
  if (colour >= 232) return grey(8 + (colour - 232) * 10);
  const level = (step: number): number => (step === 0 ? 0 : 55 + step * 40);
  const cube = colour - 16;
  const parts = [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(level);
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function grey(level: number): string {
  return `#${level.toString(16).padStart(2, '0').repeat(3)}`;
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]+$/.test(text);
}

/** A number with two digits at most: small files that are the same on every machine. */
function n(value: number): string {
  return `${Math.round(value * 100) / 100}`;
}

function xml(text: string): string {
  return text.replace(/[<>&"]/g, (one) => `&#${one.charCodeAt(0)};`);
}
