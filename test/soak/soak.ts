import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { startProgram } from '../e2e/program.js';
import { descriptors } from '../support/descriptors.js';
import { tempRoot } from '../support/hook.js';
import { Random } from '../support/random.js';
import { frame } from '../support/screen.js';
import type { Tmux } from '../support/tmux.js';
import { until } from '../support/until.js';
import { type Deeds, HostileParty } from './party.js';
import { differences, eventDifferences } from './truth.js';

/** Everything but the ways out. */
const KEYS = [
  ...['j', 'k', 'g', 'G', 'Down', 'Up', 'PageDown', 'PageUp', 'C-d', 'C-u', 'Enter', 'Escape'],
  ...['Tab', 'f', 's', 'n', 'N', 'a', 'A', 'm', 'R', '?', '/', 'h', 'l', '1', '9', 'x', 'é', '日'],
];
const SIZES: readonly (readonly [number, number])[] = [
  ...([120, 80, 60, 41, 40, 30, 20, 1] as const).map((columns) => [columns, 24] as const),
  ...([1, 2, 3, 5, 50] as const).map((rows) => [100, rows] as const),
  [200, 60] as const,
];
/** Every session with both its lines. */
const WHOLE = [58, 140] as const;

/** A look at the program at a quiet moment. */
export interface Look {
  readonly seconds: number;
  readonly deeds: Deeds;
  readonly sessions: number;
  /** KiB. */
  readonly rss: number;
  readonly open: number;
  readonly watches: number;
  /** Milliseconds until the screen was right, first beside the odd files and then with all healed. */
  readonly settled: number;
}

export interface SoakReport {
  readonly looks: readonly Look[];
  readonly mismatches: readonly string[];
  /** Milliseconds from pressing a key, tmux's own start included, to its page on the terminal. */
  readonly keys: readonly number[];
  /** What the end was like, in words; empty when it was clean. */
  readonly end: readonly string[];
}

export interface SoakOptions {
  readonly seconds: number;
  readonly seed: number;
  readonly log?: (look: Look) => void;
}

/** The hostile party against the built program in tmux, for so many seconds and to the end of the round. */
export async function soak({ seconds, seed, log }: SoakOptions): Promise<SoakReport> {
  const random = new Random(seed);
  const root = await tempRoot();
  const party = new HostileParty(root, random);
  await party.start();
  const tmux = await startProgram(root, { columns: WHOLE[0], rows: WHOLE[1], shell: true });
  try {
    await tmux.waitFor(/\d+ sessions/);
    const pid = await tmux.pid();
    const from = performance.now();
    const elapsed = (): number => (performance.now() - from) / 1000;
    const looks: Look[] = [];
    const mismatches: string[] = [];
    const keys: number[] = [];
    const round = Math.min(10, Math.max(3, seconds / 10));
    while (elapsed() < seconds && mismatches.length < 20) {
      await violence(tmux, party, random, elapsed() + round * 0.6, elapsed);
      keys.push(...(await askKeys(tmux, party)));
      const { settled, wrong } = await quiet(tmux, party);
      mismatches.push(...wrong);
      mismatches.push(...(await events(tmux, party)));
      const { open, watches } = await settledDescriptors(pid, party.sessions.size);
      const look: Look = {
        ...{ seconds: elapsed(), deeds: { ...party.deeds }, sessions: party.sessions.size },
        ...{ rss: memory(pid), open, watches, settled },
      };
      looks.push(look);
      log?.(look);
    }
    return { looks, mismatches, keys, end: await leave(tmux) };
  } catch (error) {
    // What is cleared away now may still be written to, and would fail too: say what came first.
    console.error(error);
    throw error;
  } finally {
    await tmux.kill();
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Hostile acts, sizes and keys, all at once. */
async function violence(
  tmux: Tmux,
  party: HostileParty,
  random: Random,
  end: number,
  elapsed: () => number,
): Promise<void> {
  const person = async (): Promise<void> => {
    while (elapsed() < end) {
      if (random.chance(0.3)) await tmux.resize(...random.pick(SIZES));
      else if (random.chance(0.1)) await tmux.paste('qqq\njj\u001b[A');
      else await tmux.keys(...Array.from({ length: 1 + random.int(4) }, () => random.pick(KEYS)));
    }
  };
  const hooks = async (): Promise<void> => {
    while (elapsed() < end) {
      await party.step();
      await turn();
    }
  };
  await Promise.all([person(), hooks()]);
}

/** Back to the list without filters, from wherever the keys have led. */
async function toList(tmux: Tmux, columns: number, rows: number): Promise<void> {
  await tmux.resize(columns, rows);
  let text = '';
  await until(
    async () => {
      await tmux.keys('Escape');
      text = await tmux.text();
      return / j\/k move/.test(text);
    },
    { describe: () => `no way back to the list:\n${text}` },
  );
  // One leaves a field or drops the filters; nobody is harmed by more.
  for (let n = 0; n < 3; n++) await tmux.keys('Escape');
}

/** Asks for the help and leaves it, again and again beside a storm. */
async function askKeys(tmux: Tmux, party: HostileParty): Promise<number[]> {
  await toList(tmux, 120, 40);
  const times: number[] = [];
  let heard = '';
  let at = 0;
  const stop = await tmux.output((bytes) => {
    heard += bytes.toString('utf8');
    if (at === 0 && heard.includes('In the list')) at = performance.now();
  });
  let storming = true;
  const storm = (async () => {
    while (storming) {
      await party.storm(1);
      await turn();
    }
  })();
  for (let n = 0; n < 8; n++) {
    await tmux.waitFor((_, text) => !text.includes('In the list'));
    heard = '';
    at = 0;
    const from = performance.now();
    await tmux.keys('?');
    await until(() => at > 0, { describe: () => 'the help does not come' });
    times.push(at - from);
    await tmux.keys('Escape');
  }
  storming = false;
  await storm;
  await stop();
  return times;
}

/** Nothing writes any more: the screen must become what the disk says, first beside odd files, then healed. */
async function quiet(
  tmux: Tmux,
  party: HostileParty,
): Promise<{ settled: number; wrong: string[] }> {
  await toList(tmux, ...WHOLE);
  const from = performance.now();
  const wrong: string[] = [];
  for (const heal of [false, true]) {
    if (heal) await party.heal();
    let found: string[] = [];
    await until(async () => {
      found = differences(party, await tmux.screen());
      return found.length === 0;
    }).catch(async () => {
      wrong.push(...found);
      console.error(frame(await tmux.screen(), WHOLE[0]));
    });
  }
  return { settled: performance.now() - from, wrong };
}

/** The log of the selected session: what the panel shows is the end of the log, each event once. */
async function events(tmux: Tmux, party: HostileParty): Promise<string[]> {
  await tmux.resize(120, 40);
  // Into the panel and to the end of the log: keys may have stopped the following.
  await tmux.keys('l', 'G', 'h');
  const shown = await tmux.waitFor(/│.*qm-\d+/);
  const id = /│.*(qm-\d+)/.exec(shown.join('\n'))?.[1] ?? '';
  await party.speak(id);
  let found: string[] = [];
  await until(async () => {
    found = eventDifferences(party, id, await tmux.text());
    return found.length === 0;
  }).catch(async () => console.error(frame(await tmux.screen(), 120)));
  return found;
}

/** One watch for the root, one a session, and one for the log that is open, if one is. */
async function settledDescriptors(
  pid: number,
  sessions: number,
): Promise<{ open: number; watches: number }> {
  if (process.platform !== 'linux') return { open: 0, watches: 0 };
  const right = [sessions + 1, sessions + 2];
  await until(() => right.includes(descriptors(pid).watches)).catch(() => undefined);
  return descriptors(pid);
}

/** Resident memory in KiB. */
function memory(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', `${pid}`], { encoding: 'utf8' }));
}

async function leave(tmux: Tmux): Promise<string[]> {
  await toList(tmux, 100, 24);
  await tmux.keys('q');
  await tmux.waitFor((_, text) => /^\$ *$/m.test(text));
  await tmux.type('echo "code $?"');
  await tmux.keys('Enter');
  const code = /^code (\d+)/m.exec((await tmux.waitFor(/^code \d/m)).join('\n'))?.[1];
  const flags = await tmux.flags();
  const tty = await tmux.tty();
  return [
    ...(code === '0' ? [] : [`it ended with ${code}`]),
    ...(flags.alternate ? ['the alternate screen is still there'] : []),
    ...(flags.cursorVisible ? [] : ['the cursor is hidden']),
    ...(tty.echo && tty.canonical ? [] : ['the terminal is raw']),
  ];
}
