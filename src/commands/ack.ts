import { modelNow } from '../app/look.js';
import { asTold } from '../model/live.js';
import { foldDone } from '../state/session-state.js';
import { type CommandOptions, FAILED, type Io, OK, saidUnreadable, USAGE } from './io.js';

export interface AckOptions extends CommandOptions {
  all?: boolean;
}

/** `ack <id>…` or `ack --all`: what is done has been seen and turns idle. */
export async function ack(ids: readonly string[], options: AckOptions, io: Io): Promise<number> {
  if ((ids.length === 0) === (options.all !== true)) {
    io.err('questmaster-tui: ack wants ids of sessions, or --all\n');
    return USAGE;
  }
  // What tmux says is of no matter here: the file is what changes.
  const model = await modelNow({ ...options, tmux: false }, io.env);
  if (saidUnreadable(model, io)) return FAILED;
  let code = OK;
  for (const id of options.all ? model.order.map((row) => row.id) : ids) {
    const session = model.sessions.get(id);
    if (session === undefined) {
      io.err(`questmaster-tui: there is no session ${JSON.stringify(id)}\n`);
      code = FAILED;
      continue;
    }
    const targets = asTold(session)
      .panes.filter((pane) => pane.status === 'done')
      .map(({ role, seq }) => ({ role, seq }));
    if (targets.length === 0) {
      if (!options.all) io.err(`questmaster-tui: ${id}: nothing here is done\n`);
      continue;
    }
    try {
      const folded = await foldDone(id, targets, { root: model.rootPath });
      for (const role of folded) io.out(`${id} ${role} idle\n`);
    } catch (error) {
      io.err(`questmaster-tui: ${id}: ${(error as Error).message}\n`);
      code = FAILED;
    }
  }
  return code;
}
