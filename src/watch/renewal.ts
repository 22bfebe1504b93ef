import { existsSync } from 'node:fs';
import type { FSWatcher } from 'chokidar';

/** A directory's watch holds some milliseconds after it was asked for: what comes before is looked for then. */
const LATER_MS = [20, 200];

/**
 * Watches session directories anew when they come. chokidar compares names: of a directory that was
 * removed and made again at once it keeps the watch on the old one, which hears nothing any more.
 */
export class Renewal {
  private readonly paths = new Map<string, string>();
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(
    private readonly watcher: FSWatcher,
    private readonly look: (id: string) => void,
  ) {}

  /** Several events of one directory in one turn of the loop are one renewal. */
  ask(id: string, path: string): void {
    if (this.paths.size === 0) setImmediate(() => this.renew());
    this.paths.set(path, id);
  }

  close(): void {
    this.paths.clear();
    for (const timer of this.timers) clearTimeout(timer);
  }

  private renew(): void {
    const came = [...this.paths].filter(([path]) => existsSync(path));
    this.paths.clear();
    if (came.length === 0) return;
    const paths = came.map(([path]) => path);
    this.watcher.unwatch(paths);
    this.watcher.add(paths);
    for (const ms of LATER_MS) {
      const timer = setTimeout(() => {
        this.timers.delete(timer);
        for (const [, id] of came) this.look(id);
      }, ms);
      this.timers.add(timer);
    }
  }
}
