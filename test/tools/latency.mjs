#!/usr/bin/env node
// node test/tools/latency.mjs [--sessions N] [--rounds N]   (latency.ts says more)
import { runTool } from './bundle.mjs';

await runTool(new URL('latency.ts', import.meta.url));
