import type { Model } from '../model/model.js';
import { emptyText, rowLines } from '../model/view-list.js';

const PLAIN_COLUMNS = 100;

/** The list once, as plain text without escape sequences, for a pipe or a file. */
export function plainList(model: Model): string {
  const still: Model = { ...model, motion: false, selected: null };
  if (still.visible.length === 0) return `${emptyText(still).join('\n')}\n`;
  const lines = still.visible.flatMap((row) => {
    const session = still.sessions.get(row.id);
    return session ? rowLines(still, row, session, PLAIN_COLUMNS) : [];
  });
  return `${lines
    .map((spans) =>
      spans
        .map((it) => it.text)
        .join('')
        .trimEnd(),
    )
    .join('\n')}\n`;
}
