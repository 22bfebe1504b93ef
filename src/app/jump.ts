import { clientOf, type Place, reach, switchTo, targetOf } from '../tmux/jump.js';
import type { RunTmux } from '../tmux/run.js';

/** What a jump needs of the shell around it. */
export interface Jumper {
  readonly run: RunTmux;
  readonly env: NodeJS.ProcessEnv;
  /** Hands the terminal over while `work` runs, and takes it back. */
  lend(work: () => void): void;
}

/**
 * Goes to a session's window: inside tmux the client that shows this pane is switched there, outside
 * it is attached on this terminal until it detaches. Answers with the reason when that failed; then
 * nothing else happened.
 */
export async function jump({ run, env, lend }: Jumper, wish: Place): Promise<string | null> {
  const reached = await reach(run, wish);
  if ('problem' in reached) return reached.problem;
  const { place } = reached;
  if (env.TMUX) {
    const client = await clientOf(run, env.TMUX_PANE ?? '');
    if (client === '') return 'no tmux client shows this pane';
    return switchTo(run, client, place);
  }
  let problem: string | null = null;
  lend(() => {
    const { spawnSync } = process.getBuiltinModule('node:child_process');
    const { status, error } = spawnSync('tmux', ['attach-session', '-t', targetOf(place)], {
      stdio: 'inherit',
      env,
    });
    if (error) problem = `tmux cannot be started: ${error.message}`;
    else if (status !== 0) problem = `tmux attach failed for ${place.session}`;
  });
  return problem;
}
