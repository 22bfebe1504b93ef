/**
 * Runs `close` when the test that is running ends. Outside a test (a tool, a `beforeAll`) nothing is
 * registered: who made the thing closes it.
 */
export async function atEnd(close: () => Promise<void>): Promise<void> {
  // Not a static import: outside its runner vitest refuses to load, and the tools use these files too.
  if (process.env.VITEST === undefined) return;
  const { onTestFinished } = await import('vitest');
  try {
    onTestFinished(close);
  } catch {
    // Not inside a test.
  }
}
