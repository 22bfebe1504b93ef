import { basename } from 'node:path';
import { pathOfRaw } from './raw.js';

/**
 * Calls back when the log of a session directory may have changed. The directory need not be there;
 * whoever relies on it looks now and then by himself. Answers with the way to stop.
 */
export function watchLog(dir: string, changed: () => void): () => Promise<void> {
  let stopped = false;
  const watching = import('chokidar').then(({ watch }) => {
    if (stopped) return null;
    const watcher = watch(dir, {
      depth: 0,
      ignoreInitial: true,
      atomic: false,
      // The raw events of the directory name the files; watching one costs a `stat` for each event.
      ignored: (path) => path !== dir,
    });
    watcher.on('all', changed);
    watcher.on('raw', (_, name, details) => {
      if (basename(pathOfRaw(name, details)).startsWith('state.jsonl')) changed();
    });
    // Without a watch the slow look remains.
    watcher.on('error', () => {});
    // Whatever came before the watch was there.
    watcher.on('ready', changed);
    return watcher;
  });
  return async () => {
    stopped = true;
    await (await watching)?.close();
  };
}
