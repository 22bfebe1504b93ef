import { describe, expect, it } from 'vitest';
import { seed, tempRoot } from '../support/hook.js';
import { startProgram } from './program.js';

describe('p', () => {
  it("shows the agent's screen with its colours in place of the log, live, and nothing that acts", async () => {
    const root = await tempRoot();
    const [id = ''] = await seed(root, 1, () => ({ state: 'working', pane: { age: 7_200 } }));
    const screen = await startProgram(root, { columns: 110, tmux: true });
    const script =
      'stty -echo; printf "\\033[1;31mred   words\\033[0m plain \\033[38;2;0;200;0mgreen\\033[m\\n"; ' +
      'while read line; do printf "got %s\\n" "$line"; done';
    await screen.tmux('new-session', '-d', '-s', id, '-x', '60', '-y', '10', 'sh', '-c', script);
    await screen.waitFor(/working/);
    await screen.keys('p');
    await screen.waitFor('red   words plain green');
    await screen.waitFor('each second');
    const ansi = await screen.ansi();
    expect(ansi).toMatch(/\u001b\[(?:\d+;)*1(?:;\d+)*m(?:\u001b\[\d+m)*red {3}words/);
    expect(ansi).toMatch(/\u001b\[(?:\d+;)*(?:32|92)m[^\u001b]*green/);
    await screen.tmux('send-keys', '-t', `=${id}:`, 'more', 'Enter');
    await screen.waitFor('got more');
    await screen.keys('p');
    await screen.waitFor('following');
    // Its end while it is looked at is said.
    await screen.keys('p');
    await screen.waitFor('got more');
    await screen.tmux('kill-session', '-t', `=${id}`);
    await screen.waitFor('has no tmux session any more');
  });

  it('takes the place of the list where there is no room beside it', async () => {
    const root = await tempRoot();
    const [id = ''] = await seed(root, 1, () => ({ state: 'idle', pane: { age: 7_200 } }));
    const screen = await startProgram(root, { columns: 40, tmux: true });
    await screen.tmux('new-session', '-d', '-s', id, 'sh', '-c', 'echo the screen; exec sleep 99');
    await screen.waitFor(/idle/);
    await screen.keys('p');
    await screen.waitFor('the screen');
  });
});
