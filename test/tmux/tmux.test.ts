import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clientOf, reach, switchTo, targetOf } from '../../src/tmux/jump.js';
import { askLive, parseLive } from '../../src/tmux/live.js';
import { type RunTmux, systemTmux, type TmuxAnswer } from '../../src/tmux/run.js';
import { kill, send } from '../../src/tmux/send.js';
import { tempRoot } from '../support/hook.js';
import { alive } from '../support/process.js';
import { until } from '../support/until.js';

const ok = (text: string): TmuxAnswer => ({ status: 'ok', text });

/** A tmux that answers by the name of the command, and keeps what it was asked. */
function fake(answers: Record<string, TmuxAnswer>): { run: RunTmux; calls: string[][] } {
  const calls: string[][] = [];
  const run: RunTmux = async (args) => {
    calls.push([...args]);
    return answers[args[0] ?? ''] ?? ok('');
  };
  return { run, calls };
}

const noPs: RunTmux = async () => ok('');

describe('list-panes', () => {
  it('is read line by line, names with spaces and colons whole', () => {
    const live = parseLive(ok('%0 0 0 qm-1\n%12 1 3 a name: of 2 words\n'));
    expect(live).toEqual({
      status: 'ok',
      panes: [
        { id: '%0', session: 'qm-1', window: 0, dead: false },
        { id: '%12', session: 'a name: of 2 words', window: 3, dead: true },
      ],
    });
  });

  it.each<[string, TmuxAnswer]>([
    ['another language', ok('0: bash* (1 panes)\n')],
    ['one odd line among good ones', ok('%0 0 0 qm-1\n???\n')],
    ['success and nothing', ok('')],
    ['a fault', { status: 'failed', text: 'lost server' }],
    ['a socket that is not there', { status: 'failed', text: 'error connecting to /x (No such)' }],
    ['silence', { status: 'slow' }],
    ['no tmux', { status: 'missing' }],
  ])('%s says nothing of the sessions', (_, answer) => {
    expect(parseLive(answer).status).toBe('trouble');
  });

  it('no server running is the one answer that says that nothing lives', async () => {
    const { run, calls } = fake({
      'list-panes': { status: 'failed', text: 'no server running on /tmp/x' },
    });
    expect(await askLive(run)).toEqual({ status: 'ok', panes: [] });
    expect(calls).toHaveLength(1);
  });
});

describe('targets', () => {
  it('are exact, and never empty', async () => {
    expect(targetOf({ session: 'qm-1', window: 2 })).toBe('=qm-1:2');
    expect(targetOf({ session: 'qm-1', window: null })).toBe('=qm-1:');
    expect(() => targetOf({ session: '', window: null })).toThrow(TypeError);
  });

  it('every call about a session names it exactly', async () => {
    const { run, calls } = fake({
      'list-windows': ok('0\n'),
      'list-panes': ok('1 0 %5 77 claude\n'),
    });
    const place = { session: 'qm-1', window: 0 };
    await switchTo(run, '/dev/pts/1', place);
    await send({ tmux: run, ps: noPs }, place, 'hello;');
    await kill(run, 'qm-1');
    for (const call of calls) {
      const target = call[call.indexOf('-t') + 1];
      expect(['=qm-1:', '=qm-1:0', '=qm-1', '%5'], call.join(' ')).toContain(target);
    }
    // The text is one argument, and its last `;` ends no command.
    expect(calls.find((call) => call[0] === 'send-keys')).toContain('hello\\;');
  });

  it('a session that answers with success and nothing is not there', async () => {
    const { run } = fake({ 'list-windows': ok('') });
    expect(await reach(run, { session: 'qm-1', window: 0 })).toEqual({
      problem: 'qm-1 has no tmux session any more',
    });
  });

  it('of several clients on one session the one used last is switched', async () => {
    const { run } = fake({
      'list-panes': ok('%1 $1\n%2 $2\n'),
      'list-clients': ok('100 $1 /dev/pts/1 a\n300 $2 /dev/pts/3 b\n200 $1 /dev/pts/2 a\n'),
    });
    expect(await clientOf(run, '%1')).toBe('/dev/pts/2');
    expect(await clientOf(run, '%9')).toBe('');
    expect(await clientOf(run, '')).toBe('');
  });
});

describe('a bare shell', () => {
  const shellIn = (ps: string): Promise<string | null> =>
    send(
      {
        tmux: fake({ 'list-windows': ok('0\n'), 'list-panes': ok('1 0 %5 77 bash\n') }).run,
        ps: async () => ok(ps),
      },
      { session: 'qm-1', window: 0 },
      'rm -rf x',
    );

  it('gets no text; one that runs the agent does', async () => {
    expect(await shellIn('  77  77  77\n 80 80 -1\n')).toMatch(/bare shell/);
    expect(await shellIn('  77  77  77\n 78 77 77\n')).toBeNull();
    // What cannot be told is taken for bare.
    expect(await shellIn('nothing of it\n')).toMatch(/bare shell/);
  });
});

describe('a call', () => {
  it('that is never answered is given up at the deadline, with all that it started', async () => {
    const bin = await tempRoot();
    const script = `#!/bin/sh\nsleep 300 &\necho $! > '${bin}/pid'\nwait\n`;
    writeFileSync(join(bin, 'tmux'), script, { mode: 0o755 });
    const run = systemTmux({ PATH: `${bin}:${process.env.PATH}` }, 500);
    expect(await run(['list-panes'])).toEqual({ status: 'slow' });
    const pid = Number(readFileSync(join(bin, 'pid'), 'utf8'));
    await until(async () => !(await alive(pid)));
  });

  it('of a tmux that is not there says so', async () => {
    expect(await systemTmux({ PATH: '/nowhere' })(['-V'])).toEqual({ status: 'missing' });
  });
});
