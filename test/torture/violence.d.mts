export function killed(
  times: number,
): Promise<{ times: number; broken: number; refused: number; slowest: number; left: number }>;
export function lockFileRemoved(
  writers: number,
  count: number,
): Promise<{ writers: number; operations: number; removed: number; lost: number }>;
export function stopped(
  ms: number,
): Promise<{ ms: number; waited: boolean; node: number; shell: number }>;
