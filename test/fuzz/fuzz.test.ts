import { expect, it } from 'vitest';
import { Random } from '../support/random.js';
import { foreign } from '../support/terminal-text.js';
import { fuzzProgram } from './end-to-end.js';
import { fuzzInProcess } from './in-process.js';

// `npm run fuzz` is the long form, with other seeds.
it('odd files and keys break neither readers nor model nor screens', async () => {
  await fuzzInProcess(new Random(11), 600);
});

it('odd files and keys do not end the program, and nothing of them acts on the terminal', async () => {
  const { bytesOut } = await fuzzProgram(new Random(12), (turns) => turns >= 150);
  // Had nothing been heard of the program, nothing foreign could have been found.
  expect(bytesOut).toBeGreaterThan(10_000);
});

it('what is not our own on a terminal is told from what is', () => {
  expect(foreign('\u001b[1;1H\u001b[0;31mred\u001b[m\u001b[K')).toBeNull();
  for (const bad of [
    '\u001b]52;c;QQ==\u0007',
    '\u001b[41',
    '\u009b1m',
    'a\rb',
    '\u202e',
    '\u001b[6n',
  ])
    expect(foreign(`x${bad}y`)).not.toBeNull();
});
