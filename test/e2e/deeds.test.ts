import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { manifest, pane, snapshot, tempRoot } from '../support/hook.js';
import { cleanEnv } from '../support/process.js';
import type { Tmux } from '../support/tmux.js';
import { until } from '../support/until.js';
import { writeStateNow } from '../support/write-now.js';
import { startProgram } from './program.js';

const MASTER = 'qm-1780000000';
const FIRST = 'qm-1780000000-1';
const SECOND = 'qm-1780000300';

/** A master with two workers, all working. */
async function party(): Promise<string> {
  const root = await tempRoot();
  for (const [index, id] of [MASTER, FIRST, SECOND].entries()) {
    mkdirSync(join(root, id), { mode: 0o700 });
    const kind =
      index === 0
        ? { session_type: 'master', workers: [FIRST, SECOND] }
        : { parent_session: MASTER };
    const created_at = `2026-06-01T10:00:0${9 - index}Z`;
    writeFileSync(
      join(root, `${id}.json`),
      manifest(id, { title: `title-${index}`, created_at, ...kind }),
    );
    writeStateNow(root, id, snapshot(id, pane('working', { activity: `doing ${index}`, age: 60 })));
  }
  return root;
}

const agent = (screen: Tmux, id: string, ...command: string[]): Promise<string> =>
  screen.tmux('new-session', '-d', '-s', id, '-x', '80', '-y', '24', ...command);

const says = (screen: Tmux, id: string): Promise<string> =>
  screen.tmux('capture-pane', '-p', '-t', `=${id}:`);

const lives = async (screen: Tmux, id: string): Promise<boolean> =>
  (await screen.tmux('list-sessions', '-F', '#{session_name}')).split('\n').includes(id);

describe('i and b', () => {
  it('a text arrives as it was typed, with an Enter behind it, and only where it says', async () => {
    const root = await party();
    const screen = await startProgram(root, { columns: 110, tmux: true });
    await agent(screen, MASTER, 'cat');
    await agent(screen, FIRST, 'cat');
    await screen.waitFor(/title-0 +. working/);
    await screen.keys('i');
    await screen.waitFor('to title-0');
    await screen.type('say "$(date)"; ls ~ #x ;');
    await screen.keys('Enter');
    await screen.waitFor('sent');
    const text = 'say "$(date)"; ls ~ #x ;';
    await until(async () => (await says(screen, MASTER)).startsWith(`${text}\n${text}\n`));
    expect((await says(screen, FIRST)).trim()).toBe('');
    // Esc sends nothing.
    await screen.keys('i');
    await screen.type('not this');
    await screen.keys('Escape');
    await screen.waitFor('? help');
    expect(await says(screen, MASTER)).not.toContain('not this');
  });

  it('several lines are pasted as one', async () => {
    const root = await party();
    const screen = await startProgram(root, { columns: 110, tmux: true });
    const script = 'stty -echo -icanon; printf "\\033[?2004hready"; exec cat -v';
    await agent(screen, MASTER, 'sh', '-c', script);
    await until(async () => (await says(screen, MASTER)).includes('ready'));
    await screen.waitFor(/title-0 +. working/);
    await screen.keys('i');
    await screen.waitFor('to title-0');
    await screen.paste('one\ntwo;');
    await screen.waitFor('one⏎two;');
    await screen.keys('Enter');
    await screen.waitFor('sent');
    // The agent hears one bracketed paste and then one Enter.
    await until(async () =>
      /\^\[\[200~one(\^M|\n)two;\^\[\[201~(\^M|\n)/.test(await says(screen, MASTER)),
    );
  });

  it('a bare shell gets nothing, and a broadcast says who got it and why others did not', async () => {
    const root = await party();
    const screen = await startProgram(root, { columns: 140, tmux: true });
    await agent(screen, MASTER, 'cat');
    await agent(screen, FIRST, 'cat');
    await agent(screen, SECOND, 'sh');
    await screen.waitFor(/title-2 +. working/);
    await screen.keys('b');
    await screen.waitFor('to 2 workers of title-0');
    await screen.type('hello');
    await screen.keys('Enter');
    await screen.waitFor('delivered 1/2: title-2: its pane is a bare shell');
    await until(async () => (await says(screen, FIRST)).startsWith('hello\nhello\n'));
    expect(await says(screen, SECOND)).not.toContain('hello');
    expect(await says(screen, MASTER)).not.toContain('hello');
  });
});

describe('x and D', () => {
  it('kill asks, names the session, and ends that one alone', async () => {
    const root = await party();
    const screen = await startProgram(root, { columns: 110, tmux: true });
    for (const id of [MASTER, FIRST, SECOND]) await agent(screen, id, 'sleep', '1000');
    await screen.waitFor(/title-0 +. working/);
    await screen.keys('x');
    await screen.waitFor(`Kill the tmux session of title-0 (${MASTER})?`);
    await screen.keys('n');
    await screen.waitFor('nothing was done');
    expect(await lives(screen, MASTER)).toBe(true);
    await screen.keys('x');
    await screen.waitFor('Kill the tmux session');
    await screen.keys('y');
    await screen.waitFor(/title-0 +■ stopped/);
    expect(await lives(screen, MASTER)).toBe(false);
    // Its name begins the name of this one.
    expect(await lives(screen, FIRST)).toBe(true);
    expect(existsSync(join(root, `${MASTER}.json`))).toBe(true);
  });

  it('delete asks, takes only what is stopped, follows no link, and keeps to the session it named', async () => {
    const root = await party();
    const outside = await tempRoot();
    writeFileSync(join(outside, 'precious'), 'x');
    symlinkSync(outside, join(root, MASTER, 'link'));
    const screen = await startProgram(root, { columns: 110, tmux: true });
    await agent(screen, FIRST, 'sleep', '1000');
    await screen.waitFor(/title-0 +■ stopped/);
    await screen.waitFor(/title-1 +. working/);
    await screen.keys('j', 'D');
    await screen.waitFor('title-1 is not stopped');
    await screen.keys('g', 'D');
    await screen.waitFor(`Delete the files of title-0 (${MASTER})?`);
    // Rows move while it asks: a newer session comes to the top.
    const newest = 'qm-1790000000';
    mkdirSync(join(root, newest), { mode: 0o700 });
    writeFileSync(join(root, `${newest}.json`), manifest(newest, { title: 'newest' }));
    await screen.waitFor(/^.{0,4}newest/m);
    await screen.keys('y');
    await until(() => !existsSync(join(root, `${MASTER}.json`)));
    await until(() => !existsSync(join(root, MASTER)));
    expect(existsSync(join(root, `${newest}.json`))).toBe(true);
    expect(existsSync(join(root, `${FIRST}.json`))).toBe(true);
    expect(existsSync(join(outside, 'precious'))).toBe(true);
    await screen.waitFor((_, text) => !text.includes('title-0'));
  });
});

describe('a stopped session', () => {
  it('is continued by questmaster where that is on PATH, after a question', async () => {
    const root = await party();
    const bin = join(await tempRoot(), 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'questmaster'), `#!/bin/sh\necho "$@" >> '${bin}/called'\n`, {
      mode: 0o755,
    });
    const env = { PATH: `${bin}:${cleanEnv().PATH}` };
    const screen = await startProgram(root, { columns: 110, tmux: true, env });
    await screen.waitFor(/title-0 +■ stopped/);
    await screen.keys('Enter');
    await screen.waitFor(`Run questmaster continue for title-0 (${MASTER})?`);
    await screen.keys('y');
    await until(() => existsSync(join(bin, 'called')));
    const { readFileSync } = await import('node:fs');
    expect(readFileSync(join(bin, 'called'), 'utf8')).toBe(`continue ${MASTER}\n`);
  });
});

describe('--no-tmux', () => {
  it('touches no tmux, and its keys say so', async () => {
    const root = await party();
    const bin = join(await tempRoot(), 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'tmux'), `#!/bin/sh\ntouch '${bin}/called'\n`, { mode: 0o755 });
    const env = { PATH: `${bin}:${cleanEnv().PATH}` };
    const screen = await startProgram(root, { columns: 110, env });
    await screen.waitFor('3 working');
    for (const key of ['i', 'b', 'x']) {
      await screen.keys(key);
      await screen.waitFor('tmux is left out (--no-tmux)');
      await screen.keys('R');
      await screen.waitFor('reading everything again');
    }
    await screen.keys('Enter');
    await screen.waitFor('h back');
    expect(existsSync(join(bin, 'called'))).toBe(false);
  });
});
