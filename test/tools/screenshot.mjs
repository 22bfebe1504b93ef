#!/usr/bin/env node
// node test/tools/screenshot.mjs --out FILE [options] -- COMMAND…   (screenshot.ts says more)
import { runTool } from './bundle.mjs';

await runTool(new URL('screenshot.ts', import.meta.url));
