import type { Action, Effect, SessionRead } from '../../src/model/action.js';
import { initialModel, type Model } from '../../src/model/model.js';
import { update } from '../../src/model/update.js';
import type { Manifest, PaneState, SessionState, StateEvent } from '../../src/state/types.js';

/** 2026-06-01T12:00:00Z. */
export const NOON = Date.UTC(2026, 5, 1, 12);

export const iso = (at: number): string => new Date(at).toISOString();

/** A pane as a hook would write it, `age` seconds ago. */
export function pane(state: string, given: Partial<PaneState> & { age?: number } = {}): PaneState {
  const { age = 30, ...rest } = given;
  return {
    role: 'primary',
    agent: 'claude',
    state,
    activity: '',
    seq: 1_780_000_000_123_456_789n,
    last_event: iso(NOON - age * 1_000),
    last_kind: 'PostToolUse',
    ...rest,
  };
}

export const snapshot = (
  id: string,
  panes: Record<string, PaneState>,
  version = 1,
): SessionState => ({
  session_id: id,
  version,
  panes,
  seen_at: '0001-01-01T00:00:00Z',
});

export interface Given {
  readonly manifest?: Partial<Manifest>;
  readonly panes?: Record<string, PaneState>;
  readonly version?: number;
}

/** What a first look at a session finds. */
export function read(id: string, given: Given = {}): SessionRead {
  const manifest: Manifest = {
    session_id: id,
    title: id,
    created_at: '2026-06-01T10:00:00Z',
    agents: [{ name: 'claude', role: 'primary', cli: 'claude', window: 0 }],
    ...given.manifest,
  };
  return {
    id,
    manifest: { status: 'ok', value: manifest, stamp: 'm' },
    snapshot: given.panes
      ? { status: 'ok', value: snapshot(id, given.panes, given.version), stamp: 's' }
      : { status: 'missing' },
  };
}

export const sessionsRead = (...sessions: SessionRead[]): Action => ({
  type: 'sessions-read',
  sessions,
});

/** A later look at one session's snapshot only. */
export const stateRead = (id: string, panes: Record<string, PaneState>): Action =>
  sessionsRead({ id, snapshot: { status: 'ok', value: snapshot(id, panes), stamp: 's2' } });

export const key = (name: string): Action => ({ type: 'key', key: name });
export const tick: Action = { type: 'tick' };

export const event = (n: number, given: Partial<StateEvent> = {}): StateEvent => ({
  ts: iso(NOON + n * 1_000),
  agent: 'claude',
  action: 'tool_start',
  activity: `Bash: step ${n}`,
  tool: 'Bash',
  ...given,
});

/** A tracker without disk, screen or clock: plays actions and keeps what they asked for. */
export class Played {
  effects: Effect[] = [];

  constructor(public model: Model) {}

  static on(given: Partial<Model>, ...actions: Action[]): Played {
    return new Played(
      initialModel({ now: NOON, root: { status: 'ok' }, rootPath: '/r', ...given }),
    ).play(...actions);
  }

  play(...actions: Action[]): this {
    this.effects = [];
    for (const action of actions) {
      const [model, effects] = update(this.model, action);
      this.model = model;
      this.effects.push(...effects);
    }
    return this;
  }

  keys(...names: string[]): this {
    return this.play(...names.map(key));
  }

  /** Lets time pass, then ticks. */
  after(ms: number): this {
    this.model = { ...this.model, now: this.model.now + ms };
    return this.play(tick);
  }

  get ids(): string[] {
    return this.model.visible.map((row) => row.id);
  }
}
