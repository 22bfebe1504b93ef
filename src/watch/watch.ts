import { manifestPath, sessionStatePath } from '../state/paths.js';
import { readManifest, readSnapshot, stampOf } from '../state/reading.js';
import type { Manifest, Reading, SessionState } from '../state/types.js';
import { type DiskWatcher, type Part, watchDisk } from './disk-watcher.js';
import { lookAtRoot, type RootFact } from './root.js';

export type { RootFact } from './root.js';

/** What a look at a session's files found. A part that is absent was not looked at. */
export interface SessionFact {
  readonly id: string;
  readonly manifest?: Reading<Manifest>;
  readonly snapshot?: Reading<SessionState>;
}

/** Where the facts go. Never called after `close`. */
export interface WatchSink {
  /** First after the first look, then only when it differs. */
  root(fact: RootFact): void;
  /** The first call brings the whole first scan, later ones what was read in one turn of the loop. */
  sessions(facts: readonly SessionFact[]): void;
  /** The manifests of these are gone. */
  gone(ids: readonly string[]): void;
  /** Events do not come any more, for this reason, and files are looked at more often; null: they come again. */
  degraded(problem: string | null): void;
}

export interface WatchHandle {
  /** The first scan has been told. */
  readonly ready: Promise<void>;
  /** Reads every file again, whatever its stamp. */
  reread(): Promise<void>;
  close(): Promise<void>;
}

export interface WatchOptions {
  /** Milliseconds between two reconciles. */
  readonly reconcileMs?: number;
}

/** Between two reconciles while events cannot be relied on, in milliseconds. */
const POLL_MS = 1_000;
/** Files read at a time. */
const CONCURRENCY = 24;
/** A change that is this old and that no event told was missed, in milliseconds. */
const MISSED_MS = 1_000;
/** After a watcher failed, the next try comes so many milliseconds later. */
const RETRY_MS = 30_000;

interface Stamps {
  manifest: string;
  /** Null until it has been looked at. */
  snapshot: string | null;
}

const stampIn = (reading: Reading<unknown>): string =>
  reading.status === 'missing' ? '' : reading.stamp;

/** Runs over items with bounded concurrency. */
async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, items.length) }, worker));
}

class RootWatch implements WatchHandle {
  readonly ready: Promise<void>;
  private readonly known = new Map<string, Stamps>();
  /** Reads under way; `true` when their file changed again meanwhile. */
  private readonly reading = new Map<string, boolean>();
  private facts = new Map<string, SessionFact>();
  private gone = new Set<string>();
  /** Files that had an event in this turn of the loop. */
  private readonly events = new Map<string, { id: string; part: Part }>();
  private flushing = false;
  private rootFact: RootFact | null = null;
  private rootIdentity = '';
  private watcher: DiskWatcher | null = null;
  private failedAt = 0;
  private timer: NodeJS.Timeout | undefined;
  private reconciling: Promise<void> = Promise.resolve();
  private closed = false;

  constructor(
    private readonly root: string,
    private readonly sink: WatchSink,
    private readonly reconcileMs: number,
  ) {
    this.ready = this.begin();
  }

  reread(): Promise<void> {
    for (const stamps of this.known.values()) {
      stamps.manifest = '?';
      stamps.snapshot = '?';
    }
    return this.reconcile();
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    clearTimeout(this.timer);
    await this.watcher?.close();
    await this.reconciling;
  }

  private async begin(): Promise<void> {
    await this.reconcile();
    this.flush();
    if (this.closed) return;
    this.startWatcher();
    this.schedule();
  }

  /** The next reconcile, some time after the last one has ended. */
  private schedule(): void {
    if (this.closed) return;
    const well = this.rootFact?.status === 'ok' && this.watcher !== null;
    this.timer = setTimeout(
      () => void this.reconcile().then(() => this.schedule()),
      well ? this.reconcileMs : Math.min(POLL_MS, this.reconcileMs),
    );
  }

  private startWatcher(): void {
    this.watcher = watchDisk(this.root, {
      changed: (id, part) => this.changed(id, part),
      rootChanged: () => void this.reconcile(),
      failed: (problem) => this.watcherFailed(problem),
      ready: () => {
        if (this.failedAt !== 0 && !this.closed) this.sink.degraded(null);
        this.failedAt = 0;
        // What changed between the scan and the watch was told by nobody.
        void this.reconcile();
      },
    });
  }

  private watcherFailed(problem: string): void {
    if (this.closed || this.watcher === null) return;
    void this.watcher.close();
    this.watcher = null;
    if (this.failedAt === 0) this.sink.degraded(problem);
    this.failedAt = Date.now();
    clearTimeout(this.timer);
    this.schedule();
  }

  private restartWatcher(): void {
    if (this.closed) return;
    if (this.watcher === null && Date.now() - this.failedAt < RETRY_MS) return;
    void this.watcher?.close();
    this.startWatcher();
  }

  /** Several events of one write come in one turn of the event loop and are one look. */
  private changed(id: string, part: Part): void {
    if (this.closed) return;
    if (this.events.size === 0) setImmediate(() => this.lookAtEvents());
    this.events.set(`${part} ${id}`, { id, part });
  }

  private lookAtEvents(): void {
    const events = [...this.events.values()];
    this.events.clear();
    if (this.closed) return;
    for (const { id, part } of events) void this.checkPart(id, part);
  }

  /** Makes the facts equal the disk: one look at the root, one `stat` a file, and reads what differs. */
  private reconcile(): Promise<void> {
    this.reconciling = this.reconciling.then(() => this.reconcileNow()).catch(() => {});
    return this.reconciling;
  }

  private async reconcileNow(): Promise<void> {
    if (this.closed) return;
    const { fact, ids, identity } = await lookAtRoot(this.root);
    this.tellRoot(fact);
    if (fact.status === 'missing') for (const id of this.known.keys()) this.tellGone(id);
    // A root that cannot be listed now may hold all that it held.
    if (fact.status !== 'ok') return;
    let missed = this.rootIdentity !== '' && identity !== this.rootIdentity;
    this.rootIdentity = identity;
    const all = [...new Set([...ids, ...this.known.keys()])];
    await each(all, async (id) => {
      missed = (await this.check(id)) || missed;
    });
    if (missed || this.watcher === null) if (this.flushedOnce) this.restartWatcher();
  }

  private flushedOnce = false;

  /** Compares a session's files with what was last read. True when a change was missed by the watcher. */
  private async check(id: string): Promise<boolean> {
    const missed = await Promise.all([
      this.checkPart(id, 'manifest'),
      this.known.has(id) && this.checkPart(id, 'snapshot'),
    ]);
    return missed.includes(true);
  }

  /** Reads a file if it is not the one last read. True when that change is older than its event. */
  private async checkPart(id: string, part: Part): Promise<boolean> {
    const path = (part === 'manifest' ? manifestPath : sessionStatePath)(this.root, id);
    const stamp = await stampOf(path);
    const before = this.known.get(id);
    if (before === undefined ? part === 'snapshot' || stamp === '' : stamp === before[part]) {
      return false;
    }
    await this.look(id, part);
    return isOld(stamp);
  }

  /** Reads one file once; a change during the read is one more read after it. */
  private async look(id: string, part: Part): Promise<void> {
    const key = `${part} ${id}`;
    if (this.reading.has(key)) {
      this.reading.set(key, true);
      return;
    }
    try {
      do {
        this.reading.set(key, false);
        await (part === 'manifest' ? this.readManifest(id) : this.readSnapshot(id));
      } while (this.reading.get(key) === true && !this.closed);
    } finally {
      this.reading.delete(key);
    }
  }

  private async readManifest(id: string): Promise<void> {
    const manifest = await readManifest(this.root, id);
    if (manifest.status === 'missing') return this.tellGone(id);
    const before = this.known.get(id);
    if (before) {
      before.manifest = stampIn(manifest);
      this.tell({ id, manifest });
      return;
    }
    this.known.set(id, { manifest: stampIn(manifest), snapshot: null });
    const snapshot = await readSnapshot(this.root, id);
    const stamps = this.known.get(id);
    if (stamps) stamps.snapshot = stampIn(snapshot);
    this.tell({ id, manifest, snapshot });
  }

  private async readSnapshot(id: string): Promise<void> {
    const snapshot = await readSnapshot(this.root, id);
    const stamps = this.known.get(id);
    // Gone meanwhile, or about to be told whole with its manifest.
    if (stamps === undefined || stamps.snapshot === null) return;
    stamps.snapshot = stampIn(snapshot);
    this.tell({ id, snapshot });
  }

  private tellRoot(fact: RootFact): void {
    if (this.closed || JSON.stringify(fact) === JSON.stringify(this.rootFact)) return;
    this.rootFact = fact;
    this.sink.root(fact);
  }

  private tell(fact: SessionFact): void {
    this.gone.delete(fact.id);
    this.facts.set(fact.id, { ...this.facts.get(fact.id), ...fact });
    this.flushSoon();
  }

  private tellGone(id: string): void {
    if (!this.known.delete(id)) return;
    this.facts.delete(id);
    this.gone.add(id);
    this.flushSoon();
  }

  /** All that is read in one turn of the event loop is told at once; the first scan as a whole. */
  private flushSoon(): void {
    if (this.flushing || !this.flushedOnce) return;
    this.flushing = true;
    setImmediate(() => this.flush());
  }

  private flush(): void {
    this.flushing = false;
    this.flushedOnce = true;
    if (this.closed) return;
    const facts = [...this.facts.values()];
    const gone = [...this.gone];
    this.facts = new Map();
    this.gone = new Set();
    if (gone.length > 0) this.sink.gone(gone);
    if (facts.length > 0) this.sink.sessions(facts);
  }
}

/** Whether a file's last change, by its stamp, is older than an event would need. */
function isOld(stamp: string): boolean {
  const changed = Number(BigInt(/:(\d+)$/.exec(stamp)?.[1] ?? '0') / 1_000_000n);
  return Date.now() - changed > MISSED_MS;
}

/**
 * Watches a state root: one plain scan at once, then what changes, by events and, whatever those
 * miss, by a slow reconcile. A session is a valid id with a manifest's name in the root.
 */
export const watchRoot = (
  root: string,
  sink: WatchSink,
  { reconcileMs = 5_000 }: WatchOptions = {},
): WatchHandle => new RootWatch(root, sink, reconcileMs);
