/** How long a stopped process may look alive before it is clear that nothing stopped it. */
const STOP_MS = 200;

/**
 * Stops the process group as Ctrl-Z does in a shell. `resumed` is called once: after `fg`, or when
 * nothing could stop us because no shell waits for us.
 */
export function suspend(resumed: () => void): void {
  let done = false;
  const once = (): void => {
    if (done) return;
    done = true;
    clearTimeout(timer);
    process.removeListener('SIGCONT', once);
    resumed();
  };
  // An orphaned process group ignores the signal, and no SIGCONT will ever come.
  const timer = setTimeout(once, STOP_MS);
  process.on('SIGCONT', once);
  process.kill(0, 'SIGTSTP');
}
