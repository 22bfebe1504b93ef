import { LosslessNumber } from 'lossless-json';
import { isObject, type JsonObject } from './json.js';

/** A value of the wrong type for its key. The message reads after a file's name. */
export class FieldError extends Error {}

const wrong = (key: string, what: string): never => {
  throw new FieldError(`has no ${what} in ${JSON.stringify(key)}`);
};

/** A string; null and absent are `undefined`. */
export function stringField(object: JsonObject, key: string): string | undefined {
  const value = object[key];
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : wrong(key, 'string');
}

/** A 64-bit integer as Go reads one: digits only, in range; null and absent are 0. */
export function integerField(object: JsonObject, key: string): bigint {
  const value = object[key];
  if (value === undefined || value === null) return 0n;
  const text = typeof value === 'number' || value instanceof LosslessNumber ? String(value) : '';
  if (!/^-?\d+$/.test(text)) return wrong(key, 'integer');
  const integer = BigInt(text);
  return BigInt.asIntN(64, integer) === integer ? integer : wrong(key, '64-bit integer');
}

/** The integer as a number where that is exact; else it keeps its digits as a `LosslessNumber`. */
export const exactInteger = (integer: bigint): number => {
  const value = Number(integer);
  return Number.isSafeInteger(value)
    ? value
    : (new LosslessNumber(String(integer)) as unknown as number);
};

/** An array; null and absent are `undefined`. */
export function arrayField(object: JsonObject, key: string): unknown[] | undefined {
  const value = object[key];
  if (value === undefined || value === null) return undefined;
  return Array.isArray(value) ? value : wrong(key, 'array');
}

/** An object; null and absent are `undefined`. */
export function objectField(object: JsonObject, key: string): JsonObject | undefined {
  const value = object[key];
  if (value === undefined || value === null) return undefined;
  return isObject(value) ? value : wrong(key, 'object');
}
