// The least that shows the end of a log at a key.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

process.stdin.setRawMode(true);
process.stdin.on('data', () => {
  const file = openSync(process.argv[2], 'r');
  const bytes = Buffer.alloc(8_192);
  const used = readSync(
    file,
    bytes,
    0,
    bytes.length,
    Math.max(0, fstatSync(file).size - bytes.length),
  );
  closeSync(file);
  for (const line of bytes.toString('utf8', 0, used).trim().split('\n').slice(-10)) {
    process.stdout.write(`${JSON.parse(line).activity}\n`);
  }
});
process.stdout.write('ready');
