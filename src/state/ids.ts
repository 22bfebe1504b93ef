import { InvalidIdError } from './errors.js';

const PARTY_ID = /^party-[A-Za-z0-9_-]+$/;
const SESSION_ID = /^(?:party|qm)-[A-Za-z0-9_-]+$/;
const RESUME_ID = /^[A-Za-z0-9_-]+$/;

/** Whether `id` is a session id of v0.2 (`party-…`). */
export const isValidPartyId = (id: string): boolean => PARTY_ID.test(id);

/** Whether `id` is a session id of either generation (`party-…`, `qm-…`). */
export const isValidSessionId = (id: string): boolean => SESSION_ID.test(id);

/** The id itself. @throws InvalidIdError when it is none and so must not become part of a path. */
export function checkedId(id: string): string {
  if (!isValidSessionId(id)) throw new InvalidIdError(id);
  return id;
}

/** A resume id as it is when it is safe in paths and patterns, else `''`. */
export const sanitizeResumeId = (value: string): string => (RESUME_ID.test(value) ? value : '');

/** The key under which a new manifest of this id keeps it. */
export const idKey = (id: string): 'party_id' | 'session_id' =>
  id.startsWith('party-') ? 'party_id' : 'session_id';
