import { type Measured, median, quantile, type Row } from './figure.js';

/** A row with what all rounds found for it; `before` is the older build in the same run. */
export interface Result {
  readonly key: string;
  readonly row: Row;
  readonly rounds: readonly Measured[];
  readonly before: readonly Measured[];
}

const digits = (value: number): string => {
  if (!Number.isFinite(value)) return '—';
  const size = Math.abs(value);
  const places = size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : 2;
  return value.toLocaleString('en', { maximumFractionDigits: places });
};

const quantity = (value: number | undefined, unit: string): string =>
  value === undefined ? '—' : `${digits(value)} ${unit}`;

const values = (rounds: readonly Measured[]): number[] => rounds.map((it) => it.value);

/** What the figure came to: better than its goal, within its bar, or beyond it. */
export function verdict({ row, rounds }: Result): 'goal' | 'bar' | 'MISSED' {
  const value = median(values(rounds));
  const meets = (limit: number): boolean => (row.up ? value >= limit : value <= limit);
  return meets(row.goal) ? 'goal' : meets(row.bar) ? 'bar' : 'MISSED';
}

/** All results as one Markdown table. */
export function tableOf(results: readonly Result[], compared: boolean): string {
  const head = ['figure', 'program', 'baseline', 'median', 'spread', 'bar', 'goal', 'meets'];
  if (compared) head.push('before', 'after ÷ before');
  const body = results.map((result) => {
    const { row, rounds, before } = result;
    const limit = row.up ? '≥' : '≤';
    const bases = rounds.flatMap((it) => (it.base === undefined ? [] : [it.base]));
    const now = values(rounds);
    const cells = [
      row.name,
      quantity(median(rounds.map((it) => it.own)), row.raw),
      bases.length === 0 ? '—' : quantity(median(bases), row.raw),
      quantity(median(now), row.unit),
      `${digits(quantile(now, 0))} – ${digits(quantile(now, 1))}`,
      `${limit} ${digits(row.bar)}`,
      `${limit} ${digits(row.goal)}`,
      verdict(result),
    ];
    if (!compared) return cells;
    // Of the figure, and of what the program itself took: a ratio can hide that both became faster.
    const own = (side: readonly Measured[]): number => median(side.map((it) => it.own));
    const change = own(rounds) / own(before);
    return [
      ...cells,
      before.length === 0
        ? '—'
        : `${quantity(median(values(before)), row.unit)} (${quantity(own(before), row.raw)})`,
      before.length === 0 ? '—' : digits(change),
    ];
  });
  return align([head, ...body]);
}

function align(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((cells) => (cells[column] ?? '').length)),
  );
  const text = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = lines;
  const rule = widths.map((width) => '-'.repeat(width));
  return [head, rule, ...body].map(text).join('\n');
}
