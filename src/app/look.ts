import type { Action } from '../model/action.js';
import type { Model } from '../model/model.js';
import { update } from '../model/update.js';
import { askLive } from '../tmux/live.js';
import { systemTmux } from '../tmux/run.js';
import { lookOnce } from '../watch/look.js';
import { type ScreenOptions, startModel } from './options.js';

/** What a look at tmux came to, as an action. */
export const liveAction = (live: Awaited<ReturnType<typeof askLive>>): Action =>
  live.status === 'trouble'
    ? { type: 'tmux-trouble', problem: live.problem }
    : { type: 'tmux-live', names: [...new Set(live.panes.map((it) => it.session))] };

/** The model after one look at everything: what the tracker would show now. Writes nothing. */
export async function modelNow(options: ScreenOptions, env: NodeJS.ProcessEnv): Promise<Model> {
  let model = startModel(options, env, { columns: 100, rows: 1_000 });
  const apply = (action: Action): void => {
    [model] = update({ ...model, now: Date.now() }, action);
  };
  if (model.rootPath === '') {
    apply({ type: 'root', root: { status: 'none' } });
    return model;
  }
  const asked = options.tmux === false ? null : askLive(systemTmux(env));
  const { root, sessions } = await lookOnce(model.rootPath);
  apply({ type: 'root', root });
  apply({ type: 'sessions-read', sessions });
  if (asked !== null) apply(liveAction(await asked));
  return model;
}
