import type { Look, SoakReport } from './soak.js';

const mebibytes = (kib: number): string => `${(kib / 1024).toFixed(1)} MiB`;

/** The look at a share of the whole time. */
function lookAt(looks: readonly Look[], share: number): Look | undefined {
  const end = (looks.at(-1)?.seconds ?? 0) * share;
  return looks.find((look) => look.seconds >= end) ?? looks.at(-1);
}

const slowest = (keys: readonly number[]): number => Math.max(0, ...keys);

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** What is wrong with a run, in words. Time and memory count only where a run is long enough to tell. */
export function faults({ looks, mismatches, keys, end }: SoakReport, strict: boolean): string[] {
  const found = [...mismatches, ...end];
  const [first, last] = [looks[0], looks.at(-1)];
  if (first === undefined || last === undefined) return ['the run was too short'];
  for (const look of looks) {
    // The root, and the log that is open, if one is. No watches at all: not Linux.
    const more = look.watches - look.sessions;
    if (look.watches !== 0 && more !== 1 && more !== 2)
      found.push(`${look.watches} watches for ${look.sessions} sessions and the root`);
  }
  if (last.open > first.open + 4) found.push(`descriptors grew from ${first.open} to ${last.open}`);
  if (!strict) return found;
  const warm = lookAt(looks, 0.2)?.rss ?? 0;
  if (last.rss > warm * 1.2)
    found.push(`memory grew from ${mebibytes(warm)} to ${mebibytes(last.rss)}`);
  if (slowest(keys) > 100) found.push(`a key took ${slowest(keys).toFixed(0)} ms`);
  return found;
}

/** The last table. */
export function table(report: SoakReport): string {
  const { looks, mismatches, keys } = report;
  const last = looks.at(-1);
  if (last === undefined) return 'nothing was looked at';
  const { writes, events, rotations, removals, odd } = last.deeds;
  const settled = looks.map((look) => look.settled);
  const rows: [string, string][] = [
    ['minutes', (last.seconds / 60).toFixed(1)],
    ['writes', `${writes}`],
    ['events, rotations', `${events}, ${rotations}`],
    ['removals, odd files', `${removals}, ${odd}`],
    ['looks, mismatches', `${looks.length}, ${mismatches.length}`],
    [
      'screen right after',
      `median ${median(settled).toFixed(0)} ms, slowest ${slowest(settled).toFixed(0)} ms`,
    ],
    ...[0.2, 0.6, 1].map((share): [string, string] => [
      `RSS at ${share * 100} %`,
      mebibytes(lookAt(looks, share)?.rss ?? 0),
    ]),
    ['descriptors', `${looks[0]?.open} at first, ${last.open} at last`],
    ['watches', `${last.watches} for ${last.sessions} sessions`],
    [
      `slowest of ${keys.length} keys`,
      `${slowest(keys).toFixed(0)} ms, median ${median(keys).toFixed(0)} ms`,
    ],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}
