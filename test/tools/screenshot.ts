/**
 * Takes a picture of a program in a terminal: runs it in a private tmux, waits, and writes the screen as SVG.
 *
 *     node test/tools/screenshot.mjs --out assets/screen.svg --columns 100 --rows 24 \
 *       --wait questmaster --keys j,j,l --then events -- node dist/cli.js --root DIR
 *
 * The picture is a function of the screen: the same screen makes the same file.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { startTmux } from '../support/tmux.js';
import { readScreen } from './screen.js';
import { drawSvg } from './svg.js';

const USAGE = `usage: screenshot.mjs --out FILE [options] -- COMMAND [ARGUMENT…]

  --out FILE       the SVG to write
  --columns N      width of the terminal (100)
  --rows N         height of the terminal (24)
  --wait TEXT      wait for this text on the screen first
  --keys K1,K2     then press these keys (tmux names: j, Enter, C-c, Escape, PageDown)
  --then TEXT      then wait for this text
  --env NAME=VALUE give the program a variable (again for more)
  --title TEXT     title in the window's bar (none)
  --deadline MS    how long to wait for each text (10000)

The picture is taken when the screen has been still for 0.4 s, or after 3 s of movement.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    columns: { type: 'string', default: '100' },
    rows: { type: 'string', default: '24' },
    wait: { type: 'string' },
    keys: { type: 'string' },
    // biome-ignore lint/suspicious/noThenProperty: an option's name; nothing awaits this object.
    then: { type: 'string' },
    env: { type: 'string', multiple: true, default: [] },
    title: { type: 'string', default: '' },
    deadline: { type: 'string', default: '10000' },
    help: { type: 'boolean', default: false },
  },
});
const [columns, rows, deadlineMs] = [values.columns, values.rows, values.deadline].map(Number);
if (values.help) {
  console.log(USAGE);
} else if (
  values.out === undefined ||
  positionals.length === 0 ||
  !columns ||
  !rows ||
  !deadlineMs
) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  const env = values.env.map((pair) => [pair.split('=')[0] ?? '', pair.replace(/^[^=]*=?/, '')]);
  const terminal = await startTmux({
    columns,
    rows,
    command: positionals,
    env: Object.fromEntries(env),
  });
  try {
    if (values.wait !== undefined) await terminal.waitFor(values.wait, { deadlineMs });
    if (values.keys !== undefined) await terminal.keys(...values.keys.split(','));
    if (values.then !== undefined) await terminal.waitFor(values.then, { deadlineMs });
    await terminal.settled(400, 3_000);
    const screen = await readScreen(await terminal.ansi(), columns, rows);
    mkdirSync(dirname(values.out), { recursive: true });
    writeFileSync(values.out, drawSvg(screen, columns, rows, values.title));
    console.log(`${values.out}: ${columns}×${rows}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    await terminal.kill();
  }
}
