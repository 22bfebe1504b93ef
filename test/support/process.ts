import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** One word for sh. */
export function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** What a program may know of the world outside: little, and the same everywhere. */
export function cleanEnv(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { LANG: 'C.UTF-8', CI: 'false', SHELL: '/bin/sh', PS1: '$ ' };
  for (const key of ['PATH', 'HOME', 'USER', 'LOGNAME', 'TMPDIR', 'TMUX_TMPDIR']) {
    const value = process.env[key];
    if (value !== undefined) env[key] = value;
  }
  return env;
}

/** tmux ends a command at an argument's last `;`, alone or not, unless a backslash stands before it. */
export function protect(argument: string): string {
  return argument.endsWith(';') ? `${argument.slice(0, -1)}\\;` : argument;
}

/** Whether a process runs; one that has ended and waits for its parent to notice does not. */
export async function alive(pid: number): Promise<boolean> {
  if (pid <= 0) return false;
  const { stdout } = await run('ps', ['-o', 'stat=', '-p', `${pid}`]).catch(() => ({ stdout: '' }));
  return stdout.trim() !== '' && !stdout.startsWith('Z');
}
