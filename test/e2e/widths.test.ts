import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { columnsOf } from '../support/columns.js';
import { manifest, pane, seed, snapshot, tempRoot } from '../support/hook.js';
import { HOSTILE_TEXTS } from '../support/hostile-texts.js';
import { until } from '../support/until.js';
import { writeNow, writeStateNow } from '../support/write-now.js';
import { startProgram } from './program.js';

const SESSIONS = HOSTILE_TEXTS.length;
/** Whole hours ago: the age beside the state is as wide in every row, and changes not while we look. */
const AGE = 7_300;

/** A session for each text, which is its title and its activity. */
async function party(): Promise<{ root: string; ids: string[] }> {
  const root = await tempRoot();
  const ids = await seed(root, SESSIONS, (index) => ({
    manifest: { title: HOSTILE_TEXTS[index] ?? '' },
    state: 'idle',
    pane: { activity: HOSTILE_TEXTS[index] ?? '', age: AGE },
  }));
  return { root, ids };
}

/** All texts become harmless. */
function makePlain(root: string, ids: readonly string[]): void {
  for (const [index, id] of ids.entries()) {
    const created_at = new Date(Date.now() - index * 1_000).toISOString();
    writeNow(join(root, `${id}.json`), manifest(id, { title: `row ${index}`, created_at }));
    writeStateNow(root, id, snapshot(id, pane('idle', { activity: 'plain', age: AGE })));
  }
}

describe('text of every width', () => {
  it.each([40, 41, 79, 80, 120])('stands straight at %i columns', async (columns) => {
    const { root, ids } = await party();
    const size = { columns, rows: 2 * SESSIONS + 30 };
    const tmux = await startProgram(root, size);
    await tmux.waitFor(`${ids.length} sessions`);
    const lines = await tmux.waitFor((_, text) => text.split('○ idle').length > SESSIONS);
    // An empty title is the id.
    expect(lines.join('\n')).toContain(ids[HOSTILE_TEXTS.indexOf('')] ?? '?');
    // Two lines for each session and nothing between them: no text breaks a line.
    const states = await columnsOf(tmux, '○ idle 2h');
    const first = Math.min(...states.keys());
    const wanted = columns < 100 ? columns - '○ idle 2h'.length : (states.get(first) ?? -1);
    for (let n = 0; n < SESSIONS; n++) expect(states.get(first + 2 * n), `row ${n}`).toBe(wanted);
    if (columns >= 100) {
      // The border stands under its joint in every row, those of the detail panel too.
      const joints = [...(await columnsOf(tmux, '┬')).values()];
      const borders = await columnsOf(tmux, '│');
      expect(borders.size).toBeGreaterThan(2 * SESSIONS);
      expect(new Set([...joints, ...borders.values()]).size).toBe(1);
    }
    makePlain(root, ids);
    await tmux.waitFor((_, text) => ids.every((_, index) => text.includes(`row ${index} `)));
    await tmux.keys('g');
    const fresh = await startProgram(root, size);
    await fresh.waitFor(`${ids.length} sessions`);
    await until(async () => (await tmux.text()) === (await fresh.text()), {
      describe: () => 'something is left of the wide titles',
    });
  });
});
