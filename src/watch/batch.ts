import type { Manifest, Reading, SessionState } from '../state/types.js';

/** What a look at a session's files found. A part that is absent was not looked at. */
export interface SessionFact {
  readonly id: string;
  readonly manifest?: Reading<Manifest>;
  readonly snapshot?: Reading<SessionState>;
}

/** Where batches of facts go. */
export interface FactSink {
  /** What was read in one turn of the loop; of the first scan one slice, the first of which ends a wait for it. */
  sessions(facts: readonly SessionFact[]): void;
  /** The manifests of these are gone. */
  gone(ids: readonly string[]): void;
}

/** Gathers facts and tells them together: once a turn of the event loop, and first when `open` is called. */
export class Batch {
  private facts = new Map<string, SessionFact>();
  private gone = new Set<string>();
  private opened = false;
  private scheduled = false;
  private closed = false;

  constructor(private readonly sink: FactSink) {}

  /** Whether the first batch has been told. */
  get isOpen(): boolean {
    return this.opened;
  }

  add(fact: SessionFact): void {
    this.gone.delete(fact.id);
    this.facts.set(fact.id, { ...this.facts.get(fact.id), ...fact });
    this.schedule();
  }

  remove(id: string): void {
    this.facts.delete(id);
    this.gone.add(id);
    this.schedule();
  }

  /** Tells what has been gathered so far as one batch, and from now on by itself. */
  open(): void {
    this.opened = true;
    this.tell();
  }

  /** Nothing is told any more. */
  close(): void {
    this.closed = true;
  }

  private schedule(): void {
    if (this.scheduled || !this.opened) return;
    this.scheduled = true;
    setImmediate(() => this.tell());
  }

  private tell(): void {
    this.scheduled = false;
    if (this.closed) return;
    const facts = [...this.facts.values()];
    const gone = [...this.gone];
    this.facts = new Map();
    this.gone = new Set();
    if (gone.length > 0) this.sink.gone(gone);
    if (facts.length > 0) this.sink.sessions(facts);
  }
}
