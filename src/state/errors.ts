/** A manifest that `create` was asked to make is there already. */
export class ManifestExistsError extends Error {
  readonly code = 'MANIFEST_EXISTS';
  constructor(readonly id: string) {
    super(`manifest of ${id} exists already; use update to change it`);
    this.name = 'ManifestExistsError';
  }
}

/** A manifest that was asked for is not there. */
export class ManifestNotFoundError extends Error {
  readonly code = 'MANIFEST_NOT_FOUND';
  constructor(readonly id: string) {
    super(`no manifest of ${id}; check the id and the state root`);
    this.name = 'ManifestNotFoundError';
  }
}

/** A text that is no session id and must not reach a path. */
export class InvalidIdError extends Error {
  readonly code = 'INVALID_ID';
  constructor(readonly id: string) {
    super(
      `${JSON.stringify(id)} is no session id; ids are qm-… or party-… of letters, digits, _ and -`,
    );
    this.name = 'InvalidIdError';
  }
}

/** Nothing says where the state root is. */
export class NoStateRootError extends Error {
  readonly code = 'NO_STATE_ROOT';
  constructor() {
    super('no state root: set QUESTMASTER_STATE_ROOT or HOME, or pass {root}');
    this.name = 'NoStateRootError';
  }
}

/** A file that is there but cannot be understood. It is never overwritten. */
export class UnreadableFileError extends Error {
  readonly code = 'UNREADABLE_FILE';
  constructor(
    readonly path: string,
    readonly problem: string,
  ) {
    super(`${path} ${problem}; it is left as it is`);
    this.name = 'UnreadableFileError';
  }
}

/** A lock that somebody else held for longer than we wait. */
export class LockTimeoutError extends Error {
  readonly code = 'LOCK_TIMEOUT';
  constructor(
    readonly path: string,
    readonly ms: number,
  ) {
    super(`${path} stayed locked by others for ${ms / 1_000} s; nothing was written, try again`);
    this.name = 'LockTimeoutError';
  }
}
