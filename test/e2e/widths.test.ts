import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { manifest, pane, seed, snapshot, tempRoot } from '../support/hook.js';
import type { Tmux } from '../support/tmux.js';
import { until } from '../support/until.js';
import { writeNow, writeStateNow } from '../support/write-now.js';
import { startProgram } from './program.js';

/** Texts that terminals, and programs, measure differently. */
const TEXTS = [
  '日本語のセッション',
  '한글 테스트',
  '👩‍💻 pair',
  '👍🏽',
  '🇯🇵',
  '⚙️ build',
  '#️⃣1️⃣',
  'e\u0301'.repeat(20),
  '\u200b'.repeat(20),
  'x'.repeat(20_000),
  'one\ntwo\tthree\r\nfour\u2028five',
  '',
  '   ',
  '\u001b[2J\u001b[Hcleared',
  '\u001b[41mred without an end',
  '\u202eright to left',
];

/** A session for each text, which is its title and its activity. */
async function party(): Promise<{ root: string; ids: string[]; ascii: () => void }> {
  const root = await tempRoot();
  const ids = await seed(root, TEXTS.length, (index) => ({
    manifest: { title: TEXTS[index] ?? '' },
    state: 'idle',
    pane: { activity: `${TEXTS[index]}`, age: 7_200 },
  }));
  const ascii = (): void => {
    for (const [index, id] of ids.entries()) {
      const title = `plain ${index}`;
      const created_at = new Date(Date.now() - index * 1_000).toISOString();
      writeNow(join(root, `${id}.json`), manifest(id, { title, created_at }));
      writeStateNow(root, id, snapshot(id, pane('idle', { activity: 'plain', age: 7_200 })));
    }
  };
  return { root, ids, ascii };
}

/** Columns at which a terminal of this width has the state words' last character, read from the cells. */
async function cells(tmux: Tmux, text: string): Promise<number[]> {
  // tmux knows each character's cell; its capture of one row up to a column is as wide as that column.
  const lines = await tmux.screen();
  return lines.flatMap((line) => (line.includes(text) ? [line.length - line.indexOf(text)] : []));
}

describe('text of every width', () => {
  it.each([40, 41, 79, 80, 120])('stands straight at %i columns', async (columns) => {
    const { root, ids, ascii } = await party();
    const rows = 2 * TEXTS.length + 30;
    const tmux = await startProgram(root, { columns, rows });
    await tmux.waitFor(`${ids.length} sessions`);
    await until(async () => (await tmux.text()).split('○ idle').length > ids.length);
    const lines = await tmux.screen();
    // Two lines for each session and nothing between them: no text breaks a line.
    const first = lines.findIndex((line) => line.includes('○ idle'));
    for (let n = 0; n < ids.length; n++) {
      expect(lines[first + 2 * n], `row ${n}`).toContain('○ idle');
    }
    // The state words end at one column: what follows them on each line is as long.
    const listEnds = lines
      .slice(first, first + 2 * ids.length)
      .filter((_, index) => index % 2 === 0)
      .map((line) => line.slice(line.indexOf('○ idle')));
    expect(new Set(listEnds.map((end) => /^○ idle \S+?(?=│| |$)/.exec(end)?.[0])).size).toBe(1);
    if (columns < 100) expect(new Set(listEnds.map((end) => end.trimEnd())).size).toBe(1);
    // An empty title is the id.
    expect(lines.join('\n')).toContain(ids[TEXTS.indexOf('')] ?? '?');
    if (columns >= 100) {
      // The border stands where the rules above and below have their joints, measured from the right.
      const joint = lines.find((line) => line.includes('┬')) ?? '';
      const right = joint.length - joint.indexOf('┬');
      const blank = lines.slice(first + 2 * ids.length).filter((line) => line.includes('│'));
      for (const line of blank) expect(line.length - line.indexOf('│')).toBe(right);
    }
    ascii();
    await tmux.waitFor((_, text) => TEXTS.every((_, index) => text.includes(`plain ${index} `)));
    await tmux.keys('g');
    const fresh = await startProgram(root, { columns, rows });
    await fresh.waitFor(`${ids.length} sessions`);
    await until(async () => (await tmux.text()) === (await fresh.text()), {
      describe: () => 'something is left of the wide titles',
    });
    expect(await cells(tmux, '○ idle')).toEqual(await cells(fresh, '○ idle'));
  });
});
