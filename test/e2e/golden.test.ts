import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { textWidth } from '../../src/model/text.js';
import { nanoseconds, rfc3339, tempRoot } from '../support/hook.js';
import { startProgram } from './program.js';

type Generation = 'v0.2' | 'v0.3';

/** Half a minute on either side of the minute that shows. */
const AGE = 270;

/** A copy of a sample root at `~/state`, its panes' times moved so that ages always read the same. */
async function sample(generation: Generation): Promise<{ home: string; root: string }> {
  const home = await tempRoot();
  const root = join(home, 'state');
  mkdirSync(root);
  cpSync(join(import.meta.dirname, `../fixture/sample-root-${generation}`), root, {
    recursive: true,
  });
  const time = rfc3339(nanoseconds(AGE));
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('state.json')) continue;
    const path = join(root, name);
    const text = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      text.replace(/("(?:last_event|working_since)":)"2026[^"]*"/g, `$1"${time}"`),
    );
  }
  return { home, root };
}

const SIZES = [
  [30, 20],
  [60, 20],
  [80, 24],
  [120, 40],
] as const;

const TITLES: Record<Generation, readonly string[]> = {
  'v0.2': ['release-triage', 'docs <api> & g', 'parser-worker', 'fix-login-flow', 'ログイン画面'],
  'v0.3': [
    'From a newer',
    'qm-1780001000',
    'Investigate',
    'Serve runtime',
    'Docs pass',
    'Contract gold',
  ],
};

describe.each(['v0.2', 'v0.3'] as const)('the sample root of %s', (generation) => {
  it.each(SIZES)('at %ix%i', async (columns, rows) => {
    const { home, root } = await sample(generation);
    const tmux = await startProgram(root, { columns, rows, env: { HOME: home } });
    const lines = await tmux.waitFor(
      (_, text) => /events|\? help/.test(text) && !text.includes('reading the log'),
    );
    const text = await tmux.text();
    for (const title of TITLES[generation]) {
      const shown = lines.filter((line) =>
        line
          .slice(0, columns < 100 ? undefined : 48)
          .includes(title.slice(0, columns < 60 ? 8 : undefined)),
      );
      expect(shown.length, `${title}\n${text}`).toBeGreaterThanOrEqual(1);
    }
    for (const line of lines) expect(textWidth(line)).toBe(columns);
    expect(text).not.toMatch(/artifacts|repo-colors/);
    await expect(`${text}\n`).toMatchFileSnapshot(`golden/${generation}-${columns}x${rows}.txt`);
  });
});

describe('the detail of a narrow pane', () => {
  it('takes the list’s place at 30x20', async () => {
    const { home, root } = await sample('v0.3');
    const tmux = await startProgram(root, { columns: 30, rows: 20, env: { HOME: home } });
    await tmux.waitFor('Serve');
    await tmux.type('jjjl');
    await tmux.waitFor(/Read +watch\.go/);
    await expect(`${await tmux.text()}\n`).toMatchFileSnapshot('golden/v0.3-30x20-detail.txt');
    await tmux.type('h');
    await tmux.waitFor('Investigate');
  });

  it('both panes of party-1748000100 show, with their roles', async () => {
    const { home, root } = await sample('v0.2');
    const tmux = await startProgram(root, { columns: 30, rows: 20, env: { HOME: home } });
    await tmux.waitFor(/primary +Ba.* working 4m\n.*companion +.*working 4m/);
  });
});
