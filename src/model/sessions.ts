import { type Session, STATUSES, type Status, sessionStatus } from './session.js';

/** So many changes are kept beside the map they change before a new map is made of both. */
const MOST_BESIDE = 64;

type Counts = Readonly<Record<Status, number>>;

const NO_COUNTS = Object.fromEntries(STATUSES.map((status) => [status, 0])) as Counts;

/**
 * The sessions by id, with what is said of all of them: an immutable value. A changed one takes the
 * same time to make however many sessions there are.
 */
export class Sessions {
  static readonly none = new Sessions(new Map(), new Map(), 0, NO_COUNTS, []);

  private constructor(
    private readonly base: ReadonlyMap<string, Session>,
    /** What differs from `base`; null for what is gone. */
    private readonly beside: ReadonlyMap<string, Session | null>,
    readonly size: number,
    /** How many are in each state, by the pane that speaks for each. */
    readonly counts: Counts,
    /** Ids of those whose manifest cannot be read. */
    readonly unreadable: readonly string[],
  ) {}

  get(id: string): Session | undefined {
    const changed = this.beside.get(id);
    return changed === undefined ? this.base.get(id) : (changed ?? undefined);
  }

  has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  values(): Session[] {
    const values: Session[] = [];
    for (const [id, session] of this.base) if (!this.beside.has(id)) values.push(session);
    for (const session of this.beside.values()) if (session !== null) values.push(session);
    return values;
  }

  /** The sessions with these in place of those of the same ids, and without these ids. */
  with(changed: readonly Session[], gone: readonly string[] = []): Sessions {
    const counts = { ...this.counts };
    const after = new Map(this.beside);
    let { size, unreadable } = this;
    const put = (id: string, next: Session | null): void => {
      const known = after.get(id);
      const before = known === undefined ? this.base.get(id) : (known ?? undefined);
      if (before !== undefined) counts[sessionStatus(before)]--;
      if (next !== null) counts[sessionStatus(next)]++;
      size += (next === null ? 0 : 1) - (before === undefined ? 0 : 1);
      const bad = (it: Session | null | undefined): boolean => (it?.manifestProblem ?? '') !== '';
      if (bad(before) && !bad(next)) unreadable = unreadable.filter((it) => it !== id);
      if (!bad(before) && bad(next)) unreadable = [...unreadable, id];
      after.set(id, next);
    };
    for (const session of changed) put(session.id, session);
    for (const id of gone) put(id, null);
    if (after.size <= MOST_BESIDE) {
      return new Sessions(this.base, after, size, counts, unreadable);
    }
    const base = new Map(this.base);
    for (const [id, session] of after) {
      if (session === null) base.delete(id);
      else base.set(id, session);
    }
    return new Sessions(base, new Map(), size, counts, unreadable);
  }
}
