import { Batch, type FactSink } from './batch.js';
import { type DiskWatcher, type Part, watchDisk } from './disk-watcher.js';
import { lookAtRoot, type RootFact } from './root.js';
import { SessionReader } from './session-reader.js';
import { inSlices, newestFirst } from './slices.js';

export type { SessionFact } from './batch.js';
export type { RootFact } from './root.js';

/** Where the facts go. Never called after `close`. */
export interface WatchSink extends FactSink {
  /** First after the first look, then only when it differs. */
  root(fact: RootFact): void;
  /** Events do not come any more, for this reason, and files are looked at more often; null: they come again. */
  degraded(problem: string | null): void;
}

export interface WatchHandle {
  /** The first sessions of the first scan have been told, or that there are none. */
  readonly begun: Promise<void>;
  /** The whole first scan has been told. */
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
/** The first frame waits no longer than this for files, in milliseconds. */
const FIRST_SLICE_MS = 22;
/** Reconciles rest so many times as long as they work: 0.5 % of a core, however many sessions. */
const REST = 200;
/** But no longer than this, in milliseconds. */
const LONGEST_REST_MS = 30_000;
/** After a watcher failed, the next try comes so many milliseconds later, twice as many each time. */
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 30_000;

class RootWatch implements WatchHandle {
  readonly begun: Promise<void>;
  readonly ready: Promise<void>;
  private readonly batch: Batch;
  private readonly reader: SessionReader;
  /** Files that had an event in this turn of the loop. */
  private readonly events = new Map<string, { id: string; part: Part }>();
  private rootFact: RootFact | null = null;
  private rootIdentity = '';
  private watcher: DiskWatcher | null = null;
  private failedAt = 0;
  private retryMs = FIRST_RETRY_MS;
  private timer: NodeJS.Timeout | undefined;
  private reconciling: Promise<void> = Promise.resolve();
  /** Milliseconds of work in the last reconcile. */
  private worked = 0;
  private closed = false;

  constructor(
    private readonly root: string,
    private readonly sink: WatchSink,
    private readonly reconcileMs: number,
  ) {
    this.batch = new Batch(sink);
    this.reader = new SessionReader(root, this.batch);
    let told!: () => void;
    this.begun = new Promise((resolve) => {
      told = resolve;
    });
    this.ready = this.begin(told);
  }

  reread(): Promise<void> {
    this.reader.forget();
    return this.reconcile();
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.batch.close();
    clearTimeout(this.timer);
    await this.watcher?.close();
    await this.reconciling;
  }

  private async begin(told: () => void): Promise<void> {
    await this.scan(told);
    if (this.closed) return;
    this.startWatcher();
    this.schedule();
  }

  /** The first look, told as it goes. */
  private async scan(told: () => void): Promise<void> {
    const { fact, ids, identity } = await lookAtRoot(this.root);
    this.rootIdentity = identity;
    const tell = (now: RootFact): void => {
      // The sessions first: with the last word on the root the scan is over.
      this.batch.open();
      this.tellRoot(now);
      told();
    };
    await inSlices(newestFirst(ids), {
      look: (id, lastTry) => this.closed || this.reader.check(id, lastTry) !== 'later',
      between: (unread) => tell({ status: 'ok', unread }),
      firstMs: FIRST_SLICE_MS,
    });
    tell(fact);
  }

  /** The next reconcile, some time after the last one has ended. */
  private schedule(): void {
    if (this.closed) return;
    const well = this.rootFact?.status === 'ok' && this.watcher !== null;
    const rest = Math.min(LONGEST_REST_MS, REST * this.worked);
    this.timer = setTimeout(
      () => void this.reconcile().then(() => this.schedule()),
      well ? Math.max(this.reconcileMs, rest) : Math.min(POLL_MS, this.reconcileMs),
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
        this.retryMs = FIRST_RETRY_MS;
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
    else this.retryMs = Math.min(2 * this.retryMs, LAST_RETRY_MS);
    this.failedAt = Date.now();
    clearTimeout(this.timer);
    this.schedule();
  }

  private restartWatcher(): void {
    if (this.closed) return;
    if (this.watcher === null && Date.now() - this.failedAt < this.retryMs) return;
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
    const looks = events.map(({ id, part }) => this.reader.checkPart(id, part));
    // Reconciling is patient.
    if (looks.includes('later')) void this.reconcile();
  }

  /** Makes the facts equal the disk: one look at the root, one `stat` a file, and reads what differs. */
  private reconcile(): Promise<void> {
    this.reconciling = this.reconciling.then(() => this.reconcileNow()).catch(() => {});
    return this.reconciling;
  }

  private async reconcileNow(): Promise<void> {
    if (this.closed) return;
    const { fact, ids, identity } = await lookAtRoot(this.root);
    const came = this.rootFact !== null && this.rootFact.status !== 'ok';
    this.tellRoot(fact);
    if (fact.status === 'missing') for (const id of this.reader.ids) this.reader.drop(id);
    // A root that cannot be listed now may hold all that it held.
    if (fact.status !== 'ok') return;
    // A watch on another directory, or on one that was not there, hears nothing of this one.
    let deaf = came || (this.rootIdentity !== '' && identity !== this.rootIdentity);
    this.rootIdentity = identity;
    const known = new Set([...ids, ...this.reader.ids]);
    this.worked = await inSlices([...known], {
      look: (id, lastTry) => {
        const look = this.closed ? 'same' : this.reader.check(id, lastTry);
        deaf ||= look === 'missed';
        return look !== 'later';
      },
    });
    if (this.batch.isOpen && (deaf || this.watcher === null)) this.restartWatcher();
  }

  private tellRoot(fact: RootFact): void {
    if (this.closed || JSON.stringify(fact) === JSON.stringify(this.rootFact)) return;
    this.rootFact = fact;
    this.sink.root(fact);
  }
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
