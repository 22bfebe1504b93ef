import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { pane, seed, snapshot, tempRoot } from '../support/hook.js';
import { startTmux } from '../support/tmux.js';
import { until } from '../support/until.js';
import { writeStateNow } from '../support/write-now.js';
import { CLI, startProgram } from './program.js';

describe('a screen that does not flicker', () => {
  it('never clears itself after the first frame, and leaves the scrollback whole', async () => {
    const root = await tempRoot();
    const ids = await seed(root, 60);
    const tmux = await startProgram(root, { columns: 80, rows: 24, shell: true });
    await tmux.waitFor('60 sessions');
    let output = '';
    await tmux.output((bytes) => {
      output += bytes.toString('utf8');
    });
    const write = (id: string, state: string, activity: string): void =>
      writeStateNow(root, id, snapshot(id, pane(state, { activity })));
    for (let round = 0; round < 30; round++) {
      const before = output.length;
      for (const id of ids) write(id, round % 3 === 0 ? 'blocked' : 'working', `turn ${round}`);
      await tmux.keys('j', 'PageDown', 'l', 'h', '?', '?', 'g');
      await until(() => output.length > before);
    }
    write(ids.at(-1) ?? '', 'working', 'last turn');
    await tmux.waitFor('last turn');
    expect(output).not.toMatch(/\u001b\[[23]J/);
    await tmux.keys('q');
    await tmux.waitFor((_, text) => /^\$ *$/m.test(text));
    await tmux.type('echo "still $((1+1))"');
    await tmux.keys('Enter');
    await tmux.waitFor('still 2');
  });

  it('what the shell had above is there again after quitting', async () => {
    const root = await tempRoot();
    await seed(root, 60);
    const tmux = await startTmux({ columns: 80, rows: 24, shell: true });
    await tmux.waitFor('$');
    await tmux.run(['seq', '1', '200']);
    await tmux.waitFor(/^200$/m);
    const before = await tmux.scrollback();
    await tmux.run([process.execPath, CLI, '--no-tmux', '--root', root]);
    await tmux.waitFor('60 sessions');
    await tmux.keys('j', 'G', 'g', 'q');
    await tmux.waitFor((_, text) => text.includes('200') && text.trimEnd().endsWith('$'));
    const after = await tmux.scrollback();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.join('\n')).not.toContain('sessions');
  });
});

describe('nothing to say', () => {
  it('spinners stand still while the terminal has no focus, and turn when it has it again', async () => {
    const root = await tempRoot();
    await seed(root, 3, () => ({ state: 'working', pane: { age: 100_000 } }));
    const command = [process.execPath, CLI, '--no-tmux', '--root', root];
    const tmux = await startTmux({ columns: 100, rows: 24, command });
    const press = (...bytes: string[]): Promise<string> =>
      tmux.tmux('send-keys', '-t', tmux.pane, '-H', ...bytes);
    await tmux.waitFor(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] working/);
    await press('1b', '5b', '4f');
    await tmux.waitFor(/● working/);
    let bytes = 0;
    const stop = await tmux.output((some) => {
      bytes += some.length;
    });
    await sleep(1_000);
    expect(bytes).toBe(0);
    await stop();
    await press('1b', '5b', '49');
    await tmux.waitFor(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] working/);
  });

  it('a hundred idle sessions write no byte', async () => {
    const root = await tempRoot();
    await seed(root, 100, () => ({ state: 'idle', pane: { age: 100_000 } }));
    const tmux = await startProgram(root, { columns: 100, rows: 40 });
    await tmux.waitFor('100 sessions');
    await tmux.settled();
    let bytes = 0;
    await tmux.output((piece) => {
      bytes += piece.length;
    });
    // Time is what is tested. Longer than a reconcile: looking at the disk again says nothing either.
    await sleep(7_000);
    expect(bytes).toBe(0);
    await tmux.keys('?');
    await until(() => bytes > 0);
  });
});
