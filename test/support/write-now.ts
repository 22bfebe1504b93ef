import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Puts a whole file in another's place at once, without its lock: for storms of one writer. */
export function writeNow(path: string, content: string | Buffer): void {
  const temporary = `${path}.tmp`;
  try {
    writeFileSync(temporary, content);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(temporary, content);
  }
  renameSync(temporary, path);
}

/** The same for a session's `state.json`. */
export function writeStateNow(root: string, id: string, content: string | Buffer): void {
  writeNow(join(root, id, 'state.json'), content);
}
