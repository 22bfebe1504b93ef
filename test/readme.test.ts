import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { KEYMAP } from '../src/model/keymap.js';
import { appendLog, copySample, event } from './support/hook.js';
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
