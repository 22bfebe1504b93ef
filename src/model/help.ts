import { sign, statusGlyph } from './glyph.js';
import { KEYMAP, type Scope } from './keymap.js';
import type { Model } from './model.js';
import { STATUSES, type Status } from './session.js';

/** The parts of the help: a title, and the places where a binding of that part holds. */
const PARTS: readonly (readonly [string, readonly Scope[]])[] = [
  ['In the list', ['list']],
  ['In the detail panel', ['detail']],
  ['In the detail panel and in pages like this', ['detail', 'page']],
  ['In list and detail', ['list', 'detail']],
  ['In pages like this', ['page']],
  ['Everywhere', ['list', 'detail', 'page']],
];

const MEANINGS: Record<Status, string> = {
  blocked: 'the agent asks: it needs you',
  working: 'a prompt was sent or a tool runs',
  starting: 'created, no prompt yet',
  done: 'finished, not seen yet',
  unknown: 'no state, or a word of a newer version',
  idle: 'finished and seen',
  stopped: 'the agent or its tmux session ended',
};

/** The help, from the table that the dispatcher reads. */
export function helpLines(model: Model): string[] {
  const lines: string[] = [];
  for (const [title, scopes] of PARTS) {
    lines.push(title);
    for (const binding of KEYMAP) {
      const here = scopes.length === binding.scopes.length;
      if (!here || binding.help === undefined) continue;
      if (!scopes.every((scope) => binding.scopes.includes(scope))) continue;
      const off = binding.tmux === true && model.tmux.status === 'off';
      const help = off ? (binding.without ?? 'left out (--no-tmux)') : binding.help;
      lines.push(`  ${(binding.label ?? '').padEnd(10)}${help}`);
    }
    lines.push('');
  }
  lines.push('States');
  const still = { ...model, motion: false };
  for (const status of STATUSES) {
    lines.push(`  ${statusGlyph(still, status)} ${status.padEnd(9)}${MEANINGS[status]}`);
  }
  lines.push('', 'Marks');
  lines.push(`  ${sign(model, 'warn')}         a file cannot be read: last good values are shown`);
  lines.push(`  ${sign(model, 'here')}         the session this tracker runs in`);
  lines.push('  quiet 5m  working, and no event for that long');
  return lines;
}
