import { constants } from 'node:fs';
import { mkdir, open, rename, stat } from 'node:fs/promises';
import { failure } from './flock.js';
import { checkedId } from './ids.js';
import { formatJson, isObject, type JsonObject } from './json.js';
import { withLock } from './lock.js';
import {
  type RootOption,
  sessionStateDir,
  sessionStateLogPath,
  sessionStatePath,
  writableRoot,
} from './paths.js';
import { rfc3339Nano } from './time.js';
import type { StateEvent } from './types.js';

/** A log of this many bytes or more is rotated before the next append. */
export const STATE_JSONL_MAX_SIZE = 1 << 20;

const OPTIONAL = ['role', 'state', 'activity', 'tool', 'kind'] as const;

/** An event as its line in the log, newline included. Empty columns are left out. */
export function formatStateEvent(event: StateEvent): string {
  const { ts, agent, role, action, state, activity, tool, kind, fields, ...rest } = event;
  const line: JsonObject = { ts, agent: agent ?? '', role, action, state, activity, tool, kind };
  for (const key of OPTIONAL) if (line[key] === '') line[key] = undefined;
  if (fields && Object.keys(fields).length > 0) line.fields = fields;
  return `${formatJson({ ...line, ...rest })}\n`;
}

/**
 * One line of a log as an event, or null when it is none: no JSON object, or one without an action.
 * Columns of a wrong type are left out. For showing: plain `JSON.parse` is fast, and rounds numbers
 * in `fields` beyond 2^53.
 */
export function parseStateEvent(line: string): StateEvent | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  if (!isObject(value) || typeof value.action !== 'string') return null;
  const text = (key: string): string => (typeof value[key] === 'string' ? value[key] : '');
  const event: StateEvent = { ts: text('ts'), agent: text('agent'), action: value.action };
  for (const key of OPTIONAL) if (text(key) !== '') event[key] = text(key);
  if (isObject(value.fields)) event.fields = value.fields;
  return event;
}

/** Adds a line in one write. A part of a line, as on a full disk, is taken back: nobody sees a torn one. */
async function appendWhole(path: string, line: string): Promise<void> {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NONBLOCK } = constants;
  const file = await open(path, O_APPEND | O_CREAT | O_WRONLY | O_NONBLOCK, 0o600);
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw failure('EINVAL', `${path} is no regular file`);
    const bytes = Buffer.from(line);
    const { bytesWritten } = await file.write(bytes);
    if (bytesWritten === bytes.length) return;
    await file.truncate(facts.size);
    throw failure('ENOSPC', `no space left to append ${bytes.length} bytes to ${path}`);
  } finally {
    await file.close();
  }
}

/** Rotates a log that is full: the older one is dropped, one is kept. */
async function rotateIfFull(path: string): Promise<void> {
  const size = await stat(path).then(
    (it) => it.size,
    () => 0,
  );
  if (size >= STATE_JSONL_MAX_SIZE) await rename(path, `${path}.1`);
}

/**
 * Appends an event to `<root>/<id>/state.jsonl` in one write, holding `state.json.lock`. A missing
 * `ts` becomes now. The session's directory is made when missing (0700), a new log is 0600; a log of
 * 1 MiB or more is renamed to `state.jsonl.1` first. After a last line that somebody left without its
 * newline the event goes on in that line, as with the Go program: readers count it as one bad line.
 * @throws InvalidIdError, NoStateRootError, LockTimeoutError, or the error of the file system.
 */
export async function appendStateEvent(
  id: string,
  event: Omit<StateEvent, 'ts'> & { ts?: string },
  options: RootOption = {},
): Promise<void> {
  const root = writableRoot(options);
  const dir = sessionStateDir(root, checkedId(id));
  const path = sessionStateLogPath(root, id);
  const line = formatStateEvent({
    ...event,
    ts: event.ts || rfc3339Nano(Date.now()),
  } as StateEvent);
  await mkdir(dir, { mode: 0o700, recursive: true });
  await withLock(sessionStatePath(root, id), async (mustHold) => {
    mustHold();
    await rotateIfFull(path);
    await appendWhole(path, line);
  });
}
