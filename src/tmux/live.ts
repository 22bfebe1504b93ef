import type { RunTmux, TmuxAnswer } from './run.js';

/** One pane of the server. */
export interface LivePane {
  /** Such as `%3`. */
  readonly id: string;
  readonly session: string;
  readonly window: number;
  /** Its program has ended. */
  readonly dead: boolean;
}

/** What tmux says of its sessions; `trouble`: nothing that could be relied on, for this reason. */
export type Live =
  | { readonly status: 'ok'; readonly panes: readonly LivePane[] }
  | { readonly status: 'trouble'; readonly problem: string };

const FORMAT = '#{pane_id} #{pane_dead} #{window_index} #{session_name}';
const LINE = /^(%\d+) ([01]) (\d+) (.+)$/;

/** Why an answer is none, in words that read after `tmux`. */
export function problemOf(answer: TmuxAnswer): string {
  switch (answer.status) {
    case 'missing':
      return 'is not on PATH';
    case 'slow':
      return 'does not answer';
    case 'failed':
      return `says: ${answer.text.split('\n')[0] || 'nothing, and fails'}`;
    case 'ok':
      return 'answers in a way nobody here understands';
  }
}

/** All panes from the answer of `list-panes`. A server without any is no server, so nothing is no answer. */
export function parseLive(answer: TmuxAnswer): Live {
  // The one answer that means that nothing lives. Any other fault says nothing of the sessions.
  if (answer.status === 'failed' && answer.text.startsWith('no server running')) {
    return { status: 'ok', panes: [] };
  }
  const trouble: Live = { status: 'trouble', problem: problemOf(answer) };
  if (answer.status !== 'ok') return trouble;
  const panes: LivePane[] = [];
  for (const line of answer.text.split('\n')) {
    if (line === '') continue;
    const [, id, dead, window, session] = LINE.exec(line) ?? [];
    if (id === undefined || session === undefined) return trouble;
    panes.push({ id, session, window: Number(window), dead: dead === '1' });
  }
  return panes.length === 0 ? trouble : { status: 'ok', panes };
}

/** Asks once, for all sessions: the cost does not grow with them. */
export const askLive = async (run: RunTmux): Promise<Live> =>
  parseLive(await run(['list-panes', '-a', '-F', FORMAT]));
