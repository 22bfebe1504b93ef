import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { descriptors } from '../support/descriptors.js';
import { seed, tempRoot, writePane } from '../support/hook.js';
import { startTmux } from '../support/tmux.js';
import { until } from '../support/until.js';
import { CLI } from './program.js';

/** A user namespace has its own limits of inotify, and its owner may change them: Linux only. */
const canLimit = ((): boolean => {
  try {
    execFileSync(
      'unshare',
      ['-U', '-r', 'sh', '-c', 'echo 9 > /proc/sys/user/max_inotify_watches'],
      {
        stdio: 'ignore',
      },
    );
    return true;
  } catch {
    return false;
  }
})();

/** Starts the program where only so much may be watched; `allow` lifts that later. */
async function limited(root: string, name: string, limit: number) {
  const script = `echo ${limit} > /proc/sys/user/${name} && exec "$@"`;
  const command = [process.execPath, CLI, '--no-tmux', '--root', root, '--reduced-motion'];
  const tmux = await startTmux({
    columns: 100,
    rows: 40,
    command: ['unshare', '-U', '-r', 'sh', '-c', script, 'sh', ...command],
  });
  await tmux.waitFor(/\d+ sessions/);
  const pid = await tmux.pid();
  const allow = (): void => {
    const inside = ['-U', '--preserve-credentials', '-t', `${pid}`];
    execFileSync('nsenter', [...inside, 'sh', '-c', `echo 100000 > /proc/sys/user/${name}`]);
  };
  return { tmux, pid, allow };
}

describe.runIf(canLimit)('a system that has nothing left to watch with', () => {
  it.each([
    ['max_inotify_watches', 5, 'no inotify watches left'],
    ['max_inotify_instances', 0, 'too many open files or inotify instances'],
  ] as const)(
    '%s: says once that it polls, shows every change, and comes back',
    async (name, limit, words) => {
      const root = await tempRoot();
      const [id = ''] = await seed(root, 12);
      const { tmux, pid, allow } = await limited(root, name, limit);
      await tmux.waitFor(`polling: ${words}`);
      await writePane(root, id, 'blocked', { activity: 'seen while polling' });
      await tmux.waitFor('seen while polling');
      const last = (await seed(root, 13)).at(-1) ?? '';
      await tmux.waitFor('13 sessions');
      allow();
      await tmux.waitFor((_, text) => !text.includes('polling'), { deadlineMs: 20_000 });
      await until(() => descriptors(pid).watches === 14, {
        describe: () => `${descriptors(pid).watches} watches`,
      });
      await writePane(root, last, 'blocked', { activity: 'seen by an event' });
      await tmux.waitFor('seen by an event');
      await tmux.keys('q');
      expect(await tmux.waitForExit()).toBe(0);
    },
  );

  it('descriptors run out: it goes on with what it has, and nobody is lost', async () => {
    const root = await tempRoot();
    const [id = ''] = await seed(root, 60);
    const command = [process.execPath, CLI, '--no-tmux', '--root', root, '--reduced-motion'];
    const tmux = await startTmux({
      columns: 100,
      rows: 40,
      command: ['sh', '-c', 'ulimit -n 32; exec "$@"', 'sh', ...command],
    });
    await tmux.waitFor('60 sessions');
    await writePane(root, id, 'blocked', { activity: 'still seen' });
    await tmux.waitFor('1 needs you');
    await tmux.keys('G');
    await tmux.waitFor('still seen');
    await tmux.waitFor((_, text) => !text.includes('unreadable') && !text.includes('unknown'));
  });
});
