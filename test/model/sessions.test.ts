import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptySession, type Session, STATUSES, sessionStatus } from '../../src/model/session.js';
import { Sessions } from '../../src/model/sessions.js';

const ids = fc.integer({ min: 0, max: 120 }).map((n) => `qm-${n}`);

const session = fc.record({ id: ids, status: fc.constantFrom(...STATUSES), bad: fc.boolean() }).map(
  ({ id, status, bad }): Session => ({
    ...emptySession(id),
    manifestProblem: bad ? 'is empty' : '',
    panes: [
      {
        role: 'primary',
        agent: 'claude',
        status,
        word: '',
        activity: '',
        tool: '',
        seq: 1n,
        lastEvent: null,
        workingSince: null,
        knownAt: 0,
      },
    ],
  }),
);

describe('sessions', () => {
  test('hold what a plain map would hold, and say of all what counting them says', () => {
    const steps = fc.array(
      fc.record({
        changed: fc.uniqueArray(session, { selector: (it) => it.id, maxLength: 90 }),
        gone: fc.uniqueArray(ids, { maxLength: 20 }),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(steps, (all) => {
        let sessions = Sessions.none;
        const plain = new Map<string, Session>();
        const earlier: [Sessions, number][] = [];
        for (const { changed, gone } of all) {
          earlier.push([sessions, sessions.values().length]);
          sessions = sessions.with(changed, gone);
          for (const it of changed) plain.set(it.id, it);
          for (const id of gone) plain.delete(id);
          const byId = (a: Session, b: Session): number => (a.id < b.id ? -1 : 1);
          expect(sessions.values().sort(byId)).toEqual([...plain.values()].sort(byId));
          expect(sessions.size).toBe(plain.size);
          for (const id of [...plain.keys(), ...gone]) {
            expect(sessions.get(id)).toBe(plain.get(id));
            expect(sessions.has(id)).toBe(plain.has(id));
          }
          for (const status of STATUSES) {
            const count = [...plain.values()].filter((it) => sessionStatus(it) === status).length;
            expect(sessions.counts[status]).toBe(count);
          }
          const bad = [...plain.values()].filter((it) => it.manifestProblem !== '');
          expect([...sessions.unreadable].sort()).toEqual(bad.map((it) => it.id).sort());
        }
        for (const [value, size] of earlier) expect(value.values()).toHaveLength(size);
      }),
      { numRuns: 60 },
    );
  });
});
