import { arrayField, exactInteger, FieldError, integerField, stringField } from './fields.js';
import { idKey, sanitizeResumeId } from './ids.js';
import { formatJson, isObject, type JsonObject, parseJson, setKey } from './json.js';
import type { AgentManifest, Manifest } from './types.js';

const STRINGS = [
  'created_at',
  'updated_at',
  'title',
  'cwd',
  'window_name',
  'agent_path',
  'session_type',
] as const;

/** Keys that `Manifest` types; every other key is extra. */
const TYPED: ReadonlySet<string> = new Set([
  'party_id',
  'session_id',
  ...STRINGS,
  'agents',
  'workers',
]);

/** Extra keys whose text becomes part of paths and patterns elsewhere. */
const RESUME_KEYS = [
  'claude_session_id',
  'codex_thread_id',
  'pi_session_id',
  'opencode_session_id',
];

function readAgent(value: unknown): AgentManifest {
  if (value !== null && !isObject(value)) throw new FieldError('has an agent that is no object');
  const agent: JsonObject = { ...value };
  const resume = sanitizeResumeId(stringField(agent, 'resume_id') ?? '');
  delete agent.resume_id;
  return {
    ...agent,
    name: stringField(agent, 'name') ?? '',
    role: stringField(agent, 'role') ?? '',
    cli: stringField(agent, 'cli') ?? '',
    ...(resume === '' ? {} : { resume_id: resume }),
    window: exactInteger(integerField(agent, 'window')),
  };
}

/** Go's zero value for a null among strings is the empty string. */
function readWorker(value: unknown): string {
  if (value === null) return '';
  if (typeof value !== 'string') throw new FieldError('has a worker that is no string');
  return value;
}

/**
 * The text of a manifest as an object with the keys it has on disk. Unsafe resume ids are left out;
 * keys nobody knows ride along.
 * @throws SyntaxError, or an Error that says which key has the wrong type.
 */
export function parseManifest(text: string): Manifest {
  const object = parseJson(text);
  if (!isObject(object)) throw new SyntaxError('is not a JSON object');
  const manifest: JsonObject = object;
  for (const key of ['party_id', 'session_id', ...STRINGS]) {
    const value = stringField(object, key);
    if (value === undefined) delete manifest[key];
  }
  const agents = arrayField(object, 'agents')?.map(readAgent);
  const workers = arrayField(object, 'workers')?.map(readWorker);
  if (agents) manifest.agents = agents;
  else delete manifest.agents;
  if (workers) manifest.workers = workers;
  else delete manifest.workers;
  for (const key of RESUME_KEYS) {
    const value = object[key];
    if (typeof value === 'string' && sanitizeResumeId(value) === '') delete manifest[key];
  }
  return manifest as Manifest;
}

/** The id a manifest says it has, under whichever key; `''` when it says none. */
export const manifestId = (manifest: Manifest): string =>
  manifest.session_id || manifest.party_id || '';

/** Whether a key of the id is there. */
const has = (manifest: Manifest, key: 'party_id' | 'session_id'): boolean =>
  manifest[key] !== undefined && manifest[key] !== null;

/** The manifest with its id corrected, under each key it has, else the one of the id's generation. */
export function withId(manifest: Manifest, id: string): Manifest {
  const fixed: Manifest = { ...manifest };
  if (has(fixed, 'party_id')) fixed.party_id = id;
  if (has(fixed, 'session_id')) fixed.session_id = id;
  if (!has(fixed, 'party_id') && !has(fixed, 'session_id')) fixed[idKey(id)] = id;
  return fixed;
}

/** The agent without an empty resume id. */
function writeAgent(agent: unknown): unknown {
  if (!isObject(agent) || agent.resume_id) return agent;
  const { resume_id: _, ...rest } = agent;
  return rest;
}

/**
 * A manifest as its file's text: two-space indented JSON and a newline. Empty typed values are left
 * out, but for the id: without any the seed's key is written with an empty one, as the Go program does.
 */
export function formatManifest(manifest: Manifest): string {
  const kept: JsonObject = {};
  if (!has(manifest, 'party_id') && !has(manifest, 'session_id')) kept.party_id = '';
  for (const [key, value] of Object.entries(manifest)) {
    const empty = value === null || value === '' || (Array.isArray(value) && value.length === 0);
    const isId = (key === 'party_id' || key === 'session_id') && value !== null;
    if (empty && TYPED.has(key) && !isId) continue;
    setKey(kept, key, key === 'agents' && Array.isArray(value) ? value.map(writeAgent) : value);
  }
  return `${formatJson(kept, '  ')}\n`;
}

/** The text of an extra key; `''` when it is typed, absent or no string. */
export function extraString(manifest: Manifest, key: string): string {
  const value = TYPED.has(key) || !Object.hasOwn(manifest, key) ? '' : manifest[key];
  return typeof value === 'string' ? value : '';
}

/** Sets an extra key. A typed key is not extra and stays as it is. */
export function setExtra(manifest: Manifest, key: string, value: string): void {
  if (!TYPED.has(key)) setKey(manifest, key, value);
}
