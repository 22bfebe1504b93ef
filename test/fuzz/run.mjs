#!/usr/bin/env node
// npm run fuzz -- [--seconds N | --count N] [--seed N]   (run.ts says more)
import { runTool } from '../tools/bundle.mjs';

await runTool(new URL('run.ts', import.meta.url));
