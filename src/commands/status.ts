import { modelNow } from '../app/look.js';
import { statusGlyph } from '../model/glyph.js';
import type { Model } from '../model/model.js';
import type { Status } from '../model/session.js';
import { type CommandOptions, FAILED, type Io, OK, USAGE } from './io.js';

/** tmux's names of the colours that the screen gives these states. */
const COLOURS: Partial<Record<Status, string>> = {
  blocked: 'fg=red,bold',
  working: 'fg=green',
  done: 'fg=magenta,bold',
  unknown: 'fg=yellow',
};

const SHOWN: readonly Status[] = ['blocked', 'done', 'working', 'unknown'];

/** `#` begins a format of tmux. */
const literal = (text: string): string => text.replaceAll('#', '##');

function line(model: Model): string {
  const colour = (status: Status, text: string): string =>
    model.color ? `#[${COLOURS[status]}]${text}#[default]` : text;
  const counts = SHOWN.filter((status) => model.sessions.counts[status] > 0).map((status) =>
    colour(
      status,
      `${statusGlyph({ ...model, motion: false }, status)} ${model.sessions.counts[status]}`,
    ),
  );
  const unsure = model.tmux.status === 'trouble' && model.sessions.size > 0;
  return [...counts, ...(unsure ? ['tmux?'] : [])].join(' ');
}

/** Fields of `--format`, in braces. */
function fields(model: Model): Record<string, string> {
  const { counts, size } = model.sessions;
  return {
    ...Object.fromEntries(Object.entries(counts).map(([status, count]) => [status, `${count}`])),
    sessions: `${size}`,
    need_you: `${counts.blocked + counts.done}`,
  };
}

export interface StatusOptions extends CommandOptions {
  format?: string;
}

/** `status`: one line for a status line; with `--json` the counts. */
export async function status(options: StatusOptions, io: Io): Promise<number> {
  const model = await modelNow(options, io.env);
  const known = fields(model);
  const wrong = /\{(\w*)\}/g;
  for (const [, name = ''] of (options.format ?? '').matchAll(wrong)) {
    if (name in known) continue;
    io.err(`questmaster-tui: --format knows {${Object.keys(known).join('}, {')}}, not {${name}}\n`);
    return USAGE;
  }
  if (model.root.status !== 'ok' && model.root.status !== 'missing') {
    io.out('questmaster: state root unreadable\n');
    return FAILED;
  }
  if (options.json) {
    const { counts, size } = model.sessions;
    io.out(`${JSON.stringify({ sessions: size, ...counts })}\n`);
  } else if (options.format !== undefined) {
    io.out(`${options.format.replace(wrong, (_, name: string) => literal(known[name] ?? ''))}\n`);
  } else io.out(`${line(model)}\n`);
  return OK;
}
