import type { Field } from './field.js';
import type { Span } from './line.js';
import type { Tmux } from './live.js';
import type { Status } from './session.js';
import { Sessions } from './sessions.js';

/** How the root was found at the last look. `none`: no variable and no HOME say where it is. */
export type Root =
  | { readonly status: 'loading' }
  /** `unread`: so many sessions have not been read yet; none when absent. */
  | { readonly status: 'ok'; readonly unread?: number }
  | { readonly status: 'none' }
  | { readonly status: 'missing' }
  | { readonly status: 'unreadable'; readonly problem: string };

export type Sort = 'created' | 'needs you' | 'activity' | 'title';

/** One session's place in the list. */
export interface Row {
  readonly id: string;
  /** 0 for a session of its own, 1 for a worker under its master, and so on. */
  readonly depth: number;
  /** Last of its siblings. */
  readonly last: boolean;
  /** A worker whose master is not here. */
  readonly orphan: boolean;
}

/** Where the keys go. One value, never a set of flags. */
export type Mode =
  | { readonly name: 'list' }
  | { readonly name: 'detail' }
  | { readonly name: 'filter'; readonly field: Field; readonly before: string }
  | { readonly name: 'search'; readonly field: Field; readonly before: string }
  | {
      /** A question before something that cannot be taken back. */
      readonly name: 'confirm';
      readonly back: 'list' | 'detail';
      readonly deed: 'kill' | 'delete' | 'continue';
      readonly id: string;
      readonly title: string;
    }
  | {
      /** A text for agents is being written. */
      readonly name: 'send';
      readonly back: 'list' | 'detail';
      /** To whom, in words. */
      readonly to: string;
      readonly ids: readonly string[];
      readonly field: Field;
    }
  | { readonly name: 'help'; readonly back: 'list' | 'detail'; readonly top: number }
  | {
      readonly name: 'manifest';
      readonly back: 'list' | 'detail';
      readonly id: string;
      /** Null until it has been read. */
      readonly lines: readonly string[] | null;
      readonly top: number;
    };

/** One event of the log, ready to show. `n` numbers the events of one look at a log, in order. */
export interface LogLine {
  readonly n: number;
  readonly at: number | null;
  readonly label: string;
  readonly text: string;
  readonly status: Status | null;
  readonly word: string;
  readonly role: string;
}

/** The session the detail panel shows, and its log. */
export interface Detail {
  readonly id: string | null;
  /** Since when it has been on screen without a break. */
  readonly shownAt: number;
  readonly opened: boolean;
  readonly lines: readonly LogLine[];
  readonly hasOlder: boolean;
  readonly asking: boolean;
  /** Lines of the log that were no events. */
  readonly bad: number;
  readonly follow: boolean;
  /** `n` of the first line on screen while not following. */
  readonly top: number;
  /** Events that came while not following. */
  readonly fresh: number;
  readonly query: string;
}

/** The screen of the agent's pane, while the detail panel shows it in place of the log. */
export interface Preview {
  readonly id: string;
  /** Null until it has been looked at. */
  readonly lines: readonly (readonly Span[])[] | null;
  /** Why it cannot be looked at, or empty. */
  readonly problem: string;
}

/** A `done` pane that a person has seen: it turns idle once the grace is over. */
export interface Observed {
  readonly id: string;
  readonly role: string;
  readonly seq: bigint;
  /** Not tried before this instant. */
  readonly notBefore: number;
  /** A write is under way. */
  readonly writing: boolean;
}

export interface Notice {
  readonly text: string;
  readonly kind: 'info' | 'warn';
  readonly until: number;
}

/** Everything a screen is made of. A screen is a function of this value alone. */
export interface Model {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Minutes that local time is ahead of UTC. */
  readonly utcOffset: number;
  readonly columns: number;
  readonly rows: number;
  readonly ascii: boolean;
  readonly motion: boolean;
  /** False once the terminal said that it has lost the focus: nobody may be looking. */
  readonly focused: boolean;
  readonly color: boolean;
  readonly rootPath: string;
  /** The person's home directory, shown as `~`. */
  readonly home: string;
  /** The session this tracker runs in, or empty. */
  readonly here: string;
  readonly root: Root;
  readonly tmux: Tmux;
  /** Why watching is slower than it should be, or empty. */
  readonly degraded: string;
  readonly sessions: Sessions;
  readonly sort: Sort;
  /** All sessions in their order. */
  readonly order: readonly Row[];
  /** What the filters leave of it; the same array when they leave all. */
  readonly visible: readonly Row[];
  readonly filter: string;
  readonly stateFilter: Status | null;
  readonly selected: string | null;
  /** A person has pressed a key: what is selected is what they chose. */
  readonly touched: boolean;
  /** Id of the first row on screen. */
  readonly topRow: string | null;
  readonly mode: Mode;
  readonly detail: Detail;
  /** The person wants to see the agent's pane. */
  readonly previewing: boolean;
  readonly preview: Preview | null;
  /** By session id and role. */
  readonly observed: ReadonlyMap<string, Observed>;
  readonly notice: Notice | null;
}

export const noDetail: Detail = {
  id: null,
  shownAt: 0,
  opened: false,
  lines: [],
  hasOlder: false,
  asking: false,
  bad: 0,
  follow: true,
  top: 0,
  fresh: 0,
  query: '',
};

/** What is known before the first look at the disk. */
export function initialModel(given: Partial<Model> = {}): Model {
  return {
    now: 0,
    utcOffset: 0,
    columns: 80,
    rows: 24,
    ascii: false,
    motion: true,
    focused: true,
    color: true,
    rootPath: '',
    home: '',
    here: '',
    root: { status: 'loading' },
    tmux: { status: 'off' },
    degraded: '',
    sessions: Sessions.none,
    sort: 'created',
    order: [],
    visible: [],
    filter: '',
    stateFilter: null,
    selected: null,
    touched: false,
    topRow: null,
    mode: { name: 'list' },
    detail: noDetail,
    previewing: false,
    preview: null,
    observed: new Map(),
    notice: null,
    ...given,
  };
}
