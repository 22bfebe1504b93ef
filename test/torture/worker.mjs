// One Node process that writes through the built state package as fast as it can. Arguments: what it
// does, root, id, how often, a name of its own. Prints one line of JSON when done: the milliseconds of
// each wait for the lock.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  appendStateEvent,
  openStore,
  sessionStatePath,
  updateSessionState,
} from '../../dist/state.js';

const [task, root, id, count, name, size] = process.argv.slice(2);
const waits = [];

/** Times how long `enter` takes to call back: the wait for the lock. */
async function timed(work) {
  const began = performance.now();
  await work(() => waits.push(performance.now() - began));
}

const tasks = {
  state: () =>
    timed((entered) =>
      updateSessionState(
        id,
        (state) => {
          entered();
          state.node = (state.node ?? 0) + 1;
          return true;
        },
        { root },
      ),
    ),
  manifest: (n) =>
    timed((entered) =>
      openStore(root).update(id, (manifest) => {
        entered();
        manifest.workers = [...(manifest.workers ?? []), `qm-${name}-${n}`];
      }),
    ),
  log: (n) =>
    timed(async (entered) => {
      const event = { agent: 'node', action: `${name}-${n}`, activity: 'x'.repeat(Number(size)) };
      await appendStateEvent(id, event, { root });
      entered();
    }),
  // Holds the lock for a moment each time, to be killed or stopped in there.
  linger: () =>
    updateSessionState(
      id,
      async (state) => {
        process.stdout.write('inside\n');
        await new Promise((done) => setTimeout(done, 2));
        state.node = (state.node ?? 0) + 1;
        return true;
      },
      { root },
    ),
};

if (task === 'read') {
  // Reads until it is told to stop, and counts what is no whole file.
  let torn = 0;
  let reads = 0;
  process.on('SIGTERM', () => {
    console.log(JSON.stringify({ torn, reads }));
    process.exit(0);
  });
  const paths = [sessionStatePath(root, id), join(root, `${id}.json`)];
  const look = () => {
    for (const path of paths) {
      try {
        JSON.parse(readFileSync(path, 'utf8'));
      } catch {
        torn++;
      }
      reads++;
    }
    setImmediate(look);
  };
  look();
} else {
  // The first lock loads koffi and the libraries, some 100 ms once; the waits are about the rest.
  await updateSessionState(`qm-warm-${name ?? 0}`, () => false, { root });
  for (let n = 0; n < Number(count); n++) await tasks[task](n);
  if (task !== 'linger') console.log(JSON.stringify(waits));
}
