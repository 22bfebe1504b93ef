import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Effect } from '../model/action.js';
import { deleteSession } from '../state/delete.js';
import { askLive } from '../tmux/live.js';
import type { RunTmux } from '../tmux/run.js';
import { kill } from '../tmux/send.js';

type Deed = Extract<Effect, { type: 'do' }>['deed'];

/** Whether a program is on PATH. */
export async function onPath(name: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  for (const directory of (env.PATH ?? '').split(delimiter)) {
    if (directory === '') continue;
    const there = await access(join(directory, name), constants.X_OK).then(
      () => true,
      () => false,
    );
    if (there) return true;
  }
  return false;
}

/** Runs `questmaster continue <id>`; answers with what it said when it failed. */
const questmasterContinue = (id: string, env: NodeJS.ProcessEnv): Promise<string | null> =>
  new Promise((resolve) => {
    const { spawn } = process.getBuiltinModule('node:child_process');
    const child = spawn('questmaster', ['continue', id], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (piece: Buffer) => {
      if (said.length < 1_000) said += piece.toString('utf8');
    });
    child.on('error', (error) => resolve(`questmaster cannot be started: ${error.message}`));
    child.on('close', (code) =>
      resolve(code === 0 ? null : `questmaster continue failed: ${said.split('\n')[0] || code}`),
    );
  });

/** Does what a person said yes to. Answers with the reason when it was not done. */
export async function doDeed(
  deed: Deed,
  id: string,
  { run, env, root, tmux }: { run: RunTmux; env: NodeJS.ProcessEnv; root: string; tmux: boolean },
): Promise<string | null> {
  switch (deed) {
    case 'kill':
      return kill(run, id);
    case 'continue':
      return questmasterContinue(id, env);
    case 'delete': {
      if (tmux) {
        // It may live again since it was last asked for.
        const live = await askLive(run);
        if (live.status === 'trouble') return `nothing was deleted: tmux ${live.problem}`;
        if (live.panes.some((pane) => pane.session === id)) {
          return `${id} lives again: nothing was deleted`;
        }
      }
      return deleteSession(id, { root }).then(
        () => null,
        (error: Error) => error.message,
      );
    }
  }
}
