import { appendFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  appendStateEvent,
  followStateEvents,
  InvalidIdError,
  stateEvents,
} from '../../src/state/index.js';
import { event, tempRoot } from '../support/hook.js';

const ID = 'qm-1';
let root: string;
let log: string;

beforeEach(async () => {
  root = await tempRoot();
  mkdirSync(join(root, ID));
  log = join(root, ID, 'state.jsonl');
});

const lines = (from: number, to: number): string =>
  Array.from(
    { length: to - from },
    (_, i) => `${event(String(from + i), { activity: 'x'.repeat(180) })}\n`,
  ).join('');

describe('events as an iterator', () => {
  it('go from the newest back to the oldest, through both logs', async () => {
    writeFileSync(`${log}.1`, lines(0, 1_000));
    writeFileSync(log, `${lines(1_000, 1_500)}{"torn`);
    const seen: number[] = [];
    for await (const it of stateEvents(ID, { root })) seen.push(Number(it.action));
    expect(seen).toEqual(Array.from({ length: 1_500 }, (_, i) => 1_499 - i));
  });

  it('may be left early, and a missing log has none', async () => {
    writeFileSync(log, lines(0, 1_000));
    for await (const it of stateEvents(ID, { root })) {
      expect(it.action).toBe('999');
      break;
    }
    for await (const it of stateEvents('qm-2', { root })) expect(it).toBeUndefined();
    await expect(stateEvents('../x', { root }).next()).rejects.toBeInstanceOf(InvalidIdError);
  });

  it('are followed across a rotation, the last ones first, until it is ended', async () => {
    writeFileSync(log, lines(0, 10));
    const stop = new AbortController();
    const seen: string[] = [];
    for await (const it of followStateEvents(ID, { root, last: 2, signal: stop.signal })) {
      seen.push(it.action);
      if (it.action === '9') {
        appendFileSync(log, lines(10, 12));
        renameSync(log, `${log}.1`);
        await appendStateEvent(ID, { agent: 'pi', action: 'stop' }, { root });
      }
      if (it.action === 'stop') stop.abort();
    }
    expect(seen).toEqual(['8', '9', '10', '11', 'stop']);
  });

  it('of a session that comes later are followed as well', async () => {
    const following = followStateEvents('qm-later', { root });
    const first = following.next();
    await appendStateEvent('qm-later', { agent: 'pi', action: 'starting' }, { root });
    expect((await first).value?.action).toBe('starting');
    await following.return();
  });
});
