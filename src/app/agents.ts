import { sessionOfPane } from '../tmux/jump.js';
import { systemProgram, systemTmux } from '../tmux/run.js';
import { capture, send } from '../tmux/send.js';
import { doDeed, onPath } from './deeds.js';
import type { Shell } from './effects.js';
import { jump } from './jump.js';

/** What is done with agents, as effects ask for it. */
type Agents = Pick<Shell, 'do' | 'send' | 'capture' | 'canContinue' | 'jump'>;

/** What that needs of the shell around it. */
export interface Surroundings {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** Whether tmux may be asked. */
  readonly tmux: boolean;
  /** Hands the terminal over while `work` runs, and takes it back. */
  lend(work: () => void): void;
  /** Something was done that changes what lives. */
  acted(): void;
}

/** Reaches agents through tmux and questmaster. */
export function createAgents({ root, env, tmux, lend, acted }: Surroundings): Agents {
  const run = systemTmux(env);
  const ps = systemProgram('ps', env);
  return {
    do: (deed, id) => doDeed(deed, id, { run, env, root, tmux }).finally(acted),
    send: ({ id, window }, text) => send({ tmux: run, ps }, { session: id, window }, text),
    capture: (session, window) => capture(run, { session, window }),
    canContinue: () => onPath('questmaster', env),
    jump: (session, window) => jump({ run, env, lend }, { session, window }),
  };
}

/** The session whose tmux session holds this program's pane; empty when none does. */
export const currentTmuxSession = (env: NodeJS.ProcessEnv): Promise<string> =>
  env.TMUX ? sessionOfPane(systemTmux(env), env.TMUX_PANE ?? '') : Promise.resolve('');
