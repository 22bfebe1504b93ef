import type { Role } from '../src/model/line.js';

/** How Ink draws a role. Colours are names of the terminal's own sixteen. */
export interface Style {
  readonly color?: string;
  readonly bold?: boolean;
  readonly dimColor?: boolean;
  readonly inverse?: boolean;
}

const COLOURS: Record<Role, Style> = {
  plain: {},
  dim: { dimColor: true },
  title: { bold: true },
  strong: { color: 'cyan' },
  border: { dimColor: true },
  key: { color: 'yellow' },
  warn: { color: 'yellow' },
  mark: { color: 'cyan', bold: true },
  cursor: { inverse: true },
  starting: { color: 'blue' },
  working: { color: 'green' },
  blocked: { color: 'red', bold: true },
  done: { color: 'magenta', bold: true },
  idle: { dimColor: true },
  stopped: { dimColor: true },
  unknown: { color: 'yellow' },
};

/** Without colour the weight still tells what matters; state words say the rest. */
const PLAIN: Record<Role, Style> = {
  ...(Object.fromEntries(Object.keys(COLOURS).map((role) => [role, {}])) as Record<Role, Style>),
  title: { bold: true },
  mark: { bold: true },
  cursor: { inverse: true },
  key: { bold: true },
  blocked: { bold: true },
  done: { bold: true },
};

export const styleOf = (role: Role, color: boolean): Style => (color ? COLOURS : PLAIN)[role];
