import { describe, expect, it } from 'vitest';
import { editField, fieldOf, fieldText, insertText } from '../../src/model/field.js';
import { helpLines } from '../../src/model/help.js';
import { intentOf, KEYMAP } from '../../src/model/keymap.js';
import { InputReader } from '../../src/model/keys.js';
import { initialModel } from '../../src/model/model.js';
import { Played } from '../support/model.js';

describe('input', () => {
  const keys = (text: string, key = {}) => new InputReader().read(text, key);

  it('a burst is as many keys', () => {
    expect(keys('jjj')).toEqual([{ key: 'j' }, { key: 'j' }, { key: 'j' }]);
    expect(keys('jj\r')).toEqual([{ key: 'j' }, { key: 'j' }, { key: 'enter' }]);
    expect(keys('日本')).toEqual([{ key: '日' }, { key: '本' }]);
  });

  it('names keys', () => {
    expect(keys('', { upArrow: true })).toEqual([{ key: 'up' }]);
    expect(keys('', { escape: true, meta: true })).toEqual([{ key: 'esc' }]);
    expect(keys('d', { ctrl: true })).toEqual([{ key: 'ctrl-d' }]);
    expect(keys('q', { meta: true })).toEqual([{ key: 'alt-q' }]);
    expect(keys('\t', { tab: true, shift: true })).toEqual([{ key: 'shift-tab' }]);
    expect(keys('\u0004')).toEqual([{ key: 'ctrl-d' }]);
  });

  it('the focus is no key, right behind an Escape or not', () => {
    expect(keys('[I')).toEqual([{ focused: true }]);
    expect(keys('[O')).toEqual([{ focused: false }]);
    expect(keys('\u001b[O')).toEqual([{ key: 'esc' }, { focused: false }]);
  });

  it('a bracketed paste is a text and no keys, whatever pieces it comes in', () => {
    const reader = new InputReader();
    expect(reader.read('[200~', {})).toEqual([]);
    expect(reader.read('xq', {})).toEqual([]);
    expect(reader.read('', { return: true })).toEqual([]);
    expect(reader.read('A', {})).toEqual([]);
    expect(reader.read('[201~', {})).toEqual([{ paste: 'xq\rA' }]);
    expect(reader.read('q', {})).toEqual([{ key: 'q' }]);
  });

  it('a paste right behind an Escape, or cut by a read, types no keys', () => {
    const all = (...texts: string[]) => {
      const reader = new InputReader();
      return texts.flatMap((text) => reader.read(text, {}));
    };
    const end = '[201~';
    expect(all('\u001b[200~', 'qq', end)).toEqual([{ key: 'esc' }, { paste: 'qq' }]);
    expect(all('[200~', 'qq', `\u001b${end}`, 'j')).toEqual([{ paste: 'qq' }, { key: 'j' }]);
    expect(all('[200~qq', end)).toEqual([{ paste: 'qq' }]);
    expect(all('[20', '0~qq', end, 'j')).toEqual([{ paste: 'qq' }, { key: 'j' }]);
    for (let cut = 1; cut < end.length; cut++) {
      const [head, tail] = [end.slice(0, cut), end.slice(cut)];
      expect(all('[200~', 'qq', head, `${tail}jk`)).toEqual([
        { paste: 'qq' },
        { key: 'j' },
        { key: 'k' },
      ]);
    }
    expect(all('[200~', 'a[201~b', end)).toEqual([{ paste: 'a[201~b' }]);
    expect(all('[20', 'x')).toEqual(['[', '2', '0', 'x'].map((key) => ({ key })));
  });

  it('controls and what nobody can see typed come into no text field', () => {
    expect(keys('\u001c\u001d\u001e\u001f')).toEqual(
      ['\\', ']', '^', '_'].map((key) => ({ key: `ctrl-${key}` })),
    );
    expect(keys('a\u202e\u009b \ufeffb')).toEqual([{ key: 'a' }, { key: ' ' }, { key: 'b' }]);
    const typed = Played.on({}).keys('/', 'ctrl-]', 'alt-é', 'ctrl-\\', 'x', '👩‍💻', ' ', 'é');
    expect(typed.model.mode).toMatchObject({ field: { chars: ['x', '👩‍💻', ' ', 'é'] } });
  });

  it('sequences nobody knows are no text', () => {
    expect(keys('[?62;c')).toEqual([]);
    expect(keys('[15~')).toEqual([]);
    expect(keys('[')).toEqual([{ key: '[' }]);
  });
});

describe('keymap', () => {
  it('no key means two things in one place', () => {
    for (const scope of ['list', 'detail', 'page'] as const) {
      const keys = KEYMAP.filter((it) => it.scopes.includes(scope)).flatMap((it) => it.keys);
      expect(new Set(keys).size, scope).toBe(keys.length);
    }
  });

  it('the help names every binding of the table that has words, once', () => {
    const help = helpLines(initialModel({ tmux: { status: 'asked' } }));
    for (const binding of KEYMAP) {
      if (!binding.help) continue;
      const lines = help.filter((line) =>
        line.endsWith(`${binding.label?.padEnd(10)}${binding.help}`),
      );
      expect(lines, binding.help).toHaveLength(1);
    }
  });

  it('typing into a field means no intent', () => {
    expect(intentOf({ name: 'filter', field: fieldOf(''), before: '' }, 'q')).toBeNull();
  });
});

describe('text field', () => {
  it('edits whole characters', () => {
    const field = insertText(fieldOf('日本👩‍💻'), 'x');
    const steps = ['backspace', 'backspace', 'left', 'delete'];
    const end = steps.reduce((it, key) => editField(it, key) ?? it, field);
    expect(fieldText(end)).toBe('日');
  });

  it('knows words and ends', () => {
    expect(fieldText(editField(fieldOf('one two'), 'ctrl-w') ?? fieldOf(''))).toBe('one ');
    expect(fieldText(editField(fieldOf('one two'), 'ctrl-u') ?? fieldOf('x'))).toBe('');
    expect(editField(fieldOf('one'), 'home')?.at).toBe(0);
    expect(editField(fieldOf('one'), 'j')).toBeNull();
  });
});
