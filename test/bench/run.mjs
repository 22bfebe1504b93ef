#!/usr/bin/env node
// npm run bench   (bench.ts says more)
import { runTool } from '../tools/bundle.mjs';

await runTool(new URL('bench.ts', import.meta.url));
