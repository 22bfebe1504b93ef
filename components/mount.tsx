import { render } from 'ink';
import { App, type Store } from './app.js';

/** Ink at work. */
export interface Mounted {
  /** Fails when a view throws. */
  readonly ended: Promise<unknown>;
  unmount(): void;
}

/**
 * Draws the store's frames until `unmount`, and sends it the keys. Ink writes whole frames in debug
 * mode, whatever CI says: what becomes of them is the stream's business.
 */
export function mount(store: Store, stdin: NodeJS.ReadStream, stdout: NodeJS.WriteStream): Mounted {
  const ink = render(<App store={store} />, {
    stdout,
    stdin,
    debug: true,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  return { ended: ink.waitUntilExit(), unmount: () => ink.unmount() };
}
