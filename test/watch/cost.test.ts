import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { watchRoot } from '../../src/watch/watch.js';
import { descriptors } from '../support/descriptors.js';
import { manifest, pane, seed, snapshot, tempRoot } from '../support/hook.js';
import { until } from '../support/until.js';
import { writeStateNow } from '../support/write-now.js';

/** Watches a root, and knows what it was told last. */
async function watch(root: string) {
  const activity = new Map<string, string>();
  const handle = watchRoot(
    root,
    {
      root: () => {},
      sessions(facts) {
        for (const { id, snapshot: reading } of facts) {
          if (reading?.status === 'ok')
            activity.set(id, reading.value.panes.primary?.activity ?? '');
        }
      },
      gone(ids) {
        for (const id of ids) activity.delete(id);
      },
      degraded: () => {},
    },
    { reconcileMs: 500 },
  );
  onTestFinished(() => handle.close());
  await handle.ready;
  return { activity, handle };
}

function replace(root: string, id: string, activity: string): void {
  writeStateNow(root, id, snapshot(id, pane('working', { activity })));
}

describe.runIf(process.platform === 'linux')('watches and descriptors', () => {
  it('are one watch a session and one for the root, and none for files', async () => {
    const root = await tempRoot();
    await seed(root, 50);
    const before = descriptors('self');
    await watch(root);
    const held = () => descriptors('self').watches - before.watches;
    await until(() => held() === 51, { describe: () => `${held()} watches` });
  });

  it('do not grow with 10,000 replacements', async () => {
    const root = await tempRoot();
    const ids = await seed(root, 20);
    const { activity } = await watch(root);
    replace(root, ids[0] ?? '', 'first');
    await until(() => activity.get(ids[0] ?? '') === 'first');
    const before = descriptors('self');
    for (let n = 0; n < 10_000; n++) {
      replace(root, ids[n % ids.length] ?? '', `turn ${n}`);
      if (n % 100 === 99) await new Promise((turn) => setImmediate(turn));
    }
    await until(() => activity.get(ids.at(-1) ?? '') === 'turn 9999');
    await until(() => descriptors('self').open <= before.open, {
      describe: () => JSON.stringify([before, descriptors('self')]),
    });
    expect(descriptors('self').watches).toBe(before.watches);
  });

  it('do not grow with 1,000 sessions that come and go', async () => {
    const root = await tempRoot();
    await seed(root, 5);
    const none = descriptors('self').watches;
    const { activity } = await watch(root);
    await until(() => descriptors('self').watches === none + 6);
    const before = descriptors('self');
    for (let round = 0; round < 20; round++) {
      const ids = Array.from({ length: 50 }, (_, n) => `qm-19${round}-${n}`);
      for (const id of ids) {
        mkdirSync(join(root, id));
        writeFileSync(join(root, `${id}.json`), manifest(id));
        replace(root, id, `round ${round}`);
      }
      await until(() => activity.get(ids.at(-1) ?? '') === `round ${round}`);
      for (const id of ids) {
        rmSync(join(root, `${id}.json`));
        rmSync(join(root, id), { recursive: true });
      }
    }
    await until(() => activity.size === 5);
    await until(() => descriptors('self').watches <= before.watches, {
      describe: () => JSON.stringify([before, descriptors('self')]),
    });
    await until(() => descriptors('self').open <= before.open, {
      describe: () => JSON.stringify([before, descriptors('self')]),
    });
  });
});
