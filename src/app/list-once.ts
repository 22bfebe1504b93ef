import { modelNow } from './look.js';
import type { ScreenOptions } from './options.js';
import { plainList } from './plain.js';

/** The sessions as they are now, as plain text: for a standard output that is no terminal. */
export const listOnce = async (options: ScreenOptions, env: NodeJS.ProcessEnv): Promise<string> =>
  plainList(await modelNow(options, env));
