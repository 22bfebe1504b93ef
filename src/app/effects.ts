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
  /** Answers with the reason when it failed. */
  jump(id: string, window: number | null): Promise<string | null>;
  quit(code: number): void;
}

export interface EffectRunner {
  run(effect: Effect, dispatch: Dispatch): void;
  /** Stops following and waits for writes under way. */
  close(): Promise<void>;
}

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
          void shell.jump(effect.id, effect.window).then((problem) => {
            if (problem !== null) dispatch({ type: 'warned', text: problem });
          });
          return;
        case 'suspend':
          return shell.suspend();
        case 'quit':
          return shell.quit(effect.code);
      }
    },
    async close() {
      await tail?.close();
      await Promise.allSettled(writes);
    },
  };
}
