import { rmSync } from 'node:fs';
import { playParty } from './player.js';

/**
 * The process that plays the party. It says `ready` to the program that started it once everything
 * is on disk, and ends with it: the channel between them closes however that program ends.
 */
const root = process.argv[2] ?? '';

const failed = (error: unknown): void => {
  console.error(error);
  process.exit(1);
};

process.on('disconnect', () => {
  // Killed outright, the program could not clean up itself.
  rmSync(root, { recursive: true, force: true });
  process.exit(0);
});
// A Ctrl-C in the terminal reaches every process of the group; the tracker decides what it means.
process.on('SIGINT', () => {});
playParty(root, failed).then(() => process.send?.('ready'), failed);
