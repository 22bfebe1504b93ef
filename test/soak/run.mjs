#!/usr/bin/env node
// npm run soak -- [--minutes N | --seconds N] [--seed N]   (run.ts says more)
import { runTool } from '../tools/bundle.mjs';

await runTool(new URL('run.ts', import.meta.url));
