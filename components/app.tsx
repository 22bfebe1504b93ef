import { useInput } from 'ink';
import { type ReactElement, useRef, useSyncExternalStore } from 'react';
import type { Action } from '../src/model/action.js';
import type { Frame } from '../src/model/frame.js';
import { actionOf, InputReader } from '../src/model/keys.js';
import { Screen } from './screen.js';

/** What the program's shell offers to the views. */
export interface Store {
  /** The present frame; the same object until something on it differs. */
  snapshot(): Frame;
  /** Calls back after a change; returns the way to stop that. */
  subscribe(changed: () => void): () => void;
  dispatch(action: Action): void;
}

/** The one component that knows the store: frames in, keys out. */
export function App({ store }: { readonly store: Store }): ReactElement {
  const frame = useSyncExternalStore(store.subscribe, store.snapshot);
  const reader = useRef<InputReader | null>(null);
  reader.current ??= new InputReader();
  const input = reader.current;
  useInput((text, key) => {
    for (const it of input.read(text, key)) store.dispatch(actionOf(it));
  });
  return <Screen frame={frame} />;
}
