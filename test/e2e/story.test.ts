import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  appendLog,
  event,
  pane,
  snapshot,
  tempRoot,
  writeManifest,
  writePane,
  writeState,
} from '../support/hook.js';
import { until } from '../support/until.js';
import { startProgram } from './program.js';

const ID = 'qm-1780000000';

describe('a morning with an agent', () => {
  it('works, asks, finishes, is seen, turns idle, and nothing of what a hook wrote is lost', async () => {
    const root = await tempRoot();
    await writeManifest(root, ID, { title: 'importer', cwd: '/src/importer' });
    await writePane(root, ID, 'starting', { activity: 'started' });
    const tmux = await startProgram(root, { columns: 50, rows: 20, shell: true });
    await tmux.waitFor(/importer +◌ starting/);

    await writePane(root, ID, 'working', { activity: 'Bash: node import.js', tool: 'Bash' });
    await tmux.waitFor(/importer +● working/);
    await tmux.waitFor('node import.js');
    await writePane(root, ID, 'blocked', { activity: 'Permission: rm -rf build' });
    await tmux.waitFor(/importer +▲ blocked/);
    await tmux.waitFor(/1 needs you/);

    // The panel follows the log across a rotation.
    await appendLog(root, ID, event('tool_start', { activity: 'Bash: first line', tool: 'Bash' }));
    await tmux.keys('Enter');
    await tmux.waitFor('first line');
    writeFileSync(join(root, ID, 'state.jsonl'), `${'x'.repeat(1 << 20)}\n`, { flag: 'a' });
    await appendLog(
      root,
      ID,
      event('tool_start', { activity: 'Bash: after rotation', tool: 'Bash' }),
    );
    await tmux.waitFor('after rotation');
    expect(readFileSync(join(root, ID, 'state.jsonl'), 'utf8')).toContain('after rotation');

    // Finished eight seconds ago; the panel is on screen: idle two seconds later, not before.
    const done = snapshot(
      ID,
      {
        primary: pane('done', {
          activity: 'imported',
          age: 8,
          seq: 1_780_000_000_123_456_789n,
          extra: { mood: { n: 1 } },
        }),
        companion: pane('blocked', {
          role: 'companion',
          agent: 'codex',
          activity: 'Question: why?',
          seq: 9_223_372_036_854_775_807n,
        }),
      },
      { extra: { artifacts: ['a'] } },
    ).replace('"n":1}', '"n":12345678901234567890.50}');
    await writeState(root, ID, done);
    await tmux.waitFor(/primary +claude +✓ done/);
    const path = join(root, ID, 'state.json');
    expect(readFileSync(path, 'utf8')).toBe(done);
    const text = await until(() => {
      const now = readFileSync(path, 'utf8');
      return now === done ? '' : now;
    });
    const seen = /"seen_at":"([^"]+)"/.exec(text)?.[1] ?? '';
    expect(Math.abs(Date.parse(seen) - Date.now())).toBeLessThan(5_000);
    expect(text).toBe(
      done
        .replace('"state":"done"', '"state":"idle"')
        .replace(/"seen_at":"[^"]+"/, `"seen_at":"${seen}"`),
    );
    const last = Date.parse(/"last_event":"([^"]+)"/.exec(done)?.[1] ?? '');
    expect(Date.parse(seen) - last).toBeGreaterThanOrEqual(10_000);
    await tmux.waitFor(/primary +claude +○ idle/);

    await tmux.type('q');
    await tmux.waitFor((_, screen) => /^\$ *$/m.test(screen));
    expect(await tmux.flags()).toMatchObject({ alternate: false, cursorVisible: true });
    expect(await tmux.tty()).toMatchObject({ echo: true, canonical: true });
  });

  it('a acknowledges at once', async () => {
    const root = await tempRoot();
    await writeManifest(root, ID, { title: 'importer' });
    await writePane(root, ID, 'done', { age: 0 });
    const tmux = await startProgram(root, { columns: 50, rows: 20 });
    await tmux.waitFor(/✓ done/);
    await tmux.type('a');
    await tmux.waitFor(/○ idle/);
    expect(readFileSync(join(root, ID, 'state.json'), 'utf8')).toContain('"state":"idle"');
  });

  it('sessions appear, change their title and vanish live; so does the whole root', async () => {
    const root = await tempRoot();
    const tmux = await startProgram(join(root, 'later'), { columns: 60, rows: 20 });
    await tmux.waitFor('is not there');
    await writeManifest(join(root, 'later'), ID, { title: 'first name' });
    await tmux.waitFor('first name');
    await writeManifest(join(root, 'later'), ID, { title: 'second name' });
    await tmux.waitFor('second name');
    const { rm } = await import('node:fs/promises');
    await rm(join(root, 'later', `${ID}.json`));
    await tmux.waitFor('No sessions');
  });
});
