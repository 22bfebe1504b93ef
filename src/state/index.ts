/**
 * The files questmaster and its hooks write: manifests, snapshots, event logs, locks, discovery.
 * Importing this does nothing: locks and writers load at the first write.
 */
export { LosslessNumber } from 'lossless-json';
export {
  InvalidIdError,
  LockTimeoutError,
  ManifestExistsError,
  ManifestNotFoundError,
  NoStateRootError,
  UnreadableFileError,
} from './errors.js';
export {
  appendStateEvent,
  formatStateEvent,
  parseStateEvent,
  STATE_JSONL_MAX_SIZE,
} from './event-log.js';
export { type FollowOptions, followStateEvents, stateEvents } from './events.js';
export { stampOf } from './file-text.js';
export { isValidPartyId, isValidSessionId, sanitizeResumeId } from './ids.js';
export { extraString, formatManifest, manifestId, parseManifest, setExtra } from './manifest.js';
export {
  manifestPath,
  type RootOption,
  sessionStateDir,
  sessionStateLockPath,
  sessionStateLogPath,
  sessionStatePath,
  stateRoot,
} from './paths.js';
export { readManifest, readManifestText, readSnapshot } from './reading.js';
export {
  type FoldTarget,
  foldDone,
  initStartingState,
  loadSessionState,
  saveSessionState,
  updateSessionState,
} from './session-state.js';
export { SCHEMA_VERSION } from './snapshot.js';
export {
  type ManifestProblem,
  manifestIds,
  newStore,
  openStore,
  Store,
  sortByMtime,
} from './store.js';
export { nowUtc } from './time.js';
export type {
  AgentManifest,
  Manifest,
  PaneState,
  Reading,
  SessionState,
  StateEvent,
} from './types.js';
