import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import { withLock } from '../../src/state/lock.js';
import { event, holdLock, LOG_LIMIT, manifest, pane, snapshot } from '../support/hook.js';
import { HOSTILE_TEXTS } from '../support/hostile-texts.js';
import type { Random } from '../support/random.js';
import { removeNow } from '../support/remove.js';
import { writeNow, writeStateNow } from '../support/write-now.js';

const STATES = ['starting', 'working', 'blocked', 'done', 'idle'] as const;
const LEAST = 20;
const MOST = 60;

/** What may stand where a good `state.json` stood. */
const ODD: readonly ((path: string) => void)[] = [
  (path) => writeNow(path, ''),
  (path) => writeNow(path, '{"session_id":"qm-'),
  (path) => writeNow(path, 'null'),
  (path) => writeNow(path, '[]'),
  (path) => writeNow(path, Buffer.from([0xff, 0xfe, 0x00, 0x7b])),
  (path) => {
    rmSync(path, { force: true });
    mkdirSync(path);
  },
  (path) => {
    rmSync(path, { force: true });
    execFileSync('mkfifo', [path]);
  },
];

/** What the party has done so far. */
export interface Deeds {
  writes: number;
  events: number;
  rotations: number;
  removals: number;
  odd: number;
}

/**
 * A party of hooks and people that does to a state root whatever has ever broken a tracker: storms,
 * rotations, deletions, odd files, directories and roots that go and come back. Titles begin with a
 * number that is the session's alone, activities with one that is the write's alone.
 */
export class HostileParty {
  readonly deeds: Deeds = { writes: 0, events: 0, rotations: 0, removals: 0, odd: 0 };
  /** Sessions whose `state.json` is not readable now. */
  readonly odd = new Set<string>();
  /** Sessions by id, with the number their titles begin with. */
  readonly sessions = new Map<string, number>();
  #made = 0;
  #turn = 0;

  constructor(
    readonly root: string,
    private readonly random: Random,
  ) {}

  async start(): Promise<void> {
    while (this.sessions.size < 40) await this.#create();
  }

  /** One hostile act. */
  async step(): Promise<void> {
    const { random } = this;
    const at = random.next();
    if (at < 0.6) await this.write(this.#any());
    else if (at < 0.7) await this.#append(this.#any(), 1 + random.int(3));
    else if (at < 0.73) await this.#fillLog(this.#any());
    else if (at < 0.75) this.#truncateLog(this.#any());
    else if (at < 0.8) this.#title(this.#any());
    else if (at < 0.85) this.#spoil(this.#any());
    else if (at < 0.9) await this.#comeOrGo();
    else if (at < 0.94) await this.#remake(this.#any());
    else if (at < 0.96) await this.storm(200);
    else if (at < 0.97) this.#hold(this.#any());
    else if (at < 0.975) this.#replaceRoot();
  }

  /** A hook that takes its time, unless its session goes first. */
  #hold(id: string): void {
    holdLock(join(this.root, id, 'state.json'), 300).catch(() => undefined);
  }

  /** Many writes over all sessions without a pause. */
  async storm(writes: number): Promise<void> {
    for (let n = 0; n < writes; n++) await this.write(this.#any());
  }

  /** A hook's write: lock, whole file, rename. Heals a file that was odd. */
  async write(id: string): Promise<void> {
    const activity = `a${++this.#turn} ${this.random.pick(HOSTILE_TEXTS)}`;
    const state = this.random.pick(STATES);
    const path = join(this.root, id, 'state.json');
    mkdirSync(join(this.root, id), { recursive: true });
    await withLock(path, async () => {
      if (existsSync(path) && statSync(path).isDirectory()) removeNow(path);
      writeStateNow(this.root, id, snapshot(id, pane(state, { activity })));
    });
    this.odd.delete(id);
    this.deeds.writes++;
  }

  /** Makes every odd file good again. */
  async heal(): Promise<void> {
    for (const id of [...this.odd]) await this.write(id);
  }

  #any(): string {
    return this.random.pick([...this.sessions.keys()]);
  }

  #title(id: string): void {
    const title = `s${this.sessions.get(id)}. ${this.random.pick(HOSTILE_TEXTS)}`;
    writeNow(join(this.root, `${id}.json`), manifest(id, { title }));
    this.deeds.writes++;
  }

  async #create(): Promise<void> {
    const number = ++this.#made;
    const id = `qm-${1_748_000_000 + number}`;
    this.sessions.set(id, number);
    this.#title(id);
    await this.write(id);
  }

  async #comeOrGo(): Promise<void> {
    const { size } = this.sessions;
    if (size <= LEAST || (size < MOST && this.random.chance(0.5))) {
      await this.#create();
      return;
    }
    const id = this.#any();
    this.sessions.delete(id);
    this.odd.delete(id);
    rmSync(join(this.root, `${id}.json`), { force: true });
    removeNow(join(this.root, id));
    this.deeds.removals++;
  }

  /** The session's directory goes and is back in the same breath. */
  async #remake(id: string): Promise<void> {
    removeNow(join(this.root, id));
    await this.write(id);
    this.deeds.removals++;
  }

  #spoil(id: string): void {
    const path = join(this.root, id, 'state.json');
    if (this.odd.has(id)) return;
    mkdirSync(join(this.root, id), { recursive: true });
    this.odd.add(id);
    this.random.pick(ODD)(path);
    this.deeds.odd++;
  }

  /** The root is moved away and a copy put in its place. */
  #replaceRoot(): void {
    const away = `${this.root}.away`;
    renameSync(this.root, away);
    // A FIFO is no file to copy: those sessions are odd, and may be so without one.
    cpSync(away, this.root, { recursive: true, filter: (path) => !statSync(path).isFIFO() });
    removeNow(away);
    this.deeds.removals++;
  }

  async #append(id: string, lines: number, text = ''): Promise<void> {
    const path = join(this.root, id, 'state.jsonl');
    await withLock(join(this.root, id, 'state.json'), async () => {
      if (existsSync(path) && statSync(path).size >= LOG_LIMIT) {
        renameSync(path, `${path}.1`);
        this.deeds.rotations++;
      }
      const made = Array.from({ length: lines }, () =>
        event('tool', { activity: `e${++this.deeds.events}.${text}`, tool: 'Bash' }),
      );
      appendFileSync(path, `${made.join('\n')}\n`);
    }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }

  /** Brings the log to its border and over it. */
  async #fillLog(id: string): Promise<void> {
    const text = ` ${'log '.repeat(1_000)}`;
    for (let n = 0; n < 5; n++) await this.#append(id, 60, text);
    await this.#append(id, 3);
  }

  #truncateLog(id: string): void {
    const path = join(this.root, id, 'state.jsonl');
    if (existsSync(path)) truncateSync(path, 0);
  }

  /** Numbers of the events on disk of a session, oldest first. */
  events(id: string): number[] {
    const path = join(this.root, id, 'state.jsonl');
    const numbers: number[] = [];
    for (const file of [`${path}.1`, path]) {
      if (!existsSync(file)) continue;
      for (const [, number] of readFileSync(file, 'utf8').matchAll(/"activity":"e(\d+)\./g))
        numbers.push(Number(number));
    }
    return numbers;
  }

  /** Some events for whoever looks at this session's log. */
  async speak(id: string): Promise<void> {
    mkdirSync(join(this.root, id), { recursive: true });
    await this.#append(id, 3);
  }
}
