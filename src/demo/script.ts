// Longer than a file should be because it is one piece: what a whole party does, told in order.

/** One moment of a pane: what its hook writes, `wait` seconds after the moment before. */
export interface Moment {
  readonly wait: number;
  readonly state: string;
  readonly action: string;
  readonly kind: string;
  readonly activity?: string;
  readonly tool?: string;
}

/** A pane of the party: how it stands at first, and what it then does over and over. */
export interface PaneScript {
  readonly role: string;
  readonly agent: string;
  /** Seconds since its last event when the demo begins. */
  readonly age: number;
  readonly first: Omit<Moment, 'wait'>;
  readonly loop: readonly Moment[];
}

/** A session of the party. `parent` and `master` name others by their place in the party. */
export interface SessionScript {
  readonly name: string;
  readonly title: string;
  readonly cwd: string;
  /** Minutes since it was created. */
  readonly created: number;
  readonly master?: boolean;
  readonly parent?: string;
  readonly panes: readonly PaneScript[];
}

const prompt = (wait: number, text: string): Moment => ({
  wait,
  state: 'working',
  action: 'working',
  kind: 'UserPromptSubmit',
  activity: `You: ${text}`,
});
const tool = (wait: number, name: string, what: string): Moment => ({
  wait,
  state: 'working',
  action: 'tool_start',
  kind: 'PreToolUse',
  activity: `${name}: ${what}`,
  tool: name,
});
const toolEnd = (wait: number): Moment => ({
  wait,
  state: 'working',
  action: 'tool_end',
  kind: 'PostToolUse',
});
const asks = (wait: number, what: string): Moment => ({
  wait,
  state: 'blocked',
  action: 'blocked',
  kind: 'PermissionRequest',
  activity: `Permission: ${what}`,
});
const question = (wait: number, what: string): Moment => ({
  wait,
  state: 'blocked',
  action: 'tool_start',
  kind: 'PreToolUse',
  activity: `Question: ${what}`,
  tool: 'AskUserQuestion',
});
const stops = (wait: number, said: string): Moment => ({
  wait,
  state: 'done',
  action: 'stop',
  kind: 'Stop',
  activity: said,
});

const at = ({ wait: _, ...moment }: Moment): Omit<Moment, 'wait'> => moment;

/** Two masters with workers, two agents in one session, every state, and questions. */
export const PARTY: readonly SessionScript[] = [
  {
    name: 'triage',
    title: 'release-triage',
    cwd: '~/src/app',
    created: 125,
    master: true,
    panes: [
      {
        role: 'primary',
        agent: 'claude',
        age: 95,
        first: at(tool(0, 'Bash', 'questmaster report --all')),
        loop: [
          toolEnd(3),
          tool(1, 'Read', 'docs/release.md'),
          toolEnd(2),
          tool(2, 'Bash', 'git log --oneline v1.8..main'),
          toolEnd(4),
          tool(1, 'Task', 'ask parser-worker for its findings'),
          toolEnd(6),
          tool(2, 'Bash', 'gh issue list --label blocker'),
        ],
      },
    ],
  },
  {
    name: 'parser',
    title: 'parser-worker',
    cwd: '~/src/app-wt1',
    created: 110,
    parent: 'triage',
    panes: [
      {
        role: 'primary',
        agent: 'codex',
        age: 252,
        first: at(asks(0, 'rm -rf build')),
        loop: [
          toolEnd(25),
          tool(1, 'Bash', 'make clean all'),
          toolEnd(8),
          tool(1, 'Edit', 'src/parser/number.go'),
          toolEnd(4),
          tool(1, 'Bash', 'go test ./parser/...'),
          toolEnd(9),
          asks(1, 'git push --force-with-lease'),
        ],
      },
    ],
  },
  {
    name: 'docs',
    title: 'docs-worker',
    cwd: '~/src/app-wt2',
    created: 100,
    parent: 'triage',
    panes: [
      {
        role: 'primary',
        agent: 'pi',
        age: 12,
        first: at(stops(0, 'wrote the API guide')),
        loop: [
          prompt(40, 'add an example to every page'),
          tool(2, 'Write', 'docs/guide/examples.md'),
          toolEnd(5),
          tool(1, 'Bash', 'npm run docs'),
          toolEnd(7),
          stops(2, 'added 14 examples, the docs build'),
        ],
      },
    ],
  },
  {
    name: 'login',
    title: 'fix-login-flow',
    cwd: '~/src/site',
    created: 60,
    panes: [
      {
        role: 'primary',
        agent: 'claude',
        age: 20,
        first: at(tool(0, 'Edit', 'src/session/cookie.ts')),
        loop: [
          toolEnd(4),
          tool(1, 'Bash', 'npx vitest run session'),
          toolEnd(6),
          tool(2, 'Edit', 'src/session/cookie.test.ts'),
        ],
      },
      {
        role: 'companion',
        agent: 'codex',
        age: 40,
        first: at(stops(0, 'Review: two findings, one is serious')),
        loop: [
          prompt(20, 'look again, the cookie is rotated now'),
          tool(3, 'Read', 'src/session/cookie.ts'),
          toolEnd(4),
          stops(3, 'Review: the first finding is mended'),
        ],
      },
    ],
  },
  {
    name: 'mobile',
    title: 'モバイル画面 redesign',
    cwd: '~/src/mobile',
    created: 45,
    master: true,
    panes: [
      {
        role: 'primary',
        agent: 'claude',
        age: 8,
        first: at(question(0, 'Keep the old tab bar on tablets?')),
        loop: [
          prompt(35, 'yes, keep it'),
          tool(2, 'Edit', 'app/tabs.tsx'),
          toolEnd(5),
          question(3, 'Delete the unused icons?'),
        ],
      },
    ],
  },
  {
    name: 'icons',
    title: 'icon-worker',
    cwd: '~/src/mobile-wt1',
    created: 30,
    parent: 'mobile',
    panes: [
      {
        role: 'primary',
        agent: 'opencode',
        age: 600,
        first: at(tool(0, 'Bash', 'svgo --recursive assets/icons')),
        loop: [tool(45, 'Bash', 'svgo --recursive assets/icons'), toolEnd(30)],
      },
    ],
  },
  {
    name: 'flaky',
    title: 'investigate flaky watcher',
    cwd: '~/src/watch',
    created: 300,
    panes: [
      {
        role: 'primary',
        agent: 'pi',
        age: 3 * 3_600,
        first: { ...at(stops(0, 'could not reproduce it in 200 runs')), state: 'idle' },
        loop: [],
      },
    ],
  },
  {
    name: 'old',
    title: 'old-experiment',
    cwd: '~/src/lab',
    created: 3_000,
    panes: [
      {
        role: 'primary',
        agent: 'codex',
        age: 2 * 86_400,
        first: { state: 'stopped', action: 'session_end', kind: 'SessionEnd', activity: 'ended' },
        loop: [],
      },
    ],
  },
  {
    name: 'new',
    title: 'speed up the importer',
    cwd: '~/src/importer',
    created: 1,
    panes: [
      {
        role: 'primary',
        agent: 'claude',
        age: 5,
        first: { state: 'starting', action: 'starting', kind: 'SessionStart', activity: 'started' },
        loop: [
          prompt(15, 'why does the import take an hour?'),
          tool(2, 'Bash', 'node --cpu-prof import.js'),
          toolEnd(9),
          stops(3, 'it parses every date twice'),
        ],
      },
    ],
  },
];
