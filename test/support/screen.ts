import stringWidth from 'string-width';

/** A condition on the screen: text in it, a pattern in its lines, or a question to its lines. */
export type OnScreen = string | RegExp | ((lines: readonly string[], text: string) => boolean);

/** Lines in a frame, so that a failure shows where the screen ends. */
export function frame(lines: readonly string[], columns: number): string {
  const bar = '─'.repeat(columns);
  const body = lines.map((line) => `│${pad(line, columns)}│`);
  return [`╭${bar}╮`, ...body, `╰${bar}╯`].join('\n');
}

/** Spaces up to the full width. */
export function pad(line: string, columns: number): string {
  return line + ' '.repeat(Math.max(0, columns - stringWidth(line)));
}

/** Lines without the spaces at their ends. */
export function plain(lines: readonly string[]): string {
  return lines.map((line) => line.trimEnd()).join('\n');
}

/** Whether the screen shows it. */
export function holds(wanted: OnScreen, lines: readonly string[]): boolean {
  const text = plain(lines);
  if (typeof wanted === 'string') return text.includes(wanted);
  return wanted instanceof RegExp ? text.search(wanted) >= 0 : wanted(lines, text);
}

/** The condition in words, for a failure. */
export function describe(wanted: OnScreen): string {
  if (typeof wanted === 'string') return JSON.stringify(wanted);
  return wanted instanceof RegExp ? `${wanted}` : wanted.name || 'a condition';
}
