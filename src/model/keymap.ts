// One table, longer than a file should be: a key that stood elsewhere could be missing in the help.
import type { Intent } from './action.js';
import type { Mode } from './model.js';

/** Where a binding holds: the list, the detail panel, a page laid over both (help, manifest). */
export type Scope = 'list' | 'detail' | 'page';

export interface Binding {
  readonly scopes: readonly Scope[];
  /** Names as the input reader gives them. */
  readonly keys: readonly string[];
  readonly intent: Intent;
  /** The line in the help. Bindings without one are variants of another. */
  readonly help?: string;
  /** How the keys are written in help and footer. */
  readonly label?: string;
  /** Words in the footer, when it belongs there. */
  readonly hint?: string;
  /** Needs tmux. */
  readonly tmux?: boolean;
  /** The line in the help where tmux is left out and the key does something else. */
  readonly without?: string;
}

const both: readonly Scope[] = ['list', 'detail'];
const all: readonly Scope[] = ['list', 'detail', 'page'];

const rows = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

/** Every key of the program. The dispatcher, the footer and the help read this one table. */
export const KEYMAP: readonly Binding[] = [
  {
    scopes: ['list'],
    keys: ['j', 'down'],
    intent: 'down',
    label: 'j/k',
    hint: 'move',
    help: 'move down, up (also the arrows)',
  },
  {
    scopes: ['detail', 'page'],
    keys: ['j', 'down'],
    intent: 'down',
    label: 'j/k',
    hint: 'scroll',
    help: 'scroll down, up (also the arrows)',
  },
  { scopes: all, keys: ['k', 'up'], intent: 'up' },
  {
    scopes: all,
    keys: ['g', 'home'],
    intent: 'first',
    label: 'g G',
    help: 'first, last (also Home, End)',
  },
  { scopes: all, keys: ['G', 'end'], intent: 'last' },
  {
    scopes: all,
    keys: ['ctrl-d'],
    intent: 'half-down',
    label: '^d ^u',
    help: 'half a page down, up',
  },
  { scopes: all, keys: ['ctrl-u'], intent: 'half-up' },
  {
    scopes: all,
    keys: ['pagedown', 'ctrl-f', ' '],
    intent: 'page-down',
    label: 'PgDn PgUp',
    help: 'a page down, up (also ^f ^b)',
  },
  { scopes: all, keys: ['pageup', 'ctrl-b'], intent: 'page-up' },
  ...rows.map(
    (key): Binding => ({
      scopes: ['list'],
      keys: [key],
      intent: `row-${key}`,
      ...(key === '1' ? { label: '1-9', help: 'the nth row on screen' } : {}),
    }),
  ),
  {
    scopes: ['list'],
    keys: ['l', 'right'],
    intent: 'open-detail',
    label: 'l',
    hint: 'detail',
    help: 'into the detail panel (also →, Tab)',
  },
  {
    scopes: both,
    keys: ['enter'],
    intent: 'jump',
    tmux: true,
    label: 'Enter',
    hint: 'jump',
    help: 'jump to the session in tmux',
    without: 'into the detail panel (tmux is left out)',
  },
  {
    scopes: ['detail'],
    keys: ['h', 'left', 'esc'],
    intent: 'leave-detail',
    label: 'h',
    hint: 'back',
    help: 'back to the list (also ←, Esc)',
  },
  {
    scopes: both,
    keys: ['tab', 'shift-tab'],
    intent: 'switch-focus',
    label: 'Tab',
    help: 'list or detail',
  },
  {
    scopes: ['list'],
    keys: ['/'],
    intent: 'filter',
    label: '/',
    hint: 'filter',
    help: 'filter by title, id, agent, activity, path',
  },
  {
    scopes: ['list'],
    keys: ['f'],
    intent: 'state-filter',
    label: 'f',
    help: 'only one state; again for the next',
  },
  { scopes: ['list'], keys: ['esc'], intent: 'clear', label: 'Esc', help: 'drop the filters' },
  {
    scopes: ['list'],
    keys: ['s'],
    intent: 'sort',
    label: 's',
    help: 'sort: created, needs you, activity, title',
  },
  {
    scopes: ['list'],
    keys: ['n'],
    intent: 'next-needs-you',
    label: 'n N',
    hint: 'next that needs you',
    help: 'next, previous that needs you: blocked, then done',
  },
  { scopes: ['list'], keys: ['N'], intent: 'previous-needs-you' },
  {
    scopes: ['detail'],
    keys: ['f'],
    intent: 'follow',
    label: 'f',
    hint: 'follow',
    help: 'follow the log, or stop',
  },
  {
    scopes: ['detail'],
    keys: ['/'],
    intent: 'search',
    label: '/',
    hint: 'search',
    help: 'search the log',
  },
  {
    scopes: ['detail'],
    keys: ['n'],
    intent: 'search-next',
    label: 'n N',
    help: 'next, previous match',
  },
  { scopes: ['detail'], keys: ['N'], intent: 'search-previous' },
  {
    scopes: both,
    keys: ['a'],
    intent: 'acknowledge',
    label: 'a',
    hint: 'ack',
    help: 'acknowledge: done becomes idle, here',
  },
  {
    scopes: both,
    keys: ['A'],
    intent: 'acknowledge-all',
    label: 'A',
    help: 'acknowledge everything that is done',
  },
  {
    scopes: both,
    keys: ['m'],
    intent: 'manifest',
    label: 'm',
    help: 'the manifest as it is on disk',
  },
  {
    scopes: both,
    keys: ['p'],
    intent: 'preview',
    tmux: true,
    label: 'p',
    help: "the agent's pane in place of the log, or the log again",
  },
  {
    scopes: both,
    keys: ['i'],
    intent: 'send',
    tmux: true,
    label: 'i',
    help: 'type a text into the agent',
  },
  {
    scopes: both,
    keys: ['b'],
    intent: 'broadcast',
    tmux: true,
    label: 'b',
    help: 'type a text into all workers of a master',
  },
  {
    scopes: both,
    keys: ['x'],
    intent: 'kill',
    tmux: true,
    label: 'x',
    help: 'kill the tmux session, after a question',
  },
  {
    scopes: both,
    keys: ['D'],
    intent: 'delete',
    label: 'D',
    help: 'delete the files of a stopped session, after a question',
  },
  { scopes: both, keys: ['R'], intent: 're-read', label: 'R', help: 'read everything again' },
  { scopes: both, keys: ['?'], intent: 'help', label: '?', hint: 'help', help: 'this help' },
  {
    scopes: ['page'],
    keys: ['esc', 'h', 'left', 'enter', 'm', '?', 'q'],
    intent: 'close',
    label: 'Esc',
    hint: 'close',
    help: 'close',
  },
  { scopes: both, keys: ['q'], intent: 'quit', label: 'q', hint: 'quit', help: 'quit' },
  { scopes: all, keys: ['ctrl-c'], intent: 'interrupt', label: '^c', help: 'quit from anywhere' },
  {
    scopes: all,
    keys: ['ctrl-z'],
    intent: 'suspend',
    label: '^z',
    help: 'suspend; fg brings it back',
  },
];

/** The scope whose bindings hold in a mode; null while a text field has the keys. */
export function scopeOf(mode: Mode): Scope | null {
  switch (mode.name) {
    case 'list':
    case 'detail':
      return mode.name;
    case 'help':
    case 'manifest':
      return 'page';
    case 'filter':
    case 'search':
    case 'confirm':
    case 'send':
      return null;
  }
}

/** What a key means in a mode, or null. */
export function intentOf(mode: Mode, key: string): Intent | null {
  const scope = scopeOf(mode);
  if (scope === null) return null;
  return KEYMAP.find((it) => it.scopes.includes(scope) && it.keys.includes(key))?.intent ?? null;
}
