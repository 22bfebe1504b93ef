import { relative, sep } from 'node:path';
import { isValidSessionId } from '../state/ids.js';
import { pathOfRaw } from '../state/raw.js';
import { Renewal } from './renewal.js';

/** The two files of a session that are shown. */
export type Part = 'manifest' | 'snapshot';

export interface DiskEvents {
  /** This file of this session may have changed, come or gone. */
  changed(id: string, part: Part): void;
  /** The root itself came or went. */
  rootChanged(): void;
  /** Watching is over, for this reason. */
  failed(problem: string): void;
  /** From now on events come. */
  ready(): void;
}

export interface DiskWatcher {
  close(): Promise<void>;
}

/** What a path under the root is to us: the root, a session's directory, one of its files, or nothing. */
function placeOf(
  root: string,
  path: string,
): { kind: 'root' | 'foreign'; id?: never } | { kind: 'dir' | Part; id: string } {
  const [first = '', second, ...more] = relative(root, path).split(sep);
  if (first === '') return { kind: 'root' };
  if (more.length > 0) return { kind: 'foreign' };
  if (second === undefined) {
    if (isValidSessionId(first)) return { kind: 'dir', id: first };
    const id = first.endsWith('.json') ? first.slice(0, -'.json'.length) : '';
    return isValidSessionId(id) ? { kind: 'manifest', id } : { kind: 'foreign' };
  }
  return isValidSessionId(first) && second === 'state.json'
    ? { kind: 'snapshot', id: first }
    : { kind: 'foreign' };
}

/** Errors that end watching altogether. Any other is about one odd path, which a reconcile looks at. */
const REASONS: Record<string, string> = {
  ENOSPC: 'no inotify watches left (fs.inotify.max_user_watches)',
  EMFILE: 'too many open files or inotify instances (ulimit -n, fs.inotify.max_user_instances)',
  ENFILE: 'too many open files on this machine',
  ENOMEM: 'no memory for watches',
};

/**
 * Watches the root and the session directories in it with chokidar. No file costs a watch: the raw
 * events of its directory name it.
 */
export function watchDisk(root: string, events: DiskEvents): DiskWatcher {
  let closed = false;
  let renewal: Renewal | undefined;
  const starting = import('chokidar').then(({ watch }) => {
    if (closed) return null;
    const watcher = watch(root, {
      depth: 1,
      ignoreInitial: true,
      // Would hold back each removal for 100 ms to see whether the file comes again.
      atomic: false,
      ignored: (path) => !['root', 'dir'].includes(placeOf(root, path).kind),
    });
    const happened = (path: string): void => {
      if (closed) return;
      const place = placeOf(root, path);
      if (place.kind === 'root') events.rootChanged();
      else if (place.kind === 'dir') events.changed(place.id, 'snapshot');
      else if (place.id !== undefined) events.changed(place.id, place.kind);
    };
    const renewing = new Renewal(watcher, (id) => events.changed(id, 'snapshot'));
    renewal = renewing;
    watcher.on('all', (_, path) => happened(path));
    watcher.on('raw', (event, name, details) => {
      const path = pathOfRaw(name, details);
      const place = placeOf(root, path);
      if (place.kind !== 'root') happened(path);
      if (!closed && place.kind === 'dir' && event === 'rename') renewing.ask(place.id, path);
    });
    watcher.on('error', (error) => {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      const reason = REASONS[code];
      if (!closed && reason !== undefined) events.failed(reason);
    });
    watcher.on('ready', () => {
      if (!closed) events.ready();
    });
    return watcher;
  });
  return {
    async close() {
      closed = true;
      renewal?.close();
      await (await starting)?.close();
    },
  };
}
