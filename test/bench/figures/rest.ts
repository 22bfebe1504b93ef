import { type Figure, ratio } from '../figure.js';
import { makeParty } from '../party.js';
import { type Pty, pause, startBaseline, startTracker } from '../pty.js';

const WALL_MS = 60_000;
const SETTLE_MS = 3_000;
const FURTHER = 1_000;

/** Per cent of one core over so many milliseconds, and bytes a second. */
async function spent(pty: Pty, ms: number): Promise<{ cpu: number; bytes: number }> {
  const { bytes } = pty;
  const before = pty.usage().cpuMs;
  await pause(ms);
  return { cpu: (100 * (pty.usage().cpuMs - before)) / ms, bytes: pty.bytes - bytes };
}

export const rest: Figure = {
  key: 'rest',
  rows: [
    { name: 'idle, 100 sessions, 60 s: CPU', unit: '%', raw: '%', bar: 0.3, goal: 0.1 },
    { name: 'idle, 100 sessions, 60 s: written', unit: 'bytes', raw: 'bytes', bar: 0, goal: 0 },
    { name: 'memory, 100 sessions, after 60 s', unit: '×', raw: 'KiB', bar: 2.2, goal: 1.8 },
    { name: 'memory per further session', unit: 'KiB', raw: 'KiB', bar: 12, goal: 6 },
  ],
  rounds: 2,
  async round(program) {
    const few = startTracker(program, makeParty(100).root);
    await few.next('session-0');
    const many = startTracker(program, makeParty(100 + FURTHER).root);
    await many.next('session-0');
    const bare = startBaseline('wait.mjs');
    await bare.next('x');
    await pause(SETTLE_MS);
    const [own, , base] = await Promise.all([few, many, bare].map((it) => spent(it, WALL_MS)));
    const [small, large, least] = [few, many, bare].map((it) => it.usage().rssKiB);
    await Promise.all([few, many, bare].map((it) => it.end()));
    if (!own || !base || !small || !large || !least) throw new Error('nothing was measured');
    const further = (large - small) / FURTHER;
    return [
      { value: own.cpu, own: own.cpu, base: base.cpu },
      { value: own.bytes, own: own.bytes, base: base.bytes },
      ratio(small, least),
      { value: further, own: large, base: small },
    ];
  },
};

const WORKING_MS = 20_000;

export const working: Figure = {
  key: 'working',
  rows: [
    { name: '20 of 100 working, spinner: CPU', unit: '%', raw: '%', bar: 2, goal: 1 },
    {
      name: '20 of 100 working, spinner: written',
      unit: 'B/s',
      raw: 'B/s',
      bar: 2_048,
      goal: 2_048,
    },
  ],
  rounds: 3,
  async round(program) {
    const { root } = makeParty(100, 20);
    const still = startTracker(program, root, '--reduced-motion');
    const pty = startTracker(program, root);
    await pty.next('session-0');
    await pause(SETTLE_MS);
    const [own, base] = await Promise.all([pty, still].map((it) => spent(it, WORKING_MS)));
    await Promise.all([pty.end(), still.end()]);
    if (!own || !base) throw new Error('nothing was measured');
    const perSecond = (bytes: number): number => (1_000 * bytes) / WORKING_MS;
    const written = perSecond(own.bytes);
    return [
      { value: own.cpu, own: own.cpu, base: base.cpu },
      { value: written, own: written, base: perSecond(base.bytes) },
    ];
  },
};
