import { FieldError, integerField, objectField, stringField } from './fields.js';
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

/**
 * The text of a snapshot. Panes of a foreign version are kept as they are as far as they are objects.
 * @throws SyntaxError, or an Error that says which key has the wrong type. Malformed times do not
 * throw; they are named in `badTimes`.
 */
export function parseSnapshot(text: string): ParsedSnapshot {
  const object = parseJson(text);
  if (!isObject(object)) throw new SyntaxError('is not a JSON object');
  const badTimes: string[] = [];
  const version = Number(integerField(object, 'version'));
  const panes: Record<string, PaneState> = {};
  for (const [role, value] of Object.entries(objectField(object, 'panes') ?? {})) {
    const foreign =
      version !== SCHEMA_VERSION && isObject(value) && typeof value.state !== 'string';
    setKey(panes, role, foreign ? value : readPane(role, value, badTimes));
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

/** A snapshot as its file's text: one line of JSON and a newline. */
export const formatSnapshot = (state: SessionState): string => `${formatJson(state)}\n`;

/** A snapshot without panes. */
export const emptySnapshot = (id: string): SessionState => ({
  session_id: id,
  version: SCHEMA_VERSION,
  panes: {},
  seen_at: UNSET_TIME,
});
