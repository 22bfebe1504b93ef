import { accessSync, closeSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { modelNow } from '../app/look.js';
import { isUtf8 } from '../app/options.js';
import type { Model } from '../model/model.js';
import { tryFlock } from '../state/flock.js';
import { problemOf } from '../tmux/live.js';
import { systemTmux } from '../tmux/run.js';
import { type CommandOptions, FAILED, type Io, OK } from './io.js';

/** One thing looked at; `todo` says what to do where it needs attention. */
interface Finding {
  readonly about: string;
  readonly found: string;
  readonly todo?: string;
}

function howChosen(options: CommandOptions, { env }: Io): string {
  if (options.root !== undefined) return '--root';
  if (env.QUESTMASTER_STATE_ROOT) return '$QUESTMASTER_STATE_ROOT';
  if (env.PARTY_STATE_ROOT) return '$PARTY_STATE_ROOT';
  return 'the default';
}

function rootFindings(model: Model, how: string): Finding[] {
  const about = 'state root';
  const at = `${model.rootPath} (${how})`;
  switch (model.root.status) {
    case 'ok': {
      const bad = model.sessions
        .values()
        .flatMap(({ id, manifestProblem, snapshotProblem }) => [
          ...(manifestProblem === '' ? [] : [`${id}.json ${manifestProblem}`]),
          ...(snapshotProblem === '' ? [] : [`${id}/state.json ${snapshotProblem}`]),
        ]);
      return [
        { about, found: `${at}: ${model.sessions.size} sessions` },
        ...bad.map((found) => ({ about: 'file', found, todo: 'mend or remove it' })),
      ];
    }
    case 'missing':
      return [{ about, found: `${at} is not there`, todo: 'start a session, or say --root DIR' }];
    case 'unreadable':
      return [{ about, found: `${at}: ${model.root.problem}`, todo: 'mend that, or say --root' }];
    default:
      return [{ about, found: 'none is known', todo: 'set QUESTMASTER_STATE_ROOT or HOME' }];
  }
}

/** Takes a lock in the root itself, in a directory of its own, as hooks do; nothing stays. */
async function flockFinding(root: string): Promise<Finding> {
  const about = 'flock';
  let directory: string | undefined;
  let where = root;
  try {
    accessSync(root, constants.W_OK);
  } catch {
    where = tmpdir();
  }
  try {
    directory = mkdtempSync(join(where, '.questmaster-tui-'));
    closeSync(await tryFlock(join(directory, 'lock')));
    if (where === root) return { about, found: 'works in the state root' };
    return {
      about,
      found: `works in ${where}; the state root may not be written`,
      todo: 'without writing there, done never turns idle',
    };
  } catch (error) {
    return {
      about,
      found: `does not work in ${where} (${(error as Error).message})`,
      todo: 'install koffi for this platform, or use a file system that has flock',
    };
  } finally {
    if (directory !== undefined) rmSync(directory, { recursive: true, force: true });
  }
}

async function tmuxFindings(model: Model, io: Io): Promise<Finding[]> {
  const about = 'tmux';
  if (model.tmux.status === 'off') return [{ about, found: 'left out (--no-tmux)' }];
  const version = await systemTmux(io.env)(['-V']);
  if (version.status !== 'ok') {
    return [{ about, found: problemOf(version), todo: 'install tmux, or say --no-tmux' }];
  }
  const findings: Finding[] = [{ about, found: version.text.trim() }];
  if (model.tmux.status === 'trouble') {
    const todo = 'start a session, or run this where TMUX or TMUX_TMPDIR lead to its server';
    findings.push({ about, found: `the server ${model.tmux.problem}`, todo });
  } else if (model.tmux.status === 'ok') {
    findings.push({ about, found: `${model.tmux.live.size} sessions live` });
  }
  const where = io.env.TMUX ? 'inside tmux: Enter switches this client' : 'outside: Enter attaches';
  return [...findings, { about, found: where }];
}

function surroundings(io: Io): Finding[] {
  const { env } = io;
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || 'not set';
  const size =
    io.columns === null ? 'standard output is no terminal' : `${io.columns}×${process.stdout.rows}`;
  const colours = env.NO_COLOR ? 'none (NO_COLOR)' : `${env.TERM || 'TERM is not set'}`;
  return [
    {
      about: 'terminal',
      found: size,
      ...(io.columns !== null && io.columns < 30 ? { todo: 'make it 30 columns or wider' } : {}),
    },
    { about: 'colours', found: colours },
    { about: 'locale', found: `${locale}${isUtf8(env) ? '' : ': not UTF-8, so ASCII is drawn'}` },
    { about: 'node', found: process.version },
  ];
}

/** `doctor`: what works here. Fails when something needs attention. */
export async function doctor(options: CommandOptions, io: Io): Promise<number> {
  const model = await modelNow(options, io.env);
  const findings = [
    ...rootFindings(model, howChosen(options, io)),
    ...(model.root.status === 'ok' ? [await flockFinding(model.rootPath)] : []),
    ...(await tmuxFindings(model, io)),
    ...surroundings(io),
  ];
  if (options.json) io.out(`${JSON.stringify(findings)}\n`);
  else {
    for (const { about, found, todo } of findings) {
      io.out(`${todo === undefined ? 'ok  ' : 'look'}  ${about.padEnd(10)}  ${found}\n`);
      if (todo !== undefined) io.out(`      ${''.padEnd(10)}  → ${todo}\n`);
    }
  }
  return findings.some((it) => it.todo !== undefined) ? FAILED : OK;
}
