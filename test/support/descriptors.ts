import { readdirSync, readFileSync } from 'node:fs';

/** What a process holds of the kernel: open descriptors, and inotify watches among them. Linux only. */
export function descriptors(pid: number | 'self'): { open: number; watches: number } {
  const directory = `/proc/${pid}/fdinfo`;
  const names = readdirSync(directory);
  let watches = 0;
  for (const name of names) {
    try {
      const info = readFileSync(`${directory}/${name}`, 'utf8');
      watches += info.split('\n').filter((line) => line.startsWith('inotify wd:')).length;
    } catch {
      // Closed meanwhile.
    }
  }
  return { open: names.length, watches };
}
