/** Why the program ends: its exit code, and the error when one was the reason. */
export interface Exit {
  readonly code: number;
  readonly error?: unknown;
}

export interface Exits {
  /** Resolves once, with the first reason. */
  readonly ended: Promise<Exit>;
  end(exit: Exit): void;
}

const SIGNALS = { SIGINT: 130, SIGQUIT: 131, SIGTERM: 143, SIGHUP: 129 } as const;

/** Codes of errors that only say that the terminal is gone. */
const GONE = new Set(['EIO', 'ENXIO', 'EBADF', 'ERR_STREAM_DESTROYED']);

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Watches every way out but the program's own keys: signals, errors nobody caught, a terminal gone. */
export function watchExits(proc: NodeJS.Process): Exits {
  let end!: (exit: Exit) => void;
  const ended = new Promise<Exit>((resolve) => {
    end = resolve;
  });
  for (const [signal, code] of Object.entries(SIGNALS)) proc.on(signal, () => end({ code }));
  const failed = (error: unknown): void => {
    end(GONE.has(codeOf(error)) ? { code: SIGNALS.SIGHUP } : { code: 1, error });
  };
  proc.on('uncaughtException', failed);
  proc.on('unhandledRejection', failed);
  proc.stdout.on('error', failed);
  proc.stdin.on('error', failed);
  const gone = (): void => end({ code: SIGNALS.SIGHUP });
  proc.stdin.on('end', gone);
  proc.stdin.on('close', gone);
  return { ended, end };
}
