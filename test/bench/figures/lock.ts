import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { contend } from '../../torture/contention.mjs';
import { type Figure, quantile } from '../figure.js';
import { makeParty } from '../party.js';

const MS = 2_000;
const HOOKS = 3;
const COUNT = 200;

const perSecond = (script: string, ...args: string[]): number =>
  Number(
    execFileSync(process.execPath, [join(import.meta.dirname, '../baseline', script), ...args], {
      encoding: 'utf8',
    }),
  );

export const alone: Figure = {
  key: 'lock',
  rows: [
    {
      name: 'locked read-modify-write, alone',
      unit: '/s',
      raw: '/s',
      bar: 500,
      goal: 1_000,
      up: true,
    },
  ],
  rounds: 3,
  async round({ cli }) {
    const { root, ids } = makeParty(1);
    const [id = ''] = ids;
    const base = perSecond('rename.mjs', join(root, id, 'state.json'), `${MS}`);
    const own = perSecond('rmw.mjs', join(dirname(cli), 'state.js'), root, id, `${MS}`);
    return [{ value: own, own, base }];
  },
};

export const beside: Figure = {
  key: 'wait',
  rows: [
    { name: 'lock wait beside three flock(1), p99', unit: 'ms', raw: 'ms', bar: 100, goal: 30 },
  ],
  rounds: 3,
  async round() {
    const hooks = await contend('state', { nodes: 0, hooks: HOOKS + 1, count: COUNT });
    const own = await contend('state', { nodes: 1, hooks: HOOKS, count: COUNT });
    const [p99, base] = [own, hooks].map(({ waits }) => quantile(waits, 0.99));
    if (p99 === undefined || base === undefined) throw new Error('nothing was measured');
    if (own.lost + own.torn > 0) throw new Error(`lost ${own.lost}, torn ${own.torn}`);
    return [{ value: p99, own: p99, base }];
  },
};
