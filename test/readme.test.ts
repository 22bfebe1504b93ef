import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { KEYMAP } from '../src/model/keymap.js';
import { appendLog, copySample, event, seed, tempRoot } from './support/hook.js';
import { startTmux } from './support/tmux.js';
import { until } from './support/until.js';

const ROOT = join(import.meta.dirname, '..');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');

it('the code in the README runs as it stands, and does what it says', async () => {
  const root = await copySample('v0.3');
  const code = /```ts\n([\s\S]*?)```/.exec(README)?.[1] ?? '';
  expect(code).toContain("from 'questmaster-tui/state'");
  expect(code.split('\n').length).toBeLessThan(30);
  // Inside the package, so that its own name resolves to the built state package.
  const file = join(ROOT, `dist/readme-${process.pid}.mjs`);
  onTestFinished(() => rmSync(file));
  writeFileSync(file, code.replace(/openStore\('[^']+'\)/, `openStore(${JSON.stringify(root)})`));
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((done) => child.on('exit', done));
  let out = '';
  child.stdout.on('data', (piece: Buffer) => {
    out += piece.toString();
  });
  await until(() => /04:18:04.5Z Bash/.test(out), { describe: () => out });
  await appendLog(
    root,
    'qm-1780000000',
    event('session_end', { state: 'stopped', activity: 'ended' }),
  );
  expect(await ended).toBe(0);
  expect(out).toContain('qm-1780000300 Docs pass done Rewrote the quick start');
  expect(out.trim().split('\n').at(-1)).toMatch(/session_end ended$/);
  const state = readFileSync(join(root, 'qm-1780000300/state.json'), 'utf8');
  expect(state).toContain('"state":"idle"');
  expect(state).toContain('"seq":1780000000123456789');
});

it('every script and every key that the README names exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  for (const [, name] of README.matchAll(/npm (?:run )?(demo|test|bench|docs|torture)\b/g)) {
    expect(scripts).toHaveProperty(name ?? '');
  }
  const keys = new Set(KEYMAP.flatMap((it) => it.keys));
  for (const key of [
    'j',
    'k',
    'g',
    'G',
    'l',
    'h',
    'n',
    'N',
    '/',
    'f',
    's',
    'a',
    'A',
    'm',
    'q',
    '?',
  ]) {
    expect(README).toContain(`\`${key}\``);
    expect(keys).toContain(key);
  }
});

it('the tmux recipes of the README work in a tmux', async () => {
  const [, block = ''] = /```tmux\n([\s\S]*?)```/.exec(README) ?? [];
  const root = await tempRoot();
  const [id = ''] = await seed(root, 1, () => ({ state: 'blocked', pane: { age: 7_200 } }));
  const tmux = await startTmux({ columns: 90, rows: 20, command: ['sleep', '1000'] });
  const program = `${process.execPath} ${join(ROOT, 'dist/cli.cjs')}`;
  const conf = join(root, 'tmux.conf');
  writeFileSync(conf, block.replaceAll('questmaster-tui', program));
  await tmux.tmux('set-environment', '-g', 'QUESTMASTER_STATE_ROOT', root);
  await tmux.tmux('source-file', conf);
  await tmux.tmux('new-session', '-d', '-s', id, 'sleep 1000');
  const bindings = (await tmux.tmux('list-keys', '-T', 'prefix')).split('\n');
  const commandOf = (key: string): string =>
    bindings.find((line) => new RegExp(`prefix +${key} `).test(line)) ?? '';
  expect(commandOf('g')).toContain('display-popup -E');
  // The status line, as tmux runs it.
  const [, status = ''] = /#\((.*?)\)/.exec(await tmux.tmux('show', '-gv', 'status-right')) ?? [];
  const said = join(root, 'said');
  await tmux.tmux('run-shell', `${status} > '${said}'`);
  expect(readFileSync(said, 'utf8')).toMatch(/^#\[fg=red,bold\][▲!] 1#\[default\]\n$/);
  // The sidebar.
  const [, split = ''] = /prefix +G +(.*)$/.exec(commandOf('G')) ?? [];
  const conf2 = join(root, 'split.conf');
  writeFileSync(conf2, split.replace('split-window', `split-window -t ${tmux.pane}`));
  await tmux.tmux('source-file', conf2);
  await until(async () => {
    const panes = await tmux.tmux('list-panes', '-t', `=${tmux.session}:`, '-F', '#{pane_id}');
    const other = panes.split('\n').find((pane) => pane !== '' && pane !== tmux.pane);
    return (await tmux.tmux('capture-pane', '-p', '-t', other ?? tmux.pane)).includes('needs you');
  });
  // The binding for the next one, with the name of the client that tmux puts in.
  const here = await tmux.attach();
  const [, next = ''] = /run-shell +"(.*)"$/.exec(commandOf('N')) ?? [];
  const clients = await tmux.tmux('list-clients', '-F', '#{client_name}');
  const run = next.replaceAll('\\"', '"').replace('#{client_name}', clients.trim());
  await tmux.tmux('run-shell', run);
  await until(async () => (await here.session()) === id);
});
