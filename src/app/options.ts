import { homedir } from 'node:os';
import type { Model } from '../model/model.js';
import { initialModel } from '../model/model.js';
import { isValidSessionId, stateRoot } from '../state/index.js';

/** What the command line may say about a screen. */
export interface ScreenOptions {
  root?: string;
  ascii?: boolean;
  reducedMotion?: boolean;
  color?: boolean;
  /** False: nothing touches tmux. */
  tmux?: boolean;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Whether the locale says that the terminal takes UTF-8, as libc would read it. */
export function isUtf8(env: Env): boolean {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
  // Nothing said: macOS and containers mostly mean UTF-8.
  return locale === '' || /utf-?8/i.test(locale);
}

/** The session this program runs in, by the variables questmaster sets, or empty. */
export function currentSession(env: Env): string {
  const id = env.QUESTMASTER_SESSION || env.PARTY_SESSION || '';
  return isValidSessionId(id) ? id : '';
}

/** The model before anything has been read, from options and environment. */
export function startModel(
  options: ScreenOptions,
  env: Env,
  size: { columns: number; rows: number },
): Model {
  return initialModel({
    ...size,
    now: Date.now(),
    utcOffset: -new Date().getTimezoneOffset(),
    ascii: options.ascii === true || !isUtf8(env) || env.TERM === 'dumb',
    motion: options.reducedMotion !== true,
    color: options.color !== false && !env.NO_COLOR && env.TERM !== 'dumb',
    rootPath: options.root ?? stateRoot(env),
    home: env.HOME || homedir(),
    here: currentSession(env),
    tmux: { status: options.tmux === false ? 'off' : 'asked' },
  });
}
