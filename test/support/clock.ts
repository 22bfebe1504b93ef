import type { Clock } from '../../src/app/clock.js';
import { NOON } from './model.js';

/** A clock that stands still until it is moved. */
export class HandClock implements Clock {
  private at = NOON;
  private timers: { at: number; callback: () => void }[] = [];

  now(): number {
    return this.at;
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { at: this.at + ms, callback };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((it) => it !== timer);
    };
  }

  get pending(): number {
    return this.timers.length;
  }

  /** Moves on, firing what falls due on the way, in order. */
  move(ms: number): void {
    const end = this.at + ms;
    while (true) {
      const next = this.timers.filter((it) => it.at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.timers = this.timers.filter((it) => it !== next);
      this.at = Math.max(this.at, next.at);
      next.callback();
    }
    this.at = end;
  }
}
