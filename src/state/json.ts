import { LosslessNumber, parse } from 'lossless-json';

/**
 * Deepest nesting that is read or written. Go's limit is 10,000; lossless-json recurses, and a stack
 * of Node's default size ends near 4,000 levels when nothing else is on it (measured).
 */
export const MAX_DEPTH = 1_000;

/** Any JSON object. Numbers are `number` where that is exact, else `LosslessNumber`. */
export type JsonObject = Record<string, unknown>;

/** Bytes as text; invalid UTF-8 becomes U+FFFD, as in Go. A byte order mark stays, and is refused. */
export const decodeUtf8 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');

const exactNumber = (text: string): number | LosslessNumber => {
  const value = Number(text);
  return String(value) === text ? value : new LosslessNumber(text);
};

/** Whether brackets nest deeper than we follow. The text is valid JSON. */
function tooDeep(text: string): boolean {
  if (!hasMany(text, '{', '[')) return false;
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === 0x5c) i++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > MAX_DEPTH) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
}

/** Whether these characters are more often in a text than brackets may nest. */
function hasMany(text: string, ...characters: string[]): boolean {
  let count = 0;
  for (const it of characters) {
    for (let at = text.indexOf(it); at >= 0; at = text.indexOf(it, at + 1)) {
      if (++count > MAX_DEPTH) return true;
    }
  }
  return false;
}

/** Where a number that JavaScript would change may be, in a string or not. */
const INEXACT = /\d{16}|\d[.eE]|-0/;
/** A string as a whole, or a number. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
/** Begins a string that stands for the number after it. No text that has it is read this way. */
const MARK = '\u0000';
const MAY_HAVE_MARK = /\\u0000/;
/** Longer texts are read character by character: a pattern for whole strings would need much stack. */
const SHORT = 1 << 16;

/** The value of a valid text, by the engine's own parser where numbers keep their digits in it. */
function exactValue(text: string, value: unknown): unknown {
  if (!INEXACT.test(text)) return value;
  if (text.length > SHORT || MAY_HAVE_MARK.test(text)) {
    return parse(text, undefined, {
      parseNumber: exactNumber,
      onDuplicateKey: ({ newValue }) => newValue,
    });
  }
  let inexact = false;
  const marked = text.replace(TOKEN, (token) => {
    if (token.startsWith('"') || String(Number(token)) === token) return token;
    inexact = true;
    return `"\\u0000${token}"`;
  });
  return inexact ? unmarked(JSON.parse(marked)) : value;
}

/** The value with numbers in the place of the strings that stand for them. Changes it. */
function unmarked(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.startsWith(MARK) ? new LosslessNumber(value.slice(1)) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const object = value as JsonObject;
  for (const key of Object.keys(object)) {
    const before = object[key];
    const after = unmarked(before);
    if (after !== before) setKey(object, key, after);
  }
  return object;
}

/**
 * JSON text as a value, accepting what Go's encoding/json accepts: one value, no byte order mark, no
 * comments. Numbers keep every digit; of equal keys the last counts; lone surrogates become U+FFFD.
 * @throws SyntaxError with one line that says what is wrong.
 */
export function parseJson(text: string): unknown {
  // The engine's parser is the strict judge of syntax, and much the fastest.
  const quick: unknown = JSON.parse(text);
  if (tooDeep(text)) throw new SyntaxError(`nests deeper than ${MAX_DEPTH} levels`);
  const value = exactValue(text, quick);
  const lone = /\\u[dD][89a-fA-F]/.test(text) || !text.isWellFormed();
  return lone ? wellFormed(value) : value;
}

/** The value with U+FFFD for every lone surrogate, in keys too. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (!isObject(value)) return value;
  const result: JsonObject = {};
  for (const [key, item] of Object.entries(value))
    setKey(result, key.toWellFormed(), wellFormed(item));
  return result;
}

/** Whether a value is a JSON object (and no array and no number of ours). */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof LosslessNumber);

/** Sets an own key, also one that would otherwise reach the prototype. */
export function setKey(object: JsonObject, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value;
  else {
    Object.defineProperty(object, key, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
}

/**
 * A value as JSON text, on one line or indented. Keys whose value is undefined are left out; a bigint
 * is its digits. Not lossless-json's own: that one takes every object with a key `isLosslessNumber`
 * for a number, and files may hold any key.
 */
export function formatJson(value: unknown, indent = '', margin = '\n'): string {
  if (value instanceof LosslessNumber || typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const inner = indent === '' ? '' : margin + indent;
  const [open, close, items] = Array.isArray(value)
    ? ['[', ']', value.map((item) => formatJson(item, indent, inner))]
    : ['{', '}', members(value as JsonObject, indent, inner)];
  if (items.length === 0) return open + close;
  return `${open}${inner}${items.join(`,${inner}`)}${indent === '' ? '' : margin}${close}`;
}

const members = (object: JsonObject, indent: string, inner: string): string[] =>
  Object.entries(object)
    .filter(([, item]) => item !== undefined)
    .map(([key, item]) => {
      const text = formatJson(item, indent, inner);
      return `${JSON.stringify(key)}:${indent === '' ? '' : ' '}${text}`;
    });
