import { stat } from 'node:fs/promises';
import { manifestIds } from '../state/store.js';

/** How the state root was found. */
export type RootFact =
  /** `unread`: so many sessions the first scan has not come to yet. */
  | { readonly status: 'ok'; readonly unread?: number }
  | { readonly status: 'missing' }
  | { readonly status: 'unreadable'; readonly problem: string };

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

const WORDS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  ENOTDIR: 'it is no directory',
  ELOOP: 'it is a link that leads in circles',
  EMFILE: 'too many open files',
};

/** The root, the ids that have a manifest in it, and which very directory it is. */
export async function lookAtRoot(
  root: string,
): Promise<{ fact: RootFact; ids: string[]; identity: string }> {
  try {
    const facts = await stat(root, { bigint: true });
    if (!facts.isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    const identity = `${facts.dev}:${facts.ino}:${facts.birthtimeNs}`;
    return { fact: { status: 'ok' }, ids: await manifestIds(root), identity };
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return { fact: { status: 'missing' }, ids: [], identity: '' };
    const problem = WORDS[code] ?? code;
    return { fact: { status: 'unreadable', problem }, ids: [], identity: '' };
  }
}
