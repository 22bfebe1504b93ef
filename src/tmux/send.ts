import { type Place, reach, targetOf } from './jump.js';
import { problemOf } from './live.js';
import type { RunTmux } from './run.js';

/** Programs in which a text would be a command: the agent is not there any more. */
const SHELLS = new Set(
  [
    'sh',
    'bash',
    'dash',
    'zsh',
    'fish',
    'ksh',
    'mksh',
    'tcsh',
    'csh',
    'nu',
    'xonsh',
    'elvish',
  ].flatMap((name) => [name, `-${name}`]),
);

/** tmux ends a command at an argument's last `;`, unless a backslash stands before it. */
const protect = (text: string): string => (text.endsWith(';') ? `${text.slice(0, -1)}\\;` : text);

const FORMAT = '#{pane_active} #{pane_dead} #{pane_id} #{pane_pid} #{pane_current_command}';

/**
 * Whether a shell waits for commands: alone in front of its terminal. One that was started to run the
 * agent has the agent in its process group. What cannot be told is taken for waiting.
 */
async function isBare(ps: RunTmux, shell: string): Promise<boolean> {
  const answer = await ps(['-A', '-o', 'pid=,pgid=,tpgid=']);
  if (answer.status !== 'ok') return true;
  const rows = answer.text.split('\n').map((line) => line.trim().split(/\s+/));
  const front = rows.find(([pid]) => pid === shell)?.[2];
  return front === undefined || rows.filter(([, group]) => group === front).length <= 1;
}

/** How other programs are called. */
export interface Tools {
  readonly tmux: RunTmux;
  readonly ps: RunTmux;
}

/** The pane of an agent that takes a text now, or why there is none. */
export async function agentPane(
  { tmux: run, ps }: Tools,
  place: Place,
): Promise<{ pane: string } | { problem: string }> {
  const reached = await reach(run, place);
  if ('problem' in reached) return reached;
  const answer = await run(['list-panes', '-t', targetOf(reached.place), '-F', FORMAT]);
  if (answer.status !== 'ok') return { problem: `tmux ${problemOf(answer)}` };
  const active = answer.text
    .split('\n')
    .map((line) => /^1 ([01]) (%\d+) (\d+) (.*)$/.exec(line))
    .find((it) => it !== null);
  const [, dead, pane = '', pid = '', program = ''] = active ?? [];
  if (active === undefined || active === null) return { problem: 'tmux names no pane of it' };
  if (dead === '1') return { problem: 'the agent in its pane has ended' };
  if (SHELLS.has(program) && (await isBare(ps, pid))) {
    return { problem: `its pane is a bare shell (${program}), not the agent` };
  }
  return { pane };
}

/**
 * Types a text into an agent's pane and presses Enter, in one call. A text of several lines is pasted,
 * bracketed where the agent asks for it, so that its line ends send nothing early.
 * @returns why it was not sent, or null.
 */
export async function send(tools: Tools, place: Place, text: string): Promise<string | null> {
  const { tmux: run } = tools;
  const found = await agentPane(tools, place);
  if ('problem' in found) return found.problem;
  const { pane } = found;
  const enter = [';', 'send-keys', '-t', pane, 'Enter'];
  const buffer = `questmaster-tui-${process.pid}`;
  const answer = await run(
    text.includes('\n')
      ? [
          ...['set-buffer', '-b', buffer, '--', protect(text), ';'],
          ...['paste-buffer', '-p', '-d', '-b', buffer, '-t', pane],
          ...enter,
        ]
      : ['send-keys', '-t', pane, '-l', '--', protect(text), ...enter],
  );
  return answer.status === 'ok' ? null : `tmux ${problemOf(answer)}`;
}

/** The screen of the agent's pane, with its colours as escape sequences; or why it cannot be had. */
export async function capture(
  run: RunTmux,
  place: Place,
): Promise<{ text: string } | { problem: string }> {
  const reached = await reach(run, place);
  if ('problem' in reached) return reached;
  const answer = await run(['capture-pane', '-p', '-e', '-t', targetOf(reached.place)]);
  return answer.status === 'ok' ? { text: answer.text } : { problem: `tmux ${problemOf(answer)}` };
}

/** Ends a session by its exact name. @returns why it was not, or null. */
export async function kill(run: RunTmux, session: string): Promise<string | null> {
  const reached = await reach(run, { session, window: null });
  if ('problem' in reached) return reached.problem;
  const answer = await run(['kill-session', '-t', `=${session}`]);
  return answer.status === 'ok' ? null : `tmux ${problemOf(answer)}`;
}
