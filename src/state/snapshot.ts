import { exactInteger, FieldError, integerField, objectField, stringField } from './fields.js';
import { formatJson, isObject, type JsonObject, parseJson, setKey } from './json.js';
import { isTime, UNSET_TIME } from './time.js';
import type { PaneState, SessionState } from './types.js';

/** The version of snapshots this package reads and writes. */
export const SCHEMA_VERSION = 1;

/** What a snapshot's text says, and which of its times are malformed. */
export interface ParsedSnapshot {
  readonly state: SessionState;
  readonly badTimes: readonly string[];
}

function timeField(object: JsonObject, key: string, bad: string[]): string {
  const text = stringField(object, key);
  if (text === undefined) return UNSET_TIME;
  if (!isTime(text)) bad.push(key);
  return text;
}

function readPane(role: string, value: unknown, bad: string[]): PaneState {
  if (value !== null && !isObject(value))
    throw new FieldError(`has a pane ${JSON.stringify(role)} that is no object`);
  const pane: JsonObject = { ...value };
  const tool = stringField(pane, 'tool');
  const since = stringField(pane, 'working_since');
  if (since !== undefined && !isTime(since)) bad.push('working_since');
  // Assigned over the object as it is, so that keys keep their places.
  const typed: JsonObject = {
    role: stringField(pane, 'role') ?? '',
    agent: stringField(pane, 'agent') ?? '',
    state: stringField(pane, 'state') ?? '',
    activity: stringField(pane, 'activity') ?? '',
    seq: integerField(pane, 'seq'),
    last_event: timeField(pane, 'last_event', bad),
    last_kind: stringField(pane, 'last_kind') ?? '',
  };
  const result: JsonObject = { ...pane, ...typed };
  if (!tool) delete result.tool;
  if (since === undefined) delete result.working_since;
  return result as PaneState;
}

function readState(object: JsonObject, version: number): ParsedSnapshot {
  const badTimes: string[] = [];
  const panes: Record<string, PaneState> = {};
  for (const [role, value] of Object.entries(objectField(object, 'panes') ?? {})) {
    setKey(panes, role, readPane(role, value, badTimes));
  }
  const state: SessionState = {
    ...object,
    session_id: stringField(object, 'session_id') ?? '',
    version,
    panes,
    seen_at: timeField(object, 'seen_at', badTimes),
  };
  return { state, badTimes };
}

/**
 * The text of a snapshot. A newer version may give the keys other shapes; then its version is all
 * that is told of it, beside the keys nobody types.
 * @throws SyntaxError, or an Error that says which key has the wrong type. Malformed times do not
 * throw; they are named in `badTimes`.
 */
export function parseSnapshot(text: string): ParsedSnapshot {
  const object = parseJson(text);
  if (!isObject(object)) throw new SyntaxError('is not a JSON object');
  const version = exactInteger(integerField(object, 'version'));
  try {
    return readState(object, version);
  } catch (error) {
    if (!(error instanceof FieldError && version > SCHEMA_VERSION)) throw error;
    const { session_id: _, panes: __, seen_at: ___, ...rest } = object;
    return { state: { ...rest, ...emptySnapshot(''), version }, badTimes: [] };
  }
}

/** A snapshot as its file's text: one line of JSON and a newline. */
export const formatSnapshot = (state: SessionState): string => `${formatJson(state)}\n`;

/**
 * The same, for writing: what nobody could read again is refused.
 * @throws TypeError that names the session and the key.
 */
export function writableSnapshot(id: string, state: SessionState): string {
  const text = formatSnapshot(state);
  try {
    const { badTimes } = parseSnapshot(text);
    if (badTimes.length > 0) throw new FieldError(`has no RFC 3339 time in ${badTimes.join(', ')}`);
  } catch (error) {
    throw new TypeError(`the snapshot of ${id} ${(error as Error).message}; nothing was written`);
  }
  return text;
}

/** A snapshot without panes. */
export const emptySnapshot = (id: string): SessionState => ({
  session_id: id,
  version: SCHEMA_VERSION,
  panes: {},
  seen_at: UNSET_TIME,
});
