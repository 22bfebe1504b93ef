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

/** A key by name (`j`, `G`, `up`, `ctrl-d`, `esc`), or a whole pasted text. */
export type Input = { readonly key: string } | { readonly paste: string };

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

/** A paste without an end is given up after this many characters. */
const MAX_PASTE = 100_000;

/**
 * Turns Ink's input events into keys. Ink hands over a burst of keys as one text, which is split
 * here, and the two ends of a bracketed paste as unknown sequences, between which nothing is a key.
 */
export class InputReader {
  private pasting: string | null = null;

  read(text: string, key: InkKey): Input[] {
    if (text === PASTE_BEGINS) {
      this.pasting = '';
      return [];
    }
    if (this.pasting !== null) {
      if (text !== PASTE_ENDS) {
        this.pasting += key.return ? '\r' : key.tab ? '\t' : text;
        if (this.pasting.length <= MAX_PASTE) return [];
      }
      const paste = this.pasting;
      this.pasting = null;
      return [{ paste }];
    }
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
