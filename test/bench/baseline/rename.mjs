// The least that replaces a file with another: no lock, no fsync. Prints how many times a second.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

const path = process.argv[2];
const until = performance.now() + Number(process.argv[3]);
const began = performance.now();
let count = 0;
for (; performance.now() < until; count++) {
  const state = JSON.parse(readFileSync(path, 'utf8'));
  state.count = count;
  writeFileSync(`${path}.tmp`, JSON.stringify(state));
  renameSync(`${path}.tmp`, path);
}
console.log((count * 1000) / (performance.now() - began));
