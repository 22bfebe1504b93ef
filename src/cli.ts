#!/usr/bin/env node
import module from 'node:module';
import { Command, CommanderError } from 'commander';
import type { Io } from './commands/io.js';

declare const QUESTMASTER_TUI_VERSION: string;

/** Exit code for a command line or surroundings that cannot work. */
const USAGE = 2;

interface Options {
  root?: string;
  ascii?: boolean;
  reducedMotion?: boolean;
  color?: boolean;
  tmux?: boolean;
}

/** A command line that cannot work. */
class Refusal extends Error {}

/** Ends with one line on standard error. */
function refuse(text: string): number {
  process.stderr.write(`questmaster-tui: ${text}\n`);
  return USAGE;
}

/** The tracker on a terminal; its list once where standard output is none. */
async function track(options: Options): Promise<number> {
  if (!process.stdout.isTTY) {
    const { listOnce } = await import('./app/list-once.js');
    const { text, unsure } = await listOnce(options, process.env);
    if (unsure !== '') process.stderr.write(`questmaster-tui: ${unsure}\n`);
    process.stdout.write(text);
    return 0;
  }
  if (!process.stdin.isTTY) {
    return refuse(
      'standard input is no terminal, so no key could reach it; start it in a terminal',
    );
  }
  // Ink decides by this when it is loaded: a terminal gets every frame.
  process.env.CI = 'false';
  // Where Node can keep compiled code (22.1 and later), the next start is quicker.
  (module as { enableCompileCache?(): unknown }).enableCompileCache?.();
  const { startTracker } = await import('./app/start.js');
  return startTracker(options);
}

async function demo(options: Options): Promise<number> {
  const { withDemo } = await import('./demo/demo.js');
  return withDemo((root) => track({ ...options, root, tmux: false }));
}

const screenOptions = (command: Command): Command =>
  command
    .option('--ascii', 'draw with ASCII characters only')
    .option('--reduced-motion', 'no spinners')
    .option('--no-color', 'no colours (also: NO_COLOR=1)');

/** What a command needs of this process. */
const io: Io = {
  env: process.env,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  columns: process.stdout.isTTY ? process.stdout.columns : null,
};

/** Resolves when nobody reads any more: that is no fault of a command that prints until then. */
const closedPipe = new Promise<number>((resolve, reject) => {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') resolve(0);
    else reject(error);
  });
});

type Run = (options: Options & Record<string, never>, args: string[]) => Promise<number>;

const JSON_OPTION = ['--json', 'as JSON'] as const;

/** The commands that need no screen; each loads only what it needs itself. */
function addCommands(program: Command, done: (code: number) => void): void {
  const add = (name: string, description: string, run: Run): Command =>
    program
      .command(name)
      .description(description)
      .allowExcessArguments(false)
      .exitOverride()
      .action(async (...given: unknown[]) => {
        const command = given.at(-1) as Command;
        done(await Promise.race([run(command.optsWithGlobals(), command.args), closedPipe]));
      });
  add('ls', 'lists the sessions', async (options) =>
    (await import('./commands/ls.js')).ls(options, io),
  ).option(...JSON_OPTION);
  add('show <id>', 'shows one session and its last events', async (options, [id = '']) =>
    (await import('./commands/show.js')).show(id, options, io),
  ).option(...JSON_OPTION);
  add('status', "counts by state in one line, for tmux's status-right", async (options) =>
    (await import('./commands/status.js')).status(options, io),
  )
    .option('--format <text>', 'a text with fields such as {blocked}, {done}, {need_you}')
    .option(...JSON_OPTION);
  add('watch', 'prints a JSON line for each change, the present states first', async (options) =>
    (await import('./commands/watch.js')).watch(options, io, closedPipe),
  );
  add('next', 'switches your tmux client to the session that has needed you longest', async (it) =>
    (await import('./commands/next.js')).next(it, io),
  ).option('--client <name>', 'the client (default: the one that shows this pane)');
  add('ack [ids...]', 'says that you have seen what is done: it turns idle', async (options, ids) =>
    (await import('./commands/ack.js')).ack(ids, options, io),
  ).option('--all', 'all sessions');
  add('wait <id>', 'waits until a session is in one of these states', async (options, [id = '']) =>
    (await import('./commands/wait.js')).wait(id, options as never, io),
  )
    .requiredOption('--for <states>', 'states, such as done,blocked,idle')
    .option('--timeout <time>', 'gives up after 90s, 10m, 1h (exit code 124)');
  add('doctor', 'says what works here, and what to do where it does not', async (options) =>
    (await import('./commands/doctor.js')).doctor(options, io),
  ).option(...JSON_OPTION);
}

async function main(argv: string[]): Promise<number> {
  let code = 0;
  const done = (result: number): void => {
    code = result;
  };
  const program = new Command('questmaster-tui')
    .description('Shows live what the coding agents that questmaster started are doing.')
    .version(QUESTMASTER_TUI_VERSION)
    .exitOverride()
    .option(
      '--root <dir>',
      'state root (default: $QUESTMASTER_STATE_ROOT, $PARTY_STATE_ROOT, ~/.questmaster-state)',
    )
    .option('--no-tmux', 'ask and touch no tmux: states are those on disk, no jumps')
    .hook('preAction', () => {
      if (program.opts().root === '') throw new Refusal('--root needs a directory');
    })
    .allowExcessArguments()
    .action(async (options: Options) => {
      const [odd] = program.args;
      if (odd !== undefined) throw new Refusal(`there is no command ${odd}; see --help`);
      done(await track(options));
    });
  screenOptions(program);
  screenOptions(program.command('demo'))
    .description('shows a scripted party of agents in a temporary state root')
    .allowExcessArguments(false)
    .exitOverride()
    .action(async (_: Options, command: Command) => done(await demo(command.optsWithGlobals())));
  addCommands(program, done);
  try {
    await program.parseAsync(argv);
  } catch (error) {
    if (error instanceof Refusal) return refuse(error.message);
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
    throw error;
  }
  return code;
}

main(process.argv).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
