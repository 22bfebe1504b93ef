/**
 * Plays the hooks of the agents: writes the files of a state root from outside, sharing no line with
 * `src/`. The locks are flock(1)'s, the writing is sh's, as in questmaster's own hook scripts.
 */
import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atEnd } from './at-end.js';

/** The size at which a log is put aside. */
export const LOG_LIMIT = 1 << 20;

/** What Go writes for a time that was never set. */
export const NEVER = '0001-01-01T00:00:00Z';

/** What a pane says beside its state word. */
export interface PaneOptions {
  readonly role?: string;
  readonly agent?: string;
  readonly activity?: string;
  readonly tool?: string;
  /** Exact to the last digit; the nanoseconds of `last_event` when not given. */
  readonly seq?: bigint;
  /** Seconds since `last_event`; negative is the future. */
  readonly age?: number;
  /** `last_event` itself, instead of `age`. */
  readonly lastEvent?: string;
  readonly lastKind?: string;
  /** Seconds since `working_since`; a working pane has its age when not given. */
  readonly workingFor?: number;
  readonly workingSince?: string;
  /** More keys, or other values of the ones above. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** What a snapshot says beside its panes. */
export interface SnapshotOptions {
  readonly version?: number;
  readonly seenAt?: string;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** A lock that is held by another process. */
export interface HeldLock {
  /** Ends the hold; answers when the lock is free. May be called twice. */
  release(): Promise<void>;
}

/** JSON text of a pane. */
export function pane(state: string, options: PaneOptions = {}): string {
  const at = nanoseconds(options.age);
  const since =
    options.workingFor === undefined
      ? state === 'working'
        ? at
        : null
      : nanoseconds(options.workingFor);
  return json({
    role: options.role ?? 'primary',
    agent: options.agent ?? 'claude',
    state,
    activity: options.activity,
    seq: options.seq ?? at,
    last_event: options.lastEvent ?? rfc3339(at),
    last_kind: options.lastKind ?? 'PostToolUse',
    working_since: options.workingSince ?? (since === null ? NEVER : rfc3339(since)),
    tool: options.tool,
    ...options.extra,
  });
}

/** Text of a `state.json`: one pane, or several by role, given as the JSON text `pane` builds. */
export function snapshot(
  id: string,
  panes: string | Readonly<Record<string, string>>,
  options: SnapshotOptions = {},
): string {
  const byRole = typeof panes === 'string' ? { [JSON.parse(panes).role as string]: panes } : panes;
  const body = Object.entries(byRole).map(([role, text]) => `${json(role)}:${text}`);
  const rest = Object.entries(options.extra ?? {}).map(([k, v]) => `,${json(k)}:${json(v)}`);
  const head = `"session_id":${json(id)},"version":${options.version ?? 1}`;
  return `{${head},"panes":{${body}},"seen_at":${json(options.seenAt ?? NEVER)}${rest.join('')}}\n`;
}

/** Text of a manifest with what every session has; `extra` adds to it and overrides it. */
export function manifest(id: string, extra: Readonly<Record<string, unknown>> = {}): string {
  const now = rfc3339(nanoseconds()).replace(/(\.\d+)?Z$/, 'Z');
  const agents = [{ name: 'claude', role: 'primary', cli: 'claude', window: 0 }];
  const key = id.startsWith('party-') ? 'party_id' : 'session_id';
  const whole = {
    [key]: id,
    created_at: now,
    updated_at: now,
    title: id,
    cwd: '/tmp',
    agents,
    ...extra,
  };
  return `${json(whole, 2)}\n`;
}

/** One line of a `state.jsonl`, without its newline. */
export function event(
  action: string,
  fields: Readonly<Record<string, unknown>> & { readonly age?: number } = {},
): string {
  const { age, ...rest } = fields;
  return json({ ts: rfc3339(nanoseconds(age)), agent: 'claude', role: 'primary', action, ...rest });
}

/** Puts a manifest in its place as a writer does: lock, temporary file, rename. Text is written as it is. */
export async function writeManifest(
  root: string,
  id: string,
  content: object | string,
): Promise<void> {
  await replace(join(root, `${id}.json`), asText(content, 2));
}

/** The same for `<id>/state.json`. */
export async function writeState(
  root: string,
  id: string,
  content: object | string,
): Promise<void> {
  await replace(join(root, id, 'state.json'), asText(content));
}

/** A hook in one call: `<id>/state.json` with this one pane. */
export async function writePane(
  root: string,
  id: string,
  state: string,
  options: PaneOptions = {},
): Promise<void> {
  await writeState(root, id, snapshot(id, pane(state, options)));
}

/** Appends to `<id>/state.jsonl` under the snapshot's lock, putting a full log aside first. */
export async function appendLog(
  root: string,
  id: string,
  line: string,
  { newline = true }: { readonly newline?: boolean } = {},
): Promise<void> {
  const directory = join(root, id);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const script = `umask 077
if [ -f "$1" ] && [ "$(wc -c < "$1")" -ge "$2" ]; then mv -f "$1" "$1.1"; fi
cat >> "$1"`;
  const log = join(directory, 'state.jsonl');
  const text = newline ? `${line}\n` : line;
  await locked(join(directory, 'state.json.lock'), script, [log, `${LOG_LIMIT}`], text);
}

/** Holds the lock of `path` (on `path.lock`) in another process, for `ms` or until released. */
export async function holdLock(path: string, ms?: number): Promise<HeldLock> {
  const lock = `${path}.lock`;
  await touch(lock);
  // The holder ends with its input, so it cannot outlive this process.
  const child = spawn('flock', [lock, 'sh', '-c', 'echo held; exec cat > /dev/null'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const gone = new Promise<void>((done) => child.once('close', () => done()));
  let timer: NodeJS.Timeout | undefined;
  const release = async (): Promise<void> => {
    clearTimeout(timer);
    child.stdin.end();
    await gone;
  };
  await atEnd(release);
  await new Promise<void>((done, fail) => {
    child.stdout.once('data', () => done());
    child.once('error', fail);
    child.once('exit', (code) => fail(new Error(`flock ${lock} ended with ${code}`)));
  });
  if (ms !== undefined) timer = setTimeout(() => void release(), ms);
  return { release };
}

/** Writes `count` sessions at once, without locks: for a root that nobody looks at yet. Answers their ids. */
export async function seed(
  root: string,
  count: number,
  build: (
    index: number,
    id: string,
  ) => { manifest?: object; state?: string; pane?: PaneOptions } = () => ({}),
): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `qm-${1_748_000_000 + index}`);
  for (const [index, id] of ids.entries()) {
    const made = build(index, id);
    const base = { title: `session-${index}`, created_at: rfc3339(nanoseconds(count - index)) };
    await mkdir(join(root, id), { recursive: true, mode: 0o700 });
    await writeFile(join(root, `${id}.json`), manifest(id, { ...base, ...made.manifest }));
    const state = snapshot(id, pane(made.state ?? 'working', made.pane));
    await writeFile(join(root, id, 'state.json'), state);
  }
  return ids;
}

/** An empty directory that goes away with the test. */
export async function tempRoot(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'qmt-root-'));
  await atEnd(() => rm(root, { recursive: true, force: true, maxRetries: 5 }));
  return root;
}

/** A copy of the recorded root of one generation, which goes away with the test. */
export async function copySample(generation: 'v0.2' | 'v0.3'): Promise<string> {
  const root = await tempRoot();
  const from = fileURLToPath(new URL(`../fixture/sample-root-${generation}`, import.meta.url));
  await cp(from, root, { recursive: true, preserveTimestamps: true });
  return root;
}

/** Nanoseconds since 1970, `age` seconds ago. */
export function nanoseconds(age = 0): bigint {
  const microseconds = Math.round((performance.timeOrigin + performance.now() - age * 1000) * 1000);
  return BigInt(microseconds) * 1000n + 999n;
}

/** The time as Go writes it: UTC, up to nine digits of a second, no zeros at their end. */
export function rfc3339(ns: bigint): string {
  const seconds = new Date(Number(ns / 1_000_000_000n) * 1000).toISOString().slice(0, 19);
  const part = `${ns % 1_000_000_000n}`.padStart(9, '0').replace(/0+$/, '');
  return part === '' ? `${seconds}Z` : `${seconds}.${part}Z`;
}

/** JSON text, with a bigint as the number it is. */
export function json(value: unknown, indent = 0): string {
  const numbers: string[] = [];
  const text = JSON.stringify(
    value,
    (_, one: unknown) =>
      typeof one === 'bigint' ? `\u0000${numbers.push(`${one}`) - 1}\u0000` : one,
    indent,
  );
  return text.replace(/"\\u0000(\d+)\\u0000"/g, (_, index: string) => numbers[Number(index)] ?? '');
}

function asText(content: object | string, indent = 0): string {
  return typeof content === 'string' ? content : `${json(content, indent)}\n`;
}

async function replace(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const script = 'umask 077; cat > "$1.tmp.$$" && mv -f "$1.tmp.$$" "$1"';
  await locked(`${path}.lock`, script, [path], text);
}

/** Runs a script of sh under a lock; the text is its input. */
async function locked(
  lock: string,
  script: string,
  args: readonly string[],
  input: string,
): Promise<void> {
  await touch(lock);
  await new Promise<void>((done, fail) => {
    const child = execFile('flock', [lock, 'sh', '-c', script, 'hook', ...args], (error) =>
      error === null ? done() : fail(error),
    );
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

/** A lock file is the owner's alone; flock(1) would make it with the umask. */
async function touch(lock: string): Promise<void> {
  await (await open(lock, 'a', 0o600)).close();
}
