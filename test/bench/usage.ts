import { readdirSync, readFileSync } from 'node:fs';

/** What a process has used of the processor so far, and holds of memory now. */
export interface Usage {
  readonly cpuMs: number;
  readonly rssKiB: number;
}

/** By the kernel's count in nanoseconds; the ticks of `stat` are too coarse for a program at rest. */
export function usageOf(pid: number): Usage {
  let nanoseconds = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    const stat = readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8');
    nanoseconds += Number(stat.split(' ')[0]);
  }
  const rss = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return { cpuMs: nanoseconds / 1e6, rssKiB: Number(rss?.[1] ?? 0) };
}
