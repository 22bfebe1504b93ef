import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { manifest, pane, seed, snapshot, tempRoot } from '../support/hook.js';
import { cleanEnv } from '../support/process.js';
import { startTmux } from '../support/tmux.js';
import { until } from '../support/until.js';
import { writeStateNow } from '../support/write-now.js';
import { startProgram } from './program.js';

const GONE = 'qm-1780000000';
const LIVES = 'qm-1780000000-1';
const OTHER = 'qm-1780000300';

/** Three working sessions, the first at the top. */
async function party(): Promise<string> {
  const root = await tempRoot();
  for (const [index, id] of [GONE, LIVES, OTHER].entries()) {
    mkdirSync(join(root, id), { mode: 0o700 });
    const created_at = `2026-06-01T10:00:0${9 - index}Z`;
    writeFileSync(join(root, `${id}.json`), manifest(id, { title: `title-${index}`, created_at }));
    writeStateNow(root, id, snapshot(id, pane('working', { activity: `doing ${index}`, age: 60 })));
  }
  return root;
}

const live = (...names: string[]): string[] =>
  names.flatMap((name) => ['new-session', '-d', '-s', name, 'sleep 1000', ';']);

describe('liveness', () => {
  it('a session whose tmux session is gone is stopped, and one whose name it begins is not', async () => {
    const root = await party();
    const path = join(root, GONE, 'state.json');
    const before = readFileSync(path, 'utf8');
    const tmux = await startTmux({
      columns: 110,
      rows: 24,
      command: ['sleep', '1000'],
      session: LIVES,
    });
    const screen = await startProgram(root, {
      columns: 110,
      tmux: true,
      env: { TMUX: (await tmux.tmux('display-message', '-p', '#{socket_path},1,0')).trim() },
    });
    await screen.waitFor(/title-0 +■ stopped(?! *\d)/);
    // Its pane, by $TMUX_PANE, is in that session: the one the tracker runs in.
    await screen.waitFor(/title-1 +◂ . working/);
    await screen.waitFor(/title-2 +■ stopped/);
    await screen.waitFor('1 working');
    await screen.keys('Enter');
    await screen.waitFor('title-0 is stopped');
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect(await tmux.tmux('list-clients')).toBe('');
    // It comes back: the file's word holds again.
    await tmux.tmux(...live(GONE));
    await screen.waitFor(/title-0 +. working/);
    await tmux.tmux('kill-session', '-t', `=${LIVES}`);
    await screen.waitFor(/title-1 +◂ ■ stopped/);
  });

  it.each([
    ['fails', 'echo "lost server" >&2; exit 1', 'tmux says: lost server'],
    ['hangs', 'sleep 30', 'tmux does not answer'],
    ['says nothing', 'exit 0', 'tmux answers in a way nobody here understands'],
    ['speaks otherwise', 'echo "%0: weather"', 'tmux answers in a way nobody here understands'],
    ['is missing', null, 'tmux is not on PATH'],
  ])('a tmux that %s changes no state, is said, and holds up no key', async (_, script, hint) => {
    const root = await party();
    const bin = join(await tempRoot(), 'bin');
    mkdirSync(bin);
    if (script !== null) {
      writeFileSync(join(bin, 'tmux'), `#!/bin/sh\n${script}\n`);
      chmodSync(join(bin, 'tmux'), 0o755);
    }
    const PATH = script === null ? bin : `${bin}:${cleanEnv().PATH}`;
    const screen = await startProgram(root, { columns: 120, tmux: true, env: { PATH } });
    await screen.waitFor(hint);
    const lines = await screen.waitFor('3 working');
    expect(lines.join('\n')).not.toContain('stopped');
    await screen.keys('j');
    await screen.waitFor(/▌.*title-1/);
  });

  it('no server running means that all are stopped', async () => {
    const root = await party();
    const bin = join(await tempRoot(), 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'tmux'), '#!/bin/sh\necho "no server running on /x" >&2; exit 1\n');
    chmodSync(join(bin, 'tmux'), 0o755);
    const env = { PATH: `${bin}:${cleanEnv().PATH}` };
    const screen = await startProgram(root, { columns: 120, tmux: true, env });
    await screen.waitFor(/title-0 +■ stopped/);
    await screen.waitFor((_, text) => !text.includes('working'));
  });

  it('is asked for all sessions at once, however many they are and keys are pressed', async () => {
    const root = await party();
    await seed(root, 60);
    const bin = join(await tempRoot(), 'bin');
    mkdirSync(bin);
    const calls = join(bin, 'calls');
    const answer = `echo call >> '${calls}'; for n in ${GONE} ${LIVES} ${OTHER}; do echo "%1 0 0 $n"; done`;
    writeFileSync(join(bin, 'tmux'), `#!/bin/sh\n${answer}\n`);
    chmodSync(join(bin, 'tmux'), 0o755);
    const env = { PATH: `${bin}:${cleanEnv().PATH}`, TMUX: undefined };
    const screen = await startProgram(root, { columns: 120, tmux: true, env });
    await screen.waitFor('63 sessions');
    const count = (): number =>
      existsSync(calls) ? readFileSync(calls, 'utf8').split('\n').length - 1 : 0;
    await until(() => count() >= 1);
    const began = performance.now();
    const first = count();
    for (let turn = 0; turn < 40; turn++) await screen.keys('j', 'k', 'l', 'h');
    await until(() => count() >= first + 2);
    const seconds = (performance.now() - began) / 1_000;
    expect(count() - first).toBeLessThanOrEqual(Math.ceil(seconds / 2) + 1);
  });
});

describe('Enter', () => {
  it('switches the client that shows the tracker to the agent, and no other client', async () => {
    const root = await party();
    const screen = await startProgram(root, { columns: 110, tmux: true });
    await screen.tmux(...live('elsewhere', LIVES));
    const here = await screen.attach();
    const there = await screen.attach('elsewhere');
    await screen.waitFor(/title-0 +■ stopped/);
    await screen.waitFor(/title-1 +. working/);
    // The queue of those that need somebody, and from it into the session.
    writeStateNow(root, LIVES, snapshot(LIVES, pane('blocked', { age: 60 })));
    await screen.waitFor(/title-1 +. blocked/);
    await screen.keys('n');
    await screen.waitFor(/▌.*title-1/);
    await screen.keys('Enter');
    await until(async () => (await here.session()) === LIVES);
    expect(await there.session()).toBe('elsewhere');
    // The tracker goes on where nobody shows it, and says why a jump from there leads nowhere.
    await screen.keys('Enter');
    await screen.waitFor('no tmux client shows this pane');
  });

  it('goes to the window that the manifest names, and to the session where it is gone', async () => {
    const root = await party();
    const agents = [{ name: 'claude', role: 'primary', cli: 'claude', window: 1 }];
    writeFileSync(join(root, `${LIVES}.json`), manifest(LIVES, { title: 'title-1', agents }));
    const screen = await startProgram(root, { columns: 110, tmux: true });
    await screen.tmux(...live(LIVES), 'new-window', '-d', '-t', `=${LIVES}:1`, 'sleep 1000');
    const here = await screen.attach();
    await screen.waitFor(/title-1 +. working/);
    await screen.keys('/');
    await screen.type('title-1');
    await screen.keys('Enter');
    await screen.waitFor(/▌.*title-1/);
    await screen.keys('Enter');
    await until(async () => (await here.session()) === LIVES);
    const window = await screen.tmux('display-message', '-p', '-t', `=${LIVES}:`, '#I');
    expect(window.trim()).toBe('1');
  });

  it('outside tmux hands the terminal to tmux and takes it back whole', async () => {
    const root = await party();
    const TMUX_TMPDIR = await tempRoot();
    const screen = await startProgram(root, {
      columns: 110,
      tmux: true,
      env: { TMUX: undefined, TMUX_PANE: undefined, TMUX_TMPDIR },
    });
    await screen.waitFor('tmux says: error connecting');
    await screen.keys('q');
    await screen.waitForExit();
    const command = ['sh', '-c', 'echo inside the agent; exec sleep 1000'];
    const env = { ...cleanEnv(), TMUX_TMPDIR };
    const { execFileSync } = await import('node:child_process');
    const own = (...args: string[]): string =>
      execFileSync('tmux', ['-f', '/dev/null', ...args], { env, encoding: 'utf8' });
    own('new-session', '-d', '-s', GONE, ...command);
    try {
      const again = await startProgram(root, {
        columns: 110,
        tmux: true,
        env: { TMUX: undefined, TMUX_PANE: undefined, TMUX_TMPDIR },
      });
      await again.waitFor(/title-1 +■ stopped/);
      await again.keys('Enter');
      await again.waitFor('inside the agent');
      own('detach-client', '-s', `=${GONE}`);
      await again.waitFor(/▌.*title-0 +. working/);
      await again.keys('j');
      await again.waitFor(/▌.*title-1/);
      expect((await again.flags()).alternate).toBe(true);
    } finally {
      own('kill-server');
    }
  });
});
