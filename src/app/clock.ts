/** The program's only source of time. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back after so many milliseconds; returns the way to cancel it. */
  after(ms: number, callback: () => void): () => void;
}

/** Timers hold at most 31 bits of milliseconds; nothing on screen needs a longer sleep anyway. */
const LONGEST_MS = 60 * 60 * 1_000;

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    if (ms <= 0) {
      const handle = setImmediate(callback);
      return () => clearImmediate(handle);
    }
    const handle = setTimeout(callback, Math.min(ms, LONGEST_MS));
    return () => clearTimeout(handle);
  },
};
