/** Waits until `fn` answers something true, looking again and again; fails at the deadline with what was seen. */
export async function until<T>(
  fn: () => T | Promise<T>,
  {
    deadlineMs = 10_000,
    describe = () => '',
  }: { deadlineMs?: number; describe?: () => string } = {},
): Promise<NonNullable<T>> {
  const deadline = Date.now() + deadlineMs;
  while (true) {
    const value = await fn();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`not within ${deadlineMs} ms: ${describe()}`);
    await new Promise((look) => setImmediate(look));
  }
}
