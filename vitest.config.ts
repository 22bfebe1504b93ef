import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    globalSetup: ['test/support/build.ts'],
    reporters: ['default', './test/support/summary.ts'],
    // Real tmux, real processes, two cores: deadlines inside the tests are tighter than these.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
