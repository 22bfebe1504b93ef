import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempRoot } from '../support/hook.js';

// What it measures is for who reads it; that it can measure is for this test.
it('the benchmark prints its table, names the machine, and writes JSON', async () => {
  const json = join(await tempRoot(), 'bench.json');
  const args = ['--only', 'row', '--rounds', '1', '--json', json];
  const table = execFileSync(process.execPath, [join(import.meta.dirname, 'run.mjs'), ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  expect(table).toMatch(/cores? of .*Node v\d+/);
  expect(table).toMatch(/one row changes: written +\| \d+ bytes/);
  expect(JSON.stringify(JSON.parse(readFileSync(json, 'utf8')))).toContain('one row changes');
});
