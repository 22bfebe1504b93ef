import type { Action, Effect } from '../model/action.js';
import { foldDone, readManifestText } from '../state/index.js';
import { openTail, type TailHandle } from '../watch/tail.js';

type Dispatch = (action: Action) => void;

/** What effects need of the shell around them. */
export interface Shell {
  readonly root: string;
  /** Reads every file again, whatever its stamp. */
  reread(): void;
  suspend(): void;
  /** These answer with the reason when it was not done, and with null when it was. */
  do(deed: Extract<Effect, { type: 'do' }>['deed'], id: string): Promise<string | null>;
  send(to: { id: string; window: number | null }, text: string): Promise<string | null>;
  /** The screen of a session's pane with its colours, or why it cannot be had. */
  capture(id: string, window: number | null): Promise<{ text: string } | { problem: string }>;
  /** Whether questmaster is there to continue a session. */
  canContinue(): Promise<boolean>;
  jump(id: string, window: number | null): Promise<string | null>;
  quit(code: number): void;
}

export interface EffectRunner {
  run(effect: Effect, dispatch: Dispatch): void;
  /** Stops following and waits for writes under way. */
  close(): Promise<void>;
}

/** Between two looks at a previewed pane, in milliseconds. */
const PREVIEW_MS = 1_000;

const message = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Runs effects; each reports its result as an action. */
export function createEffects(shell: Shell): EffectRunner {
  const { root } = shell;
  const writes = new Set<Promise<void>>();
  let tail: TailHandle | null = null;

  const follow = (id: string | null, dispatch: Dispatch): void => {
    void tail?.close();
    tail = null;
    if (id === null) return;
    tail = openTail(root, id, {
      opened: (events, hasOlder) => dispatch({ type: 'log-opened', id, events, hasOlder }),
      appended: (events) => dispatch({ type: 'log-appended', id, events }),
      older: (events, hasOlder) => dispatch({ type: 'log-older', id, events, hasOlder }),
      bad: (count) => dispatch({ type: 'log-bad', id, count }),
    });
  };

  let stopPreview = (): void => {};
  const preview = (id: string | null, window: number | null, dispatch: Dispatch): void => {
    stopPreview();
    if (id === null) return;
    let timer: NodeJS.Timeout | undefined;
    let stopped = false;
    stopPreview = () => {
      stopped = true;
      clearTimeout(timer);
    };
    const look = async (): Promise<void> => {
      const seen = await shell.capture(id, window);
      if (stopped) return;
      const problem = 'problem' in seen ? seen.problem : '';
      dispatch({ type: 'preview', id, text: 'text' in seen ? seen.text : '', problem });
      timer = setTimeout(() => void look(), PREVIEW_MS);
    };
    void look();
  };

  const fold = async (
    { id, targets }: Extract<Effect, { type: 'fold' }>,
    dispatch: Dispatch,
  ): Promise<void> => {
    try {
      await foldDone(id, targets, { root });
      dispatch({ type: 'folded', id, targets });
    } catch (error) {
      dispatch({ type: 'fold-failed', id, targets, problem: message(error) });
    }
  };

  const readManifest = async (id: string, dispatch: Dispatch): Promise<void> => {
    const text = await readManifestText(id, { root }).catch(message);
    dispatch({ type: 'manifest-text', id, text });
  };

  const warn = (problem: string | null, dispatch: Dispatch): void => {
    if (problem !== null) dispatch({ type: 'warned', text: problem });
  };

  const offerContinue = async (
    { id, title }: Extract<Effect, { type: 'offer-continue' }>,
    dispatch: Dispatch,
  ): Promise<void> => {
    if (await shell.canContinue()) dispatch({ type: 'may-continue', id });
    else warn(`${title} is stopped: it has no tmux session`, dispatch);
  };

  /** One after the other: each is a few calls of tmux. */
  const send = async (
    { to, text }: Extract<Effect, { type: 'send' }>,
    dispatch: Dispatch,
  ): Promise<void> => {
    const results: { id: string; problem: string | null }[] = [];
    for (const it of to) results.push({ id: it.id, problem: await shell.send(it, text) });
    dispatch({ type: 'sent', results });
  };

  return {
    run(effect, dispatch) {
      switch (effect.type) {
        case 'fold': {
          const write = fold(effect, dispatch).finally(() => writes.delete(write));
          writes.add(write);
          return;
        }
        case 'follow-log':
          return follow(effect.id, dispatch);
        case 'older-log':
          return tail?.older();
        case 'read-manifest':
          void readManifest(effect.id, dispatch);
          return;
        case 're-read':
          return shell.reread();
        case 'jump':
          void shell.jump(effect.id, effect.window).then((problem) => warn(problem, dispatch));
          return;
        case 'do':
          void shell.do(effect.deed, effect.id).then((problem) => warn(problem, dispatch));
          return;
        case 'preview':
          return preview(effect.id, effect.window, dispatch);
        case 'offer-continue':
          void offerContinue(effect, dispatch);
          return;
        case 'send':
          void send(effect, dispatch);
          return;
        case 'suspend':
          return shell.suspend();
        case 'quit':
          return shell.quit(effect.code);
      }
    },
    async close() {
      stopPreview();
      await tail?.close();
      await Promise.allSettled(writes);
    },
  };
}
