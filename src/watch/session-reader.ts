import { stampOf } from '../state/file-text.js';
import { manifestPath, sessionStatePath } from '../state/paths.js';
import { readManifest, readManifestNow, readSnapshot, readSnapshotNow } from '../state/reading.js';
import type { Reading } from '../state/types.js';
import type { Batch } from './batch.js';
import type { Part } from './disk-watcher.js';

/** A change that is this old and that no event told was missed, in milliseconds. */
const MISSED_MS = 1_000;

/** The stamp of a file that could not be read for a reason of the moment: its error's code. */
const FAILED = /^[A-Z]/;

/** The files last read of a session. */
interface Stamps {
  manifest: string;
  /** Null until it has been read. */
  snapshot: string | null;
  /** The snapshot changed while it was read for the first time. */
  again: boolean;
}

const stampIn = (reading: Reading<unknown>): string =>
  reading.status === 'missing' ? '' : reading.stamp;

/** Whether a file's last change, by its stamp, is older than an event would need. */
function isOld(stamp: string): boolean {
  const changed = Number(BigInt(/:(\d+)$/.exec(stamp)?.[1] ?? '0') / 1_000_000n);
  return Date.now() - changed > MISSED_MS;
}

/** Reads the files of sessions, each change once, and knows which very files it read last. */
export class SessionReader {
  private readonly known = new Map<string, Stamps>();
  /** Reads under way; `true` when their file changed again meanwhile. */
  private readonly reading = new Map<string, boolean>();
  private closed = false;

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
      if (stamps.snapshot !== null) stamps.snapshot = '?';
    }
  }

  close(): void {
    this.closed = true;
  }

  /** Reads both files of a session at once. False when descriptors have run out, which only waiting cures. */
  readNow(id: string): boolean {
    const manifest = readManifestNow(this.root, id);
    if (manifest === null) return false;
    if (manifest.status === 'missing') return true;
    const snapshot = readSnapshotNow(this.root, id);
    if (snapshot === null) return false;
    this.known.set(id, {
      manifest: stampIn(manifest),
      snapshot: stampIn(snapshot),
      again: false,
    });
    this.batch.add({ id, manifest, snapshot });
    return true;
  }

  /** Compares a session's files with what was last read. True when a change was missed by the watcher. */
  async check(id: string): Promise<boolean> {
    const missed = await Promise.all([
      this.checkPart(id, 'manifest'),
      this.known.has(id) && this.checkPart(id, 'snapshot'),
    ]);
    return missed.includes(true);
  }

  /** Reads a file if it is not the one last read. True when that change is older than its event. */
  async checkPart(id: string, part: Part): Promise<boolean> {
    const stamp = await this.stampOf(id, part);
    if (!this.isNews(id, part, stamp)) return false;
    const retried = FAILED.test(this.known.get(id)?.[part] ?? '');
    await this.look(id, part);
    return !retried && isOld(stamp);
  }

  private stampOf(id: string, part: Part): Promise<string> {
    return stampOf((part === 'manifest' ? manifestPath : sessionStatePath)(this.root, id));
  }

  /** Whether a file with this stamp is another than the one last read. */
  private isNews(id: string, part: Part, stamp: string): boolean {
    const before = this.known.get(id);
    if (before !== undefined) return stamp !== before[part];
    return part === 'manifest' && stamp !== '';
  }

  /** The session's manifest is not there. */
  drop(id: string): void {
    if (this.known.delete(id)) this.batch.remove(id);
  }

  /** Reads one file once; a change during the read is one more read after it, if it is one. */
  private async look(id: string, part: Part): Promise<void> {
    const key = `${part} ${id}`;
    if (this.reading.has(key)) {
      this.reading.set(key, true);
      return;
    }
    this.reading.set(key, false);
    try {
      await this.readPart(id, part);
      // Whoever saw a change meanwhile only raised the flag: it is lowered before each look.
      while (this.reading.get(key) === true && !this.closed) {
        this.reading.set(key, false);
        if (this.isNews(id, part, await this.stampOf(id, part))) await this.readPart(id, part);
      }
    } finally {
      this.reading.delete(key);
    }
  }

  private readPart(id: string, part: Part): Promise<void> {
    return part === 'manifest' ? this.readManifest(id) : this.readSnapshot(id);
  }

  private async readManifest(id: string): Promise<void> {
    const manifest = await readManifest(this.root, id);
    if (manifest.status === 'missing') return this.drop(id);
    const before = this.known.get(id);
    if (before) {
      before.manifest = stampIn(manifest);
      this.batch.add({ id, manifest });
      return;
    }
    const stamps: Stamps = { manifest: stampIn(manifest), snapshot: null, again: false };
    this.known.set(id, stamps);
    const snapshot = await readSnapshot(this.root, id);
    if (this.known.get(id) !== stamps) return;
    stamps.snapshot = stampIn(snapshot);
    this.batch.add({ id, manifest, snapshot });
    if (stamps.again) await this.look(id, 'snapshot');
  }

  private async readSnapshot(id: string): Promise<void> {
    const stamps = this.known.get(id);
    if (stamps?.snapshot === null) stamps.again = true;
    if (stamps === undefined || stamps.snapshot === null) return;
    const snapshot = await readSnapshot(this.root, id);
    if (this.known.get(id) !== stamps) return;
    stamps.snapshot = stampIn(snapshot);
    this.batch.add({ id, snapshot });
  }
}
