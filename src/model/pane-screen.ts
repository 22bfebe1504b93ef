import type { Span } from './line.js';
import { cleanScreen } from './text.js';

const SGR = /\u001b\[([\d;:]*)m/;

/** What a code that ends a style takes back. */
const ENDS: Record<number, readonly number[]> = { 22: [1, 2], 23: [3], 24: [4], 27: [7] };

/** The nearest of the terminal's sixteen colours, 0 to 15. */
function nearest(red: number, green: number, blue: number): number {
  const most = Math.max(red, green, blue);
  if (most < 48) return 0;
  const least = Math.min(red, green, blue);
  if (most - least < 32) return most < 112 ? 8 : most < 200 ? 7 : 15;
  const bit = (value: number): number => (value > (most + least) / 2 ? 1 : 0);
  return bit(red) + 2 * bit(green) + 4 * bit(blue) + (most > 200 ? 8 : 0);
}

/** A colour of the 256 as one of the sixteen. */
function ofCube(index: number): number {
  if (index < 16) return index;
  if (index >= 232) return nearest(...grey(index - 232));
  const at = index - 16;
  const level = (value: number): number => (value === 0 ? 0 : 55 + 40 * value);
  return nearest(level(Math.floor(at / 36)), level(Math.floor(at / 6) % 6), level(at % 6));
}

const grey = (step: number): [number, number, number] => {
  const value = 8 + 10 * step;
  return [value, value, value];
};

/** What is in force, as codes of the sixteen colours and the plain styles. */
class Style {
  private codes: number[] = [];

  get text(): string {
    return this.codes.join(';');
  }

  apply(parameters: string): void {
    const codes = parameters === '' ? [0] : parameters.split(/[;:]/).map(Number);
    for (let at = 0; at < codes.length; at++) {
      const code = codes[at] ?? 0;
      if (code === 38 || code === 48) {
        const background = code === 48;
        if (codes[at + 1] === 5) this.colour(ofCube(codes[at + 2] ?? 0), background);
        else
          this.colour(
            nearest(codes[at + 2] ?? 0, codes[at + 3] ?? 0, codes[at + 4] ?? 0),
            background,
          );
        at += codes[at + 1] === 5 ? 2 : 4;
      } else this.one(code);
    }
  }

  private one(code: number): void {
    const ended = ENDS[code];
    if (code === 0) this.codes = [];
    else if (ended !== undefined) this.codes = this.codes.filter((it) => !ended.includes(it));
    else if (code === 39) this.codes = this.codes.filter((it) => !isColour(it));
    else if (code === 49) this.codes = this.codes.filter((it) => !isBackground(it));
    else if (isColour(code)) this.codes = [...this.codes.filter((it) => !isColour(it)), code];
    else if (isBackground(code)) {
      this.codes = [...this.codes.filter((it) => !isBackground(it)), code];
    } else if ([1, 2, 3, 4, 7].includes(code) && !this.codes.includes(code)) this.codes.push(code);
  }

  private colour(index: number, background: boolean): void {
    const first = index < 8 ? 30 + index : 82 + index;
    this.one(background ? first + 10 : first);
  }
}

const isColour = (code: number): boolean =>
  (code >= 30 && code <= 37) || (code >= 90 && code <= 97);
const isBackground = (code: number): boolean =>
  (code >= 40 && code <= 47) || (code >= 100 && code <= 107);

/**
 * The screen of a pane as lines of spans: its colours as the nearest of the terminal's sixteen, and
 * nothing else of it but text. Empty lines at the end are left out.
 */
export function paneScreen(text: string): readonly (readonly Span[])[] {
  const style = new Style();
  const lines = text.split('\n').map((line) => {
    const spans: Span[] = [];
    for (const [index, piece] of line.split(SGR).entries()) {
      if (index % 2 === 1) style.apply(piece);
      else {
        const clean = cleanScreen(piece);
        if (clean !== '') spans.push({ text: clean, role: 'plain', sgr: style.text });
      }
    }
    return spans;
  });
  while (lines.length > 0 && lines.at(-1)?.every((it) => it.text.trim() === '')) lines.pop();
  return lines;
}
