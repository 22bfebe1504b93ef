import { problemOf } from './live.js';
import type { RunTmux, TmuxAnswer } from './run.js';

/** Where to go: a session by its exact name, and the agent's window in it. */
export interface Place {
  readonly session: string;
  readonly window: number | null;
}

/**
 * The exact target of a place. Without `=` tmux takes a prefix for a name, and without `:` a name for
 * a window; an empty name would be whatever is current. @throws TypeError for an empty name.
 */
export function targetOf({ session, window }: Place): string {
  if (session === '') throw new TypeError('a target needs a session');
  return `=${session}:${window ?? ''}`;
}

/** Why it failed, or null when it did not. */
const failed = (answer: TmuxAnswer, session: string): string | null => {
  if (answer.status === 'ok') return null;
  const gone = answer.status === 'failed' && /^(can't find|no server running)/.test(answer.text);
  return gone ? `${session} has no tmux session any more` : `tmux ${problemOf(answer)}`;
};

/** The place as it can be reached: without the window where the session has no such window. */
export async function reach(
  run: RunTmux,
  place: Place,
): Promise<{ place: Place } | { problem: string }> {
  const session = { ...place, window: null };
  const answer = await run(['list-windows', '-t', targetOf(session), '-F', '#{window_index}']);
  if (answer.status !== 'ok') return { problem: failed(answer, place.session) ?? '' };
  const windows = answer.text.split('\n').filter((line) => line !== '');
  // A target that is not there may be answered with success and nothing.
  if (windows.length === 0) return { problem: `${place.session} has no tmux session any more` };
  return { place: windows.includes(`${place.window}`) ? place : session };
}

/** A client of the server. */
export interface Client {
  readonly name: string;
  /** Id (`$3`) and name of the session it shows. */
  readonly session: string;
  readonly sessionName: string;
  /** Seconds since 1970. */
  readonly usedAt: number;
}

/** All clients, the one used last first. None when tmux does not say. */
export async function clientsOf(run: RunTmux): Promise<readonly Client[]> {
  const format = '#{client_activity} #{session_id} #{client_name} #{session_name}';
  const answer = await run(['list-clients', '-F', format]);
  if (answer.status !== 'ok') return [];
  return answer.text
    .split('\n')
    .flatMap((line) => {
      const [, usedAt, session, name, sessionName] = /^(\d+) (\$\d+) (\S+) (.+)$/.exec(line) ?? [];
      if (!session || !name || !sessionName) return [];
      return [{ name, session, sessionName, usedAt: Number(usedAt) }];
    })
    .sort((a, b) => b.usedAt - a.usedAt);
}

/** The client that shows the pane with this id, of several the one used last; empty when none does. */
export async function clientOf(run: RunTmux, pane: string): Promise<string> {
  if (!/^%\d+$/.test(pane)) return '';
  const panes = await run(['list-panes', '-a', '-F', '#{pane_id} #{session_id}']);
  if (panes.status !== 'ok') return '';
  const lines = panes.text.split('\n').map((line) => line.split(' '));
  const sessions = new Set(lines.filter(([id]) => id === pane).map(([, session]) => session));
  return (await clientsOf(run)).find((it) => sessions.has(it.session))?.name ?? '';
}

/** Switches a client to a place that was reached. Answers with the reason when that failed. */
export async function switchTo(run: RunTmux, client: string, place: Place): Promise<string | null> {
  const answer = await run(['switch-client', '-c', client, '-t', targetOf(place)]);
  return failed(answer, place.session);
}

/** The name of the session a pane is in; empty when tmux does not say. */
export async function sessionOfPane(run: RunTmux, pane: string): Promise<string> {
  if (!/^%\d+$/.test(pane)) return '';
  const answer = await run(['display-message', '-p', '-t', pane, '#{pane_id} #{session_name}']);
  const [, id, session] = answer.status === 'ok' ? (/^(%\d+) (.+)$/m.exec(answer.text) ?? []) : [];
  return id === pane ? (session ?? '') : '';
}
