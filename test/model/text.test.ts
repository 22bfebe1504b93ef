import { describe, expect, it } from 'vitest';
import { clean, cut, graphemes, pad, textWidth } from '../../src/model/text.js';
import { dangerous } from '../support/terminal-text.js';

describe('text from agents', () => {
  it.each([
    ['a clipboard write', 'a\u001b]52;c;QUJD\u0007b', 'ab'],
    ['a window title', 'a\u001b]0;x\u001b\\b', 'ab'],
    ['a C1 clipboard write', 'a\u009d52;c;QQ==\u009cb', 'ab'],
    ['a screen clear', '\u001b[2J\u001b[Hx', 'x'],
    ['a C1 colour', '\u009b41mred', 'red'],
    ['a colour without reset', '\u001b[41mred', 'red'],
    ['a device control string', 'a\u001bPq#0\u001b\\b', 'ab'],
    ['a charset switch', 'a\u001b(0b', 'ab'],
    ['a full reset', 'a\u001bcb', 'ab'],
    ['a bell and a return', 'a\u0007\rb', 'a b'],
    ['bidi controls', 'a\u202eb\u2066c', 'abc'],
    ['line separators', 'a\u2028b\u2029c\u0085d', 'a b c d'],
    ['tabs and newlines', ' a\t\tb\n\nc ', 'a b c'],
    ['zero-width spaces', '\u200b'.repeat(20), ''],
    ['a lone surrogate', 'a\ud800b', 'a\ufffdb'],
    ['a mark without a letter', '\u0301a', 'a'],
  ])('%s leaves harmless characters', (_, dirty, expected) => {
    expect(clean(dirty)).toBe(expected);
  });

  it('an escape sequence that never ends still shows the text behind it', () => {
    expect(clean('\u001b]0;never ends')).toBe('0;never ends');
    expect(dangerous(clean('x\u001b[12;'))).toBe(false);
    expect(clean('x\u001b')).toBe('x');
  });

  it('no mixture of pieces of sequences gets a control through', () => {
    const pieces = [
      '\u001b',
      '[',
      ']',
      '52;',
      '\u009d',
      '\u009b',
      '\u0007',
      '\\',
      'm',
      'P',
      '\u202e',
      'é',
      '\u200d',
      '\r',
    ];
    for (let seed = 1; seed < 4_000; seed++) {
      let text = '';
      for (let state = seed, i = 0; i < 8; i++) {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        text += pieces[state % pieces.length] ?? '';
      }
      expect(dangerous(clean(text))).toBe(false);
    }
  });

  it('piles of marks on one letter are cut, emoji sequences stay whole', () => {
    expect(graphemes(clean(`e${'\u0301'.repeat(20)}`))).toHaveLength(1);
    expect(clean(`e${'\u0301'.repeat(20)}`).length).toBeLessThan(8);
    expect(clean('👩‍💻 pair 👍🏽 🇯🇵 ⚙️')).toBe('👩‍💻 pair 👍🏽 🇯🇵 ⚙️');
  });
});

describe('widths', () => {
  it.each([
    ['日本語のセッション', 18],
    ['👩‍💻 pair', 7],
    ['👍🏽', 2],
    ['🇯🇵', 2],
    ['e\u0301'.repeat(20), 20],
    ['plain', 5],
  ])('%s takes %i columns', (text, width) => {
    expect(textWidth(text)).toBe(width);
  });

  it('a cut never splits a character and never passes the width', () => {
    const text = '日本👩‍💻語e\u0301🇯🇵のセッション';
    for (let width = 0; width <= textWidth(text) + 2; width++) {
      const shown = cut(text, width);
      expect(textWidth(shown)).toBeLessThanOrEqual(width);
      for (const part of graphemes(shown.replace('…', ''))) expect(graphemes(text)).toContain(part);
      expect(textWidth(pad(text, width))).toBe(width);
    }
  });

  it('a word of 20,000 characters is cut like any other', () => {
    expect(cut(clean('x'.repeat(20_000)), 10)).toBe('xxxxxxxxx…');
  });
});
