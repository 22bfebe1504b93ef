import { stampNow } from '../state/file-text.js';
import { SHORTAGE } from '../state/open-file.js';
import { manifestPath, sessionStatePath } from '../state/paths.js';
import { readManifestNow, readSnapshotNow } from '../state/reading.js';
import type { Reading } from '../state/types.js';
import type { Batch } from './batch.js';
import type { Part } from './disk-watcher.js';

/** A change that is this old and that no event told was missed, in milliseconds. */
const MISSED_MS = 1_000;

/** The stamp of a file that could not be read for a reason of the moment: its error's code. */
const FAILED = /^[A-Z]/;

/**
 * What a look came to. `missed`: the change is older than its event would be. `later`: descriptors
 * have run out, so nothing was read and nothing told.
 */
export type Look = 'same' | 'news' | 'missed' | 'later';

/** The stamps of the files last read of a session. */
type Stamps = Record<Part, string>;

const stampIn = (reading: Reading<unknown>): string =>
  reading.status === 'missing' ? '' : reading.stamp;

/** Whether a file's last change, by its stamp, is older than an event would need. */
function isOld(stamp: string): boolean {
  const changed = Number(/:(\d+)\d{6}$/.exec(stamp)?.[1] ?? '0');
  return Date.now() - changed > MISSED_MS;
}

/**
 * Reads the files of sessions, each change once, and knows which very files it read last. Every look
 * is over when it returns: between a `stat` and the read after it nothing else can happen here.
 */
export class SessionReader {
  private readonly known = new Map<string, Stamps>();

  constructor(
    private readonly root: string,
    private readonly batch: Batch,
  ) {}

  get ids(): string[] {
    return [...this.known.keys()];
  }

  /** Forgets what was read, so that the next check reads it again. */
  forget(): void {
    for (const stamps of this.known.values()) {
      stamps.manifest = '?';
      stamps.snapshot = '?';
    }
  }

  /**
   * Compares a session's files with what was last read, and reads what differs. With `lastTry` a
   * shortage of descriptors is told as any other reason why a file cannot be read.
   */
  check(id: string, lastTry = false): Look {
    const isNew = !this.known.has(id);
    const manifest = this.checkPart(id, 'manifest', lastTry);
    // A new session is read whole.
    if (isNew || manifest === 'later') return manifest;
    const snapshot = this.checkPart(id, 'snapshot', lastTry);
    if (snapshot === 'later') return 'later';
    if (manifest === 'missed' || snapshot === 'missed') return 'missed';
    return manifest === 'same' ? snapshot : manifest;
  }

  /** The same with one of the files. */
  checkPart(id: string, part: Part, lastTry = false): Look {
    const before = this.known.get(id);
    if (before === undefined && part === 'snapshot') return 'same';
    const path = (part === 'manifest' ? manifestPath : sessionStatePath)(this.root, id);
    const stamp = stampNow(path);
    if (stamp === (before?.[part] ?? '')) return 'same';
    const retried = FAILED.test(before?.[part] ?? '');
    if (!this.read(id, part, lastTry)) return 'later';
    return !retried && isOld(stamp) ? 'missed' : 'news';
  }

  /** The session's manifest is not there. */
  drop(id: string): void {
    if (this.known.delete(id)) this.batch.remove(id);
  }

  /** Reads the file, and of a session that was not known both. False: not now. */
  private read(id: string, part: Part, lastTry: boolean): boolean {
    const before = this.known.get(id);
    const now = <T>(reading: Reading<T>): Reading<T> | null =>
      !lastTry && SHORTAGE.has(stampIn(reading)) ? null : reading;
    if (part === 'snapshot' && before !== undefined) {
      const snapshot = now(readSnapshotNow(this.root, id));
      if (snapshot === null) return false;
      before.snapshot = stampIn(snapshot);
      this.batch.add({ id, snapshot });
      return true;
    }
    const manifest = now(readManifestNow(this.root, id));
    if (manifest === null) return false;
    if (manifest.status === 'missing') {
      this.drop(id);
    } else if (before !== undefined) {
      before.manifest = stampIn(manifest);
      this.batch.add({ id, manifest });
    } else {
      const snapshot = now(readSnapshotNow(this.root, id));
      if (snapshot === null) return false;
      this.known.set(id, { manifest: stampIn(manifest), snapshot: stampIn(snapshot) });
      this.batch.add({ id, manifest, snapshot });
    }
    return true;
  }
}
