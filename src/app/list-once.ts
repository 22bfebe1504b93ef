import type { Action } from '../model/action.js';
import { update } from '../model/update.js';
import { type ScreenOptions, startModel } from './options.js';
import { plainList } from './plain.js';
import { openDisk } from './sources.js';

/** The sessions as they are now, as plain text: for a standard output that is no terminal. */
export async function listOnce(options: ScreenOptions, env: NodeJS.ProcessEnv): Promise<string> {
  let model = startModel(options, env, { columns: 100, rows: 1_000 });
  const dispatch = (action: Action): void => {
    [model] = update(model, action);
  };
  const disk = openDisk(model.rootPath, dispatch);
  await disk?.ready;
  await disk?.close();
  return plainList(model);
}
