import { clean, graphemes } from './text.js';

/** A one-line text field: its whole characters and the cursor between them. */
export interface Field {
  readonly chars: readonly string[];
  readonly at: number;
}

export const fieldOf = (text: string): Field => {
  const chars = graphemes(text);
  return { chars, at: chars.length };
};

export const fieldText = (field: Field): string => field.chars.join('');

const splice = (field: Field, from: number, to: number, insert: readonly string[]): Field => ({
  chars: [...field.chars.slice(0, from), ...insert, ...field.chars.slice(to)],
  at: from + insert.length,
});

/** The field with cleaned text typed or pasted at the cursor. */
export const insertText = (field: Field, text: string): Field =>
  splice(field, field.at, field.at, graphemes(text));

/** The field with a text of several lines at the cursor: each line is cleaned, ends between them stay. */
export const insertLines = (field: Field, text: string): Field => {
  const lines = text.split(/\r\n|\r|\n/).map(clean);
  const chars = lines.flatMap((line, index) =>
    index === 0 ? graphemes(line) : ['\n', ...graphemes(line)],
  );
  return splice(field, field.at, field.at, chars);
};

/** Where the word before the cursor begins. */
function wordStart(field: Field): number {
  let at = field.at;
  while (at > 0 && field.chars[at - 1] === ' ') at--;
  while (at > 0 && field.chars[at - 1] !== ' ') at--;
  return at;
}

/** The field after an editing key (readline's habits), or null when the key edits nothing. */
export function editField(field: Field, key: string): Field | null {
  const { chars, at } = field;
  switch (key) {
    case 'backspace':
    case 'ctrl-h':
      return splice(field, Math.max(0, at - 1), at, []);
    case 'delete':
    case 'ctrl-d':
      return splice(field, at, Math.min(chars.length, at + 1), []);
    case 'ctrl-w':
      return splice(field, wordStart(field), at, []);
    case 'ctrl-u':
      return splice(field, 0, at, []);
    case 'ctrl-k':
      return { chars: chars.slice(0, at), at };
    case 'left':
    case 'ctrl-b':
      return { chars, at: Math.max(0, at - 1) };
    case 'right':
    case 'ctrl-f':
      return { chars, at: Math.min(chars.length, at + 1) };
    case 'home':
    case 'ctrl-a':
      return { chars, at: 0 };
    case 'end':
    case 'ctrl-e':
      return { chars, at: chars.length };
    default:
      return null;
  }
}
