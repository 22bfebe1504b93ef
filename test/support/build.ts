import { execFileSync } from 'node:child_process';

/** Tests that start the program start the one that is in the tree now. */
export default function setup(): void {
  execFileSync(process.execPath, ['build.mjs', '--quiet'], { stdio: 'inherit' });
}
