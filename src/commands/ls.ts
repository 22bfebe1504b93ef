import { modelNow } from '../app/look.js';
import { statusGlyph } from '../model/glyph.js';
import type { Model } from '../model/model.js';
import { activityText } from '../model/select.js';
import { leadPane, type Session, since } from '../model/session.js';
import { cut, pad, textWidth } from '../model/text.js';
import { age } from '../model/time.js';
import { type CommandOptions, FAILED, type Io, OK, saidUnreadable, sayTroubles } from './io.js';
import { sessionJson } from './json.js';

const HEADER = ['STATE', 'SINCE', 'ID', 'TITLE', 'AGENT', 'ACTIVITY'];

function cells(model: Model, session: Session, depth: number): string[] {
  const still = { ...model, motion: false };
  const pane = leadPane(session);
  const status = pane?.status ?? 'unknown';
  const warned = session.manifestProblem !== '' || session.snapshotProblem !== '';
  return [
    `${statusGlyph(still, status)} ${status}${pane?.word ? `: ${cut(pane.word, 12)}` : ''}`,
    pane ? age(since(pane), model.now) : '',
    session.id,
    `${'  '.repeat(depth)}${session.title}${warned ? ' (unreadable)' : ''}`,
    pane?.agent ?? session.agents[0]?.name ?? '',
    pane ? activityText(session, pane) : session.unknownWhy,
  ];
}

/** Rows of cells as text, each column as wide as it needs to be. */
export function table(rows: readonly (readonly string[])[], columns: number | null): string {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => textWidth(row[at] ?? ''))),
  );
  const line = (row: readonly string[]): string => {
    const text = row.map((cell, at) => pad(cell, widths[at] ?? 0)).join('  ');
    return (columns === null ? text : cut(text, columns)).trimEnd();
  };
  return rows.map((row) => `${line(row)}\n`).join('');
}

/** `ls`: every session in the order of the list, as a table or as JSON. */
export async function ls(options: CommandOptions, io: Io): Promise<number> {
  const model = await modelNow(options, io.env);
  if (saidUnreadable(model, io)) return FAILED;
  const rows = model.order.flatMap((row) => {
    const session = model.sessions.get(row.id);
    return session ? [{ session, depth: row.depth }] : [];
  });
  sayTroubles(model, io);
  if (options.json) {
    io.out(`${JSON.stringify(rows.map((it) => sessionJson(it.session), null))}\n`);
    return OK;
  }
  const lines = rows.map((it) => cells(model, it.session, it.depth));
  io.out(table([HEADER, ...lines], io.columns));
  return OK;
}
