#!/usr/bin/env node
import module from 'node:module';
import { Command, CommanderError } from 'commander';

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

/** Ends with one line on standard error. */
function refuse(text: string): number {
  process.stderr.write(`questmaster-tui: ${text}\n`);
  return USAGE;
}

/** The tracker on a terminal; its list once where standard output is none. */
async function track(options: Options): Promise<number> {
  if (options.root === '') return refuse('--root needs a directory');
  if (!process.stdout.isTTY) {
    const { listOnce } = await import('./app/list-once.js');
    process.stdout.write(await listOnce(options, process.env));
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

async function main(argv: string[]): Promise<number> {
  let code = 0;
  const program = new Command('questmaster-tui')
    .description('Shows live what the coding agents that questmaster started are doing.')
    .version(QUESTMASTER_TUI_VERSION)
    .exitOverride()
    .option(
      '--root <dir>',
      'state root (default: $QUESTMASTER_STATE_ROOT, $PARTY_STATE_ROOT, ~/.questmaster-state)',
    )
    .action(async (options: Options) => {
      code = await track(options);
    });
  program.option('--no-tmux', 'ask and touch no tmux: no liveness, no jumps');
  screenOptions(program);
  screenOptions(program.command('demo'))
    .description('shows a scripted party of agents in a temporary state root')
    .exitOverride()
    .action(async (_: Options, command: Command) => {
      code = await demo(command.optsWithGlobals());
    });
  try {
    await program.parseAsync(argv);
  } catch (error) {
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
