/**
 * Loaded before the program (`node --import`): on SIGUSR2 it breaks it from inside, in the way that
 * the variable BREAK names.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

let armed = false;
const kind = process.env.BREAK;

if (kind === 'watcher') {
  const watch = fs.watch;
  fs.watch = (...args) => {
    const told = args.pop();
    return watch(...args, (...news) => {
      if (armed) throw new Error('a watcher callback broke');
      return told(...news);
    });
  };
  syncBuiltinESMExports();
}

process.on('SIGUSR2', () => {
  armed = true;
  if (kind === 'rejection') Promise.reject(new Error('a promise nobody awaits broke'));
  if (kind === 'EPIPE') {
    process.stdout.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
  }
  if (kind === 'component') {
    const map = Array.prototype.map;
    // Breaking things is what this file is for.
    Array.prototype.map = function broken(...args) {
      if (/\bat Screen\b/.test(new Error('').stack ?? '')) throw new Error('a component broke');
      return map.apply(this, args);
    };
  }
});
