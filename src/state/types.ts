/** One agent of a session, as the manifest records it. Unknown keys ride along. */
export interface AgentManifest {
  name: string;
  /** `primary` for the agent itself. */
  role: string;
  /** The command the agent was started with. */
  cli: string;
  resume_id?: string;
  /** Index of its tmux window. */
  window: number;
  [key: string]: unknown;
}

/**
 * A session's manifest, `<root>/<id>.json`, with the keys it has on disk. Keys that are not named
 * here are kept as they are; numbers that JavaScript cannot hold exactly are `LosslessNumber`s.
 */
export interface Manifest {
  /** The id, in a v0.2 file. */
  party_id?: string;
  /** The id, in a v0.3 file. */
  session_id?: string;
  /** `YYYY-MM-DDTHH:MM:SSZ`. */
  created_at?: string;
  /** `YYYY-MM-DDTHH:MM:SSZ`. */
  updated_at?: string;
  title?: string;
  cwd?: string;
  window_name?: string;
  agents?: AgentManifest[];
  agent_path?: string;
  session_type?: string;
  /** Ids of a master's workers. */
  workers?: string[];
  [key: string]: unknown;
}

/** The state of one role within a session. Times are RFC 3339 text, kept character for character. */
export interface PaneState {
  role: string;
  agent: string;
  /** `starting`, `working`, `blocked`, `done`, `idle`, `stopped`, or a newer writer's word. */
  state: string;
  /** One line from the agent: untrusted. */
  activity: string;
  tool?: string;
  /** 64-bit, nanoseconds. */
  seq: bigint;
  last_event: string;
  last_kind: string;
  working_since?: string;
  [key: string]: unknown;
}

/** A session's snapshot, `<root>/<id>/state.json`. */
export interface SessionState {
  session_id: string;
  version: number;
  /** Keyed by role. */
  panes: Record<string, PaneState>;
  seen_at: string;
  [key: string]: unknown;
}

/** One line of `<root>/<id>/state.jsonl`. */
export interface StateEvent {
  ts: string;
  agent: string;
  role?: string;
  action: string;
  state?: string;
  activity?: string;
  tool?: string;
  kind?: string;
  fields?: Record<string, unknown>;
  [key: string]: unknown;
}

/**
 * What a look at one file found. `stamp` identifies the exact file that was read (device, inode,
 * size, times): equal stamps mean there is nothing new to read.
 */
export type Reading<T> =
  | { readonly status: 'ok'; readonly value: T; readonly stamp: string }
  | { readonly status: 'missing' }
  | {
      readonly status: 'unreadable';
      /** One line for a person: what is wrong with the file. */
      readonly problem: string;
      readonly stamp: string;
      /** Everything that could be understood, when only a time in it is malformed. */
      readonly partial?: T;
    };
