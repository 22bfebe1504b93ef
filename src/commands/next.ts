import { modelNow } from '../app/look.js';
import { needsYou } from '../model/select.js';
import { clientOf, clientsOf, reach, switchTo } from '../tmux/jump.js';
import { systemTmux } from '../tmux/run.js';
import { type CommandOptions, FAILED, type Io, OK, saidUnreadable } from './io.js';

export interface NextOptions extends CommandOptions {
  client?: string;
}

/**
 * `next`: switches a client (the one that shows this pane, or `--client`) to the session that has
 * needed you longest, and from there to the one after it.
 */
export async function next(options: NextOptions, io: Io): Promise<number> {
  const model = await modelNow({ ...options, tmux: true }, io.env);
  if (saidUnreadable(model, io)) return FAILED;
  const fail = (text: string): number => {
    io.err(`questmaster-tui: ${text}\n`);
    return FAILED;
  };
  if (model.tmux.status === 'trouble') return fail(`tmux ${model.tmux.problem}`);
  const run = systemTmux(io.env);
  const name = options.client ?? (await clientOf(run, io.env.TMUX_PANE ?? ''));
  const client = (await clientsOf(run)).find((it) => it.name === name);
  if (client === undefined) {
    return fail(
      name === ''
        ? 'no tmux client shows this pane; run it inside tmux, or say --client'
        : `tmux has no client ${JSON.stringify(name)}`,
    );
  }
  const queue = needsYou(model);
  const at = queue.findIndex((row) => row.id === client.sessionName);
  const row = queue[(at + 1) % Math.max(1, queue.length)];
  if (row === undefined) return fail('nothing needs you');
  const window = model.sessions.get(row.id)?.window ?? null;
  const reached = await reach(run, { session: row.id, window });
  if ('problem' in reached) return fail(reached.problem);
  const problem = await switchTo(run, client.name, reached.place);
  return problem === null ? OK : fail(problem);
}
