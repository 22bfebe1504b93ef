/** How a call of tmux ended. `failed` carries what it said; `slow`: it was given up at the deadline. */
export type TmuxAnswer =
  | { readonly status: 'ok'; readonly text: string }
  | { readonly status: 'failed'; readonly text: string }
  | { readonly status: 'missing' }
  | { readonly status: 'slow' };

/** Calls tmux with a list of arguments, never through a shell. Never rejects. */
export type RunTmux = (args: readonly string[]) => Promise<TmuxAnswer>;

/** A call is given up after this long, in milliseconds. */
export const DEADLINE_MS = 1_000;

/** More than this is no answer of ours, in bytes. */
const MOST_BYTES = 8 << 20;

/** The tmux on PATH, and the server that the environment names. */
export const systemTmux = (env: NodeJS.ProcessEnv, deadlineMs = DEADLINE_MS): RunTmux => {
  const run = systemProgram('tmux', env, deadlineMs);
  return (args) => run(['-u', ...args]);
};

/** A program on PATH, called and given up in the same way. */
export const systemProgram =
  (file: string, env: NodeJS.ProcessEnv, deadlineMs = DEADLINE_MS): RunTmux =>
  (args) =>
    new Promise((resolve) => {
      // In a group of its own, so that at the deadline whatever it started ends with it.
      // Loaded when first needed: nothing on the way to the first frame is.
      const { spawn } = process.getBuiltinModule('node:child_process');
      const child = spawn(file, [...args], {
        env,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const pieces: Buffer[] = [];
      const errors: Buffer[] = [];
      let size = 0;
      const end = (answer: TmuxAnswer): void => {
        clearTimeout(timer);
        child.stdout.destroy();
        child.stderr.destroy();
        child.removeAllListeners();
        child.on('error', () => undefined);
        resolve(answer);
      };
      const kill = (): void => {
        try {
          if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
        } catch {
          // It ended by itself.
        }
      };
      const timer = setTimeout(() => {
        kill();
        child.unref();
        end({ status: 'slow' });
      }, deadlineMs);
      const keep =
        (list: Buffer[]) =>
        (piece: Buffer): void => {
          size += piece.length;
          if (size <= MOST_BYTES) return void list.push(piece);
          kill();
          end({ status: 'failed', text: 'its answer has no end' });
        };
      child.stdout.on('data', keep(pieces));
      child.stderr.on('data', keep(errors));
      child.on('error', (error: NodeJS.ErrnoException) => {
        const missing = error.code === 'ENOENT' || error.code === 'EACCES';
        end(missing ? { status: 'missing' } : { status: 'failed', text: error.message });
      });
      child.on('close', (code) => {
        if (code === 0) end({ status: 'ok', text: Buffer.concat(pieces).toString('utf8') });
        else end({ status: 'failed', text: Buffer.concat(errors).toString('utf8').trim() });
      });
    });
