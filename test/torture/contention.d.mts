export type Task = 'state' | 'manifest' | 'log';

export interface Contention {
  task: Task;
  writers: string;
  operations: number;
  lost: number;
  torn: number;
  reads: number;
  waits: number[];
}

export function contend(
  task: Task,
  plan: { nodes: number; hooks: number; count: number },
): Promise<Contention>;
export function percentile(values: readonly number[], share: number): number;
