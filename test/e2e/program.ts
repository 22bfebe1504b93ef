import { join } from 'node:path';
import { startTmux, type Tmux } from '../support/tmux.js';

/** The built program. */
export const CLI = join(import.meta.dirname, '../../dist/cli.cjs');

export interface Start {
  readonly columns?: number;
  readonly rows?: number;
  readonly args?: readonly string[];
  readonly env?: Record<string, string | undefined>;
  /** Start it from an interactive shell, to see what it leaves behind. */
  readonly shell?: boolean;
  /** Let it use the private tmux, or the one that `env` leads to. */
  readonly tmux?: boolean;
}

/** The program on a root, in a private tmux. Spinners stand still. */
export async function startProgram(root: string, start: Start = {}): Promise<Tmux> {
  const { columns = 100, rows = 24, args = [], env = {}, shell = false } = start;
  const left = start.tmux === true ? [] : ['--no-tmux'];
  const command = [process.execPath, CLI, '--root', root, '--reduced-motion', ...left, ...args];
  if (!shell) return startTmux({ columns, rows, env: { TZ: 'UTC', ...env }, command });
  const tmux = await startTmux({ columns, rows, env: { TZ: 'UTC', ...env }, shell: true });
  await tmux.waitFor('$');
  await tmux.run(command);
  return tmux;
}
