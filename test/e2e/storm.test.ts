import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { pane, seed, snapshot, tempRoot } from '../support/hook.js';
import { until } from '../support/until.js';
import { writeStateNow } from '../support/write-now.js';
import { startProgram } from './program.js';

const write = (root: string, id: string, activity: string, state = 'working'): void =>
  writeStateNow(root, id, snapshot(id, pane(state, { activity })));

/** Each session's activity as the screen has it, by the number in its title. */
function shown(lines: readonly string[]): Map<number, string> {
  const rows = new Map<number, string>();
  for (const [index, line] of lines.entries()) {
    const number = /session-(\d+)/.exec(line)?.[1];
    const activity = /claude +(turn \d+)?/.exec(lines[index + 1] ?? '');
    // The last row of a list may have room for its first line only.
    if (number !== undefined && activity !== null) rows.set(Number(number), activity[1] ?? '');
  }
  return rows;
}

describe('storms', () => {
  it('stopped while more writes go by than the system keeps events for, it shows what the disk says when it goes on', async () => {
    const root = await tempRoot();
    const ids = await seed(root, 300);
    const tmux = await startProgram(root, { columns: 50, rows: 124 });
    await tmux.waitFor('300 sessions');
    const pid = await tmux.pid();
    process.kill(pid, 'SIGSTOP');
    // Each is some events, and 16,384 are kept.
    const last = new Map<number, string>();
    for (let n = 0; n < 20_000; n++) {
      const index = (n * 7) % ids.length;
      last.set(index, `turn ${n}`);
      write(root, ids[index] ?? '', `turn ${n}`);
    }
    process.kill(pid, 'SIGCONT');
    const end = performance.now() + 10_000;
    const right = new Set<number>();
    // Page by page, each another than the one before, and all its rows what the disk says.
    for (let page = ''; !right.has(0); await tmux.keys('PageDown')) {
      const lines = await tmux.waitFor(
        (it) => {
          const rows = [...shown(it)];
          return (
            rows.length > 50 &&
            `${rows}` !== page &&
            rows.every(([index, text]) => last.get(index) === text)
          );
        },
        { deadlineMs: end - performance.now(), what: 'every row to be what the disk says' },
      );
      page = `${[...shown(lines)]}`;
      for (const index of shown(lines).keys()) right.add(index);
    }
    expect(right.size).toBe(300);
  }, 120_000);

  it('a write every 100 ms moves the screen all the time, and the last one is exact', async () => {
    const root = await tempRoot();
    const [id = ''] = await seed(root, 3);
    const tmux = await startProgram(root, { columns: 50, rows: 20 });
    await tmux.waitFor('session-0');
    const last = 39;
    // The pace is the case: ten writes a second.
    const hook = (async () => {
      for (let n = 0; n <= last; n++) {
        write(root, id, `turn ${n}`);
        await sleep(100);
      }
    })();
    // Each second the screen shows another turn than before, until the last.
    for (let turn = ''; turn !== `turn ${last}`; ) {
      const before = turn;
      const lines = await tmux.waitFor((it) => (shown(it).get(0) ?? '') !== before, {
        deadlineMs: 1_000,
        what: `another turn than "${before}"`,
      });
      turn = shown(lines).get(0) ?? '';
    }
    await hook;
  });

  it('twenty sessions replaced every 20 ms: in no frame a row is missing or unknown', async () => {
    const root = await tempRoot();
    const ids = await seed(root, 20);
    const tmux = await startProgram(root, { columns: 50, rows: 45 });
    await tmux.waitFor('20 sessions');
    const end = performance.now() + 4_000;
    let turn = 0;
    const hooks = async (): Promise<void> => {
      while (performance.now() < end) {
        for (const id of ids) write(root, id, `turn ${turn}`, turn % 2 ? 'working' : 'blocked');
        turn++;
        // The pace is the case.
        await sleep(20);
      }
    };
    let frames = 0;
    const person = async (): Promise<void> => {
      while (performance.now() < end) {
        const lines = await tmux.screen();
        frames++;
        expect(shown(lines).size, lines.join('\n')).toBe(20);
        expect(lines.join('\n')).not.toMatch(/unknown|unreadable|⚠/);
      }
    };
    await Promise.all([hooks(), person()]);
    expect(frames).toBeGreaterThan(20);
    await until(async () => {
      const rows = [...shown(await tmux.screen()).values()];
      return rows.every((text) => text === `turn ${turn - 1}`);
    });
  });
});
