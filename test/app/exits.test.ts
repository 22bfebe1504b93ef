import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { watchExits } from '../../src/app/exits.js';

/** A process as far as its ends are concerned. */
function fakeProcess() {
  const stdin = new EventEmitter();
  const stdout = new EventEmitter();
  return Object.assign(new EventEmitter(), { stdin, stdout });
}

const watching = () => {
  const proc = fakeProcess();
  return { proc, exits: watchExits(proc as unknown as NodeJS.Process) };
};

const gone = Object.assign(new Error('write EIO'), { code: 'EIO' });

describe('every reason to end', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGQUIT', 131],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])('%s has its exit code', async (signal, code) => {
    const { proc, exits } = watching();
    proc.emit(signal);
    expect(await exits.ended).toEqual({ code });
  });

  it.each(['uncaughtException', 'unhandledRejection'])(
    '%s ends with 1 and its error',
    async (event) => {
      const { proc, exits } = watching();
      const error = new Error('broken');
      proc.emit(event, error);
      expect(await exits.ended).toEqual({ code: 1, error });
    },
  );

  it('a terminal that is gone is no fault', async () => {
    const first = watching();
    first.proc.stdout.emit('error', gone);
    expect(await first.exits.ended).toEqual({ code: 129 });
    const second = watching();
    second.proc.stdin.emit('end');
    expect(await second.exits.ended).toEqual({ code: 129 });
  });

  it('only the first reason counts', async () => {
    const { proc, exits } = watching();
    exits.end({ code: 0 });
    proc.emit('SIGTERM');
    expect(await exits.ended).toEqual({ code: 0 });
  });
});
