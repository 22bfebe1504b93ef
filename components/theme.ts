import type { Role, Span } from '../src/model/line.js';

/** SGR parameters of the roles that stand out. Colours are the terminal's own sixteen. */
const COLOURS: Partial<Record<Role, string>> = {
  dim: '2',
  title: '1',
  strong: '36',
  border: '2',
  key: '33',
  warn: '33',
  mark: '36;1',
  cursor: '7',
  starting: '34',
  working: '32',
  blocked: '31;1',
  done: '35;1',
  idle: '2',
  stopped: '2',
  unknown: '33',
};

/** Without colour the weight still tells what matters; state words say the rest. */
const PLAIN: Partial<Record<Role, string>> = {
  title: '1',
  mark: '1',
  cursor: '7',
  key: '1',
  blocked: '1',
  done: '1',
};

/** One line of the screen as text, each span in the style of its role. */
export function styled(spans: readonly Span[], color: boolean): string {
  let line = '';
  for (const { text, role, sgr } of spans) {
    const style = (color ? sgr : undefined) || (color ? COLOURS : PLAIN)[role];
    line += style === undefined ? text : `\u001b[${style}m${text}\u001b[0m`;
  }
  return line;
}
