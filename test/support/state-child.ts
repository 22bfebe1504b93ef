/** Runs programs of their own that use the state package as one bundled file. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { atEnd } from './at-end.js';

const here = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const BANNER = `import { createRequire as __createRequire } from 'node:module';
import { fileURLToPath as __toPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __toPath(import.meta.url);`;

/** What a program did: its output, and how it ended. */
export interface Ended {
  readonly out: string;
  readonly err: string;
  readonly code: number | null;
}

/** A program that runs. */
export interface StateChild {
  readonly process: ChildProcess;
  /** Answers when `word` has been printed; fails when the program ends without it. */
  printed(word: string): Promise<void>;
  readonly ended: Promise<Ended>;
}

/** Where the bundle lies and who runs it. */
export interface StateChildOptions {
  /** Whether koffi can be found; it can when not given. */
  readonly koffi?: boolean;
  /** What is bundled; the package's door when not given. */
  readonly entry?: string;
  /** Runs as this user (needs root). */
  readonly uid?: number;
}

/**
 * Starts a program in a Node of its own. `code` is a module that finds the package as `state` and its
 * arguments as `args`. The bundle lies in a directory of its own, which goes away with the test.
 */
export async function stateChild(
  code: string,
  args: readonly string[] = [],
  { koffi = true, entry = 'src/state/index.ts', uid }: StateChildOptions = {},
): Promise<StateChild> {
  const directory = await mkdtemp(join(tmpdir(), 'qmt-child-'));
  await chmod(directory, 0o755);
  const bundle = join(directory, 'state.mjs');
  await build({
    entryPoints: [here(entry)],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['koffi', 'koffi-is-not-here'],
    // A name that nobody has: a temporary directory may lie under a node_modules that has the real one.
    ...(koffi ? {} : { alias: { koffi: 'koffi-is-not-here' } }),
    banner: { js: BANNER },
    logLevel: 'error',
  });
  if (koffi) await symlink(here('node_modules'), join(directory, 'node_modules'));
  const program = `const before = String(process.eventNames());
const state = await import(${JSON.stringify(bundle)});
const args = process.argv.slice(1);
${code}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    cwd: directory,
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (part) => {
    out += part;
  });
  child.stderr.on('data', (part) => {
    err += part;
  });
  const ended = new Promise<Ended>((done) => {
    child.once('close', (code) => done({ out, err, code }));
  });
  await atEnd(async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(directory, { recursive: true, force: true });
  });
  const printed = (word: string): Promise<void> =>
    new Promise((done, fail) => {
      const look = (): void => {
        if (out.includes(word)) done();
      };
      child.stdout.on('data', look);
      void ended.then((it) => fail(new Error(`ended with ${it.code}: ${it.out}${it.err}`)));
      look();
    });
  return { process: child, printed, ended };
}
