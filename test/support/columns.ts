import type { Tmux } from './tmux.js';

/**
 * The column at which a text stands first in each row of the screen that has it: as the terminal has put it into its cells,
 * whatever anybody else thinks that the text before it is wide. The screen must hold still.
 */
export async function columnsOf(tmux: Tmux, text: string): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  const seen = new Set<string>();
  const copy = (...args: string[]): Promise<string> =>
    tmux.tmux('send-keys', '-t', tmux.pane, '-X', ...args);
  // As in vi the cursor stands on a match's first cell, otherwise behind its last one.
  await tmux.tmux('set-option', '-w', '-t', tmux.pane, 'mode-keys', 'vi');
  await tmux.tmux('copy-mode', '-t', tmux.pane);
  await copy('history-top');
  for (;;) {
    await copy('search-forward', text);
    const format = '#{copy_cursor_x} #{copy_cursor_y}';
    const at = await tmux.tmux('display-message', '-p', '-t', tmux.pane, format);
    // Behind the last match the search begins anew.
    if (seen.has(at)) break;
    seen.add(at);
    const [column = -1, row = -1] = at.trim().split(' ').map(Number);
    found.set(row, Math.min(column, found.get(row) ?? column));
  }
  await copy('cancel');
  return found;
}
