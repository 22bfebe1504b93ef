import { modelNow } from './look.js';
import type { ScreenOptions } from './options.js';
import { plainList } from './plain.js';

/**
 * The sessions as they are now, as plain text: for a standard output that is no terminal. `unsure`
 * says what is not known, or is empty.
 */
export async function listOnce(
  options: ScreenOptions,
  env: NodeJS.ProcessEnv,
): Promise<{ text: string; unsure: string }> {
  const model = await modelNow(options, env);
  const { tmux } = model;
  const unsure = tmux.status === 'trouble' ? `tmux ${tmux.problem}; states are those on disk` : '';
  return { text: plainList(model), unsure };
}
