import type { Model } from '../model/model.js';
import { STATUSES, sessionStatus } from '../model/session.js';
import { follow } from './follow.js';
import {
  type CommandOptions,
  FAILED,
  type Io,
  OK,
  saidUnreadable,
  TIMED_OUT,
  USAGE,
} from './io.js';

export interface WaitOptions extends CommandOptions {
  for: string;
  timeout?: string;
}

const UNITS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** `90s`, `10m`, `1h`, `500ms`, or plain seconds, in milliseconds; null when it is none of these. */
export function duration(text: string): number | null {
  const [, number, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? [];
  return number === undefined ? null : Number(number) * (UNITS[unit] ?? 1);
}

/** `wait <id>`: until the session is in one of these states. Prints the state. */
export async function wait(id: string, options: WaitOptions, io: Io): Promise<number> {
  const wanted = options.for.split(',').map((it) => it.trim());
  const odd = wanted.find((it) => !(STATUSES as readonly string[]).includes(it));
  if (odd !== undefined) {
    io.err(`questmaster-tui: --for knows ${STATUSES.join(', ')}, not ${JSON.stringify(odd)}\n`);
    return USAGE;
  }
  const ms = options.timeout === undefined ? null : duration(options.timeout);
  if (options.timeout !== undefined && ms === null) {
    io.err(`questmaster-tui: --timeout wants a time such as 90s, 10m or 1h\n`);
    return USAGE;
  }
  let answer!: (code: number) => void;
  const answered = new Promise<number>((resolve) => {
    answer = resolve;
  });
  const look = (model: Model): void => {
    const session = model.sessions.get(id);
    if (session === undefined) {
      if (!saidUnreadable(model, io)) io.err(`questmaster-tui: there is no session ${id}\n`);
      answer(FAILED);
      return;
    }
    const state = sessionStatus(session);
    if (!wanted.includes(state)) return;
    io.out(`${state}\n`);
    answer(OK);
  };
  const following = follow(options, io, look);
  const timer =
    ms === null
      ? undefined
      : setTimeout(() => {
          io.err(`questmaster-tui: ${id} is not ${wanted.join(' or ')} after ${options.timeout}\n`);
          answer(TIMED_OUT);
        }, ms);
  void following.ready.then(() => look(following.model));
  const code = await answered;
  clearTimeout(timer);
  await following.close();
  return code;
}
