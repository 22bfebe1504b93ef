/** The build under measurement. */
export interface Program {
  /** Path of the built `cli.js`. */
  readonly cli: string;
}

/** One line of the table: what is measured, and what it has to be. */
export interface Row {
  readonly name: string;
  /** Unit of the figure itself: `×` for a ratio to the baseline. */
  readonly unit: string;
  /** Unit of what the program and its baseline took. */
  readonly raw: string;
  readonly bar: number;
  readonly goal: number;
  /** More is better. */
  readonly up?: boolean;
}

/** What one round found for one row. */
export interface Measured {
  readonly value: number;
  /** What the program took, and what its baseline took in the same round. */
  readonly own: number;
  readonly base?: number;
}

/** Rows that are measured together. `round` answers in the order of `rows`. */
export interface Figure {
  /** Its name on the command line. */
  readonly key: string;
  readonly rows: readonly Row[];
  readonly rounds: number;
  round(program: Program): Promise<readonly Measured[]>;
}

/** Goal of a figure that should not grow at all: what two runs of the same program differ by. */
export const FLAT = 1.05;

/** A figure that is a ratio. */
export const ratio = (own: number, base: number): Measured => ({ value: own / base, own, base });

/** A figure that is a difference. */
export const beyond = (own: number, base: number): Measured => ({ value: own - base, own, base });

/** The value below which this share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
