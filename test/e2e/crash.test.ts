import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { seed, tempRoot, writePane } from '../support/hook.js';
import { quote } from '../support/process.js';
import { until } from '../support/until.js';
import { CLI, startProgram } from './program.js';

const SABOTEUR = join(import.meta.dirname, '../support/saboteur.mjs');

describe('broken from inside, it gives the terminal back with the error readable', () => {
  it.each([
    ['component', 'a component broke'],
    ['watcher', 'a watcher callback broke'],
    ['rejection', 'a promise nobody awaits broke'],
    ['EPIPE', 'write EPIPE'],
  ])('%s', async (kind, words) => {
    const root = await tempRoot();
    const [id = ''] = await seed(root, 5);
    const env = { BREAK: kind, NODE_OPTIONS: `--import=${SABOTEUR}` };
    const tmux = await startProgram(root, { shell: true, env, columns: 120 });
    await tmux.waitFor('5 sessions');
    process.kill(await tmux.pid(), 'SIGUSR2');
    // The watches may not be set yet, so one change is not enough.
    await until(async () => {
      await writePane(root, id, 'blocked');
      return !(await tmux.flags()).alternate;
    });
    await tmux.waitFor((_, text) => text.includes(words) && /^\$ *$/m.test(text));
    await tmux.type('echo "code $?"');
    await tmux.keys('Enter');
    await tmux.waitFor('code 1');
    expect(await tmux.flags()).toMatchObject({ alternate: false, cursorVisible: true });
    expect(await tmux.tty()).toMatchObject({ echo: true, canonical: true });
  });

  it('a reader that has enough ends the plain list without a word', async () => {
    const root = await tempRoot();
    await seed(root, 2_000);
    const command = [process.execPath, CLI, '--no-tmux', '--root', root].map(quote).join(' ');
    for (const reader of ['head -1', 'true']) {
      const { stderr } = await promisify(execFile)('bash', ['-c', `${command} | ${reader}`]);
      expect(stderr).toBe('');
    }
  });
});
