import { defineConfig } from 'vitest/config';
export default defineConfig({
  root: '/work/main',
  test: {
    include: ['test/state/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
