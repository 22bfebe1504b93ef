import type { Mounted } from '../../components/mount.js';
import { styled } from '../../components/theme.js';
import type { Action } from '../model/action.js';
import { isValidSessionId } from '../state/ids.js';
import { systemTmux } from '../tmux/run.js';
import { createAgents, currentTmuxSession } from './agents.js';
import { systemClock } from './clock.js';
import { createEffects } from './effects.js';
import { type Exit, watchExits } from './exits.js';
import { type Liveness, watchLiveness } from './liveness.js';
import { type ScreenOptions, startModel } from './options.js';
import { Painter } from './painter.js';
import { createRuntime } from './runtime.js';
import { openDisk } from './sources.js';
import { suspend } from './suspend.js';
import { Terminal } from './terminal.js';

/** On a disk slower than this the first frame says that it is reading. */
const FIRST_LOOK_MS = 500;
/** How long quitting waits for a write that is under way, in milliseconds. */
const LAST_WRITE_MS = 1_000;

/** Actions after which what lives may have changed, or somebody wants to know. */
const STIRRING = new Set<Action['type']>(['key', 'sessions-read', 'sessions-gone']);

/**
 * Runs the tracker on this process's terminal until it ends; resolves to the exit code, with the
 * terminal as it was. This is the one place that knows both the shell and the views.
 */
export async function startTracker(options: ScreenOptions): Promise<number> {
  const terminal = new Terminal(process);
  const model = startModel(options, process.env, terminal.size);
  const painter = new Painter(process.stdout, terminal.size, model.ascii, systemClock);
  const exits = watchExits(process);
  const effects = createEffects({
    root: model.rootPath,
    reread: () => void disk?.reread(),
    suspend: () => pause(),
    ...createAgents({
      root: model.rootPath,
      env: process.env,
      tmux: options.tmux !== false,
      lend: (work) => lend(work),
      acted: () => liveness?.ask(),
    }),
    quit: (code) => exits.end({ code }),
  });
  const runtime = createRuntime(model, systemClock, effects.run);
  const dispatch = (action: Action): void => {
    if (action.type === 'focus') liveness?.focus(action.focused);
    else if (action.type === 'resumed') liveness?.focus(true);
    else if (STIRRING.has(action.type)) liveness?.stir();
    try {
      runtime.dispatch(action);
    } catch (error) {
      exits.end({ code: 1, error });
    }
  };

  let pausing = false;
  let liveness: Liveness | undefined;
  const takeBack = (): void => {
    terminal.enter();
    painter.reset(terminal.size);
    painter.resume();
    dispatch({ type: 'resized', ...terminal.size });
    dispatch({ type: 'resumed' });
  };
  const pause = (): void => {
    pausing = true;
    painter.pause();
    terminal.leave();
    suspend(() => {
      pausing = false;
      takeBack();
    });
  };
  const lend = (work: () => void): void => {
    pausing = true;
    painter.pause();
    terminal.leave();
    try {
      work();
    } finally {
      pausing = false;
      takeBack();
    }
  };
  // Stopped by others, nothing could be put in order before: a shell has had the terminal since.
  const continued = (): void => {
    if (pausing) return;
    terminal.leave();
    takeBack();
  };
  const resized = (): void => {
    painter.reset(terminal.size);
    dispatch({ type: 'resized', ...terminal.size });
  };
  const warned = (warning: Error): void => dispatch({ type: 'warned', text: warning.message });

  // Node's own listener would print into the screen.
  process.removeAllListeners('warning');
  process.on('warning', warned);
  process.stdout.on('resize', resized);
  const disk = openDisk(model.rootPath, dispatch);
  // The first frame shows the sessions: what it waits for is one plain look at the disk.
  const slow = new Promise((resolve) => setTimeout(resolve, FIRST_LOOK_MS));
  await Promise.race([disk?.begun, exits.ended, slow]);
  runtime.show();
  terminal.enter();
  process.on('SIGCONT', continued);
  const paint = (): void => {
    const { lines, color } = runtime.snapshot();
    painter.write(lines.map((line) => styled(line, color)).join('\n'));
  };
  paint();
  if (options.tmux !== false) {
    liveness = watchLiveness(systemTmux(process.env), systemClock, dispatch);
    if (model.here === '') {
      void currentTmuxSession(process.env).then((id) => {
        if (isValidSessionId(id)) dispatch({ type: 'here', id });
      });
    }
  }
  // Loading Ink takes longer than all that came before: frames need not wait for it, and the keys
  // pressed meanwhile wait in the terminal.
  const stopPainting = runtime.subscribe(paint);
  let ink: Mounted | undefined;
  let ended = false;
  const mounted = import('../../components/mount.js').then(({ mount }) => {
    stopPainting();
    if (ended) return undefined;
    const store = { ...runtime, dispatch };
    ink = mount(store, process.stdin, painter as unknown as NodeJS.WriteStream);
    return ink.ended;
  });
  mounted.catch((error: unknown) => exits.end({ code: 1, error }));

  const exit: Exit = await exits.ended;
  ended = true;
  runtime.stop();
  liveness?.stop();
  painter.pause();
  try {
    ink?.unmount();
  } finally {
    terminal.leave();
  }
  process.off('SIGCONT', continued);
  process.stdout.off('resize', resized);
  process.stdin.unref();
  if (exit.error !== undefined) console.error(exit.error);
  const late = new Promise((resolve) => setTimeout(resolve, LAST_WRITE_MS).unref());
  await Promise.race([Promise.allSettled([disk?.close(), effects.close()]), late]);
  return exit.code;
}
