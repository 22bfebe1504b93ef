import type { Action } from './action.js';
import { clean, graphemes } from './text.js';

/** What Ink says beside the text of an input event, as far as it matters here. */
export interface InkKey {
  readonly upArrow?: boolean;
  readonly downArrow?: boolean;
  readonly leftArrow?: boolean;
  readonly rightArrow?: boolean;
  readonly pageUp?: boolean;
  readonly pageDown?: boolean;
  readonly home?: boolean;
  readonly end?: boolean;
  readonly return?: boolean;
  readonly escape?: boolean;
  readonly tab?: boolean;
  readonly shift?: boolean;
  readonly backspace?: boolean;
  readonly delete?: boolean;
  readonly ctrl?: boolean;
  readonly meta?: boolean;
}

/**
 * A key by name (`j`, `G`, `up`, `ctrl-d`, `esc`), a whole pasted text, or the terminal's word that
 * it has, or no longer has, the focus.
 */
export type Input =
  | { readonly key: string }
  | { readonly paste: string }
  | { readonly focused: boolean };

/** What the model hears of it. */
export function actionOf(input: Input): Action {
  if ('paste' in input) return { type: 'paste', text: input.paste };
  return 'key' in input ? { type: 'key', key: input.key } : { type: 'focus', ...input };
}

const NAMED: readonly (readonly [keyof InkKey, string])[] = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageUp', 'pageup'],
  ['pageDown', 'pagedown'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['escape', 'esc'],
  ['backspace', 'backspace'],
  ['delete', 'delete'],
];

const PASTE_BEGINS = '[200~';
const PASTE_ENDS = '[201~';
const FOCUS_IN = '[I';
const FOCUS_OUT = '[O';

/** A paste without an end is given up after this many characters. */
const MAX_PASTE = 100_000;

/**
 * Turns Ink's input events into keys. Ink hands over a burst of keys as one text, which is split
 * here, and the two ends of a bracketed paste as unknown sequences, between which nothing is a key.
 * An end may come with an Escape before it, or in two pieces where a read of the terminal stopped.
 */
export class InputReader {
  private pasting: string | null = null;
  /** What may be the beginning of a paste's beginning. */
  private held = '';

  read(text: string, key: InkKey): Input[] {
    if (this.pasting !== null) return this.readPaste(this.pasting, text, key);
    const whole = this.held + text;
    this.held = '';
    const escaped = whole.startsWith('\u001b[');
    const body = escaped ? whole.slice(1) : whole;
    const before: Input[] = escaped ? [{ key: 'esc' }] : [];
    if (body.startsWith(PASTE_BEGINS)) {
      this.pasting = body.slice(PASTE_BEGINS.length);
      return before;
    }
    if (body === FOCUS_IN || body === FOCUS_OUT) {
      return [...before, { focused: body === FOCUS_IN }];
    }
    if (body.length > 2 && PASTE_BEGINS.startsWith(body)) {
      this.held = body;
      return before;
    }
    return whole === text ? this.readKeys(text, key) : split(whole);
  }

  private readPaste(before: string, text: string, key: InkKey): Input[] {
    this.pasting = before + (key.return ? '\r' : key.tab ? '\t' : text);
    const whole = text === PASTE_ENDS || text === `\u001b${PASTE_ENDS}`;
    const joint = this.pasting.indexOf(PASTE_ENDS, before.length - PASTE_ENDS.length + 1);
    const at = whole ? before.length : joint < before.length ? joint : -1;
    if (at < 0 && this.pasting.length <= MAX_PASTE) return [];
    const paste = at < 0 ? this.pasting : this.pasting.slice(0, at);
    const rest = at < 0 || whole ? '' : this.pasting.slice(at + PASTE_ENDS.length);
    this.pasting = null;
    return [{ paste }, ...split(rest)];
  }

  private readKeys(text: string, key: InkKey): Input[] {
    if (text === PASTE_ENDS) return [];
    if (key.tab) return [{ key: key.shift ? 'shift-tab' : 'tab' }];
    for (const [flag, name] of NAMED) if (key[flag]) return [{ key: name }];
    if (key.ctrl) return [{ key: `ctrl-${text}` }];
    if (key.meta) return [{ key: `alt-${text}` }];
    // A sequence nobody knows (a function key, a terminal's answer) is no text.
    if (/^\[[\d;?<>=]*[ -/]*[@-~]$/.test(text) || /^O[A-Za-z]$/.test(text)) {
      return text.length > 2 || text === '[' || text === 'O' ? [] : split(text);
    }
    return split(text);
  }
}

/** A burst as keys. What nobody could see typed (bidi controls, C1, a lone mark) is no key. */
const split = (text: string): Input[] =>
  graphemes(text)
    .map(keyName)
    .filter((key) => key === ' ' || clean(key) !== '')
    .map((key) => ({ key }));

function keyName(char: string): string {
  switch (char) {
    case '\r':
    case '\n':
    case '\r\n':
      return 'enter';
    case '\t':
      return 'tab';
    case '\u007f':
    case '\b':
      return 'backspace';
    case '\u001b':
      return 'esc';
  }
  const code = char.charCodeAt(0);
  if (code < 0x1b) return `ctrl-${String.fromCharCode(code + 0x60)}`;
  return code < 0x20 ? `ctrl-${String.fromCharCode(code + 0x40)}` : char;
}
