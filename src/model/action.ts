import type { Manifest, Reading, SessionState, StateEvent } from '../state/types.js';
import type { Root } from './model.js';

/** What a person wants, whatever key says it. */
export type Intent =
  | 'down'
  | 'up'
  | 'first'
  | 'last'
  | 'half-down'
  | 'half-up'
  | 'page-down'
  | 'page-up'
  | 'open-detail'
  | 'jump'
  | 'preview'
  | 'send'
  | 'broadcast'
  | 'kill'
  | 'delete'
  | 'leave-detail'
  | 'switch-focus'
  | 'filter'
  | 'search'
  | 'search-next'
  | 'search-previous'
  | 'state-filter'
  | 'clear'
  | 'sort'
  | 'next-needs-you'
  | 'previous-needs-you'
  | 'acknowledge'
  | 'acknowledge-all'
  | 'follow'
  | 'manifest'
  | 're-read'
  | 'help'
  | 'close'
  | 'suspend'
  | 'quit'
  | 'interrupt'
  | 'row-1'
  | 'row-2'
  | 'row-3'
  | 'row-4'
  | 'row-5'
  | 'row-6'
  | 'row-7'
  | 'row-8'
  | 'row-9';

/** One pane in one very state. */
export interface Target {
  readonly role: string;
  readonly seq: bigint;
}

/** What a look at a session's files found; an absent part was not looked at. */
export interface SessionRead {
  readonly id: string;
  readonly manifest?: Reading<Manifest>;
  readonly snapshot?: Reading<SessionState>;
}

/** A fact from the disk, the terminal or the clock, or an intent from the keyboard. */
export type Action =
  | { readonly type: 'key'; readonly key: string }
  | { readonly type: 'paste'; readonly text: string }
  | { readonly type: 'intent'; readonly intent: Intent }
  /** The terminal has, or no longer has, the focus. */
  | { readonly type: 'focus'; readonly focused: boolean }
  | { readonly type: 'tick' }
  | { readonly type: 'resized'; readonly columns: number; readonly rows: number }
  | { readonly type: 'resumed' }
  | { readonly type: 'root'; readonly root: Root }
  | { readonly type: 'sessions-read'; readonly sessions: readonly SessionRead[] }
  /** tmux answered: the names of its sessions. */
  | { readonly type: 'tmux-live'; readonly names: readonly string[] }
  /** tmux did not answer in a way to rely on. */
  | { readonly type: 'tmux-trouble'; readonly problem: string }
  /** The screen of a previewed session's pane, or why it cannot be looked at. */
  | {
      readonly type: 'preview';
      readonly id: string;
      readonly text: string;
      readonly problem: string;
    }
  /** What became of a text that was sent; `problem` is null where it arrived. */
  | {
      readonly type: 'sent';
      readonly results: readonly { readonly id: string; readonly problem: string | null }[];
    }
  /** questmaster is there to continue this session. */
  | { readonly type: 'may-continue'; readonly id: string }
  /** The session this program runs in, once it is known. */
  | { readonly type: 'here'; readonly id: string }
  | { readonly type: 'sessions-gone'; readonly ids: readonly string[] }
  | { readonly type: 'watch-degraded'; readonly problem: string }
  | {
      readonly type: 'log-opened' | 'log-older';
      readonly id: string;
      readonly events: readonly StateEvent[];
      readonly hasOlder: boolean;
    }
  | { readonly type: 'log-appended'; readonly id: string; readonly events: readonly StateEvent[] }
  | { readonly type: 'log-bad'; readonly id: string; readonly count: number }
  | { readonly type: 'manifest-text'; readonly id: string; readonly text: string }
  | { readonly type: 'folded'; readonly id: string; readonly targets: readonly Target[] }
  | {
      readonly type: 'fold-failed';
      readonly id: string;
      readonly targets: readonly Target[];
      readonly problem: string;
    }
  | { readonly type: 'warned'; readonly text: string };

/** Work for the shell. Its results come back as actions. */
export type Effect =
  /** Write `idle` over `done` for these panes, if they still are what they were. */
  | { readonly type: 'fold'; readonly id: string; readonly targets: readonly Target[] }
  /** Follow this session's log, and no other. */
  | { readonly type: 'follow-log'; readonly id: string | null }
  | { readonly type: 'older-log' }
  /** What a person said yes to. */
  | { readonly type: 'do'; readonly deed: 'kill' | 'delete' | 'continue'; readonly id: string }
  /** Look whether questmaster is there to continue this stopped session. */
  | { readonly type: 'offer-continue'; readonly id: string; readonly title: string }
  /** Look at this session's pane each second, and at no other. */
  | { readonly type: 'preview'; readonly id: string | null; readonly window: number | null }
  /** Type this text, and Enter, into the agents of these sessions. */
  | {
      readonly type: 'send';
      readonly to: readonly { readonly id: string; readonly window: number | null }[];
      readonly text: string;
    }
  /** Go to this session's window in tmux. */
  | { readonly type: 'jump'; readonly id: string; readonly window: number | null }
  | { readonly type: 'read-manifest'; readonly id: string }
  | { readonly type: 're-read' }
  | { readonly type: 'suspend' }
  | { readonly type: 'quit'; readonly code: number };

export type Step<M> = readonly [M, readonly Effect[]];
