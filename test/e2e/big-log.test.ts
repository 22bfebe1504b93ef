import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { event, seed, tempRoot } from '../support/hook.js';
import { startProgram } from './program.js';

it('two logs of 8,000 lines and one line of 8 MiB: the detail opens, scrolls and is left like any other', async () => {
  const root = await tempRoot();
  const [id = ''] = await seed(root, 1);
  const lines = (from: number): string =>
    Array.from(
      { length: 8_000 },
      (_, n) => `${event('tool', { activity: `n${from + n}. ${'x'.repeat(40)}` })}\n`,
    ).join('');
  const log = join(root, id, 'state.jsonl');
  writeFileSync(`${log}.1`, lines(0));
  const big = event('tool', { activity: 'x'.repeat(8 << 20) });
  writeFileSync(log, `${lines(8_000)}${big}\n${event('tool', { activity: 'n16000. the end' })}\n`);
  const tmux = await startProgram(root, { columns: 60, rows: 20 });
  await tmux.waitFor('session-0');
  await tmux.type('l');
  const soon = { deadlineMs: 1_000 };
  const shown = await tmux.waitFor('n16000. the end', soon);
  expect(shown.join('\n')).toContain('n15999.');
  await tmux.keys('C-b');
  await tmux.waitFor((_, text) => !text.includes('n16000.') && text.includes('n1598'), soon);
  await tmux.keys('G');
  await tmux.waitFor('n16000. the end', soon);
  await tmux.type('h');
  await tmux.waitFor('j/k move', soon);
});
