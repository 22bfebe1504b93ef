import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** Runs a TypeScript file of this folder: Node 20 does not read TypeScript itself. */
export async function runTool(name) {
  const here = fileURLToPath(new URL('.', import.meta.url));
  // Inside node_modules, so that the packages the bundle leaves out are found from there.
  const cache = join(here, '../../node_modules/.cache/questmaster-tui');
  mkdirSync(cache, { recursive: true });
  const outfile = join(cache, `${basename(name, '.ts')}-${process.pid}.mjs`);
  const options = { bundle: true, platform: 'node', target: 'node20', format: 'esm' };
  const { outputFiles } = await build({
    ...options,
    entryPoints: [join(here, name)],
    outfile,
    packages: 'external',
    sourcemap: 'inline',
    write: false,
  });
  writeFileSync(outfile, outputFiles[0].contents);
  try {
    await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile, { force: true });
  }
}
