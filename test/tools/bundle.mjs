import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** In a bundle every file would be where the bundle is: they keep the place of their source. */
const keepPlaces = {
  name: 'keep-places',
  setup(build) {
    build.onLoad({ filter: /\/test\/.*\.m?[jt]s$/ }, ({ path }) => ({
      loader: path.endsWith('.ts') ? 'ts' : 'js',
      contents: readFileSync(path, 'utf8')
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
    }));
  },
};

/** Runs a TypeScript file, given by its URL: Node 20 does not read TypeScript itself. */
export async function runTool(url) {
  const entry = fileURLToPath(url);
  const here = dirname(fileURLToPath(import.meta.url));
  // Inside node_modules, so that the packages the bundle leaves out are found from there.
  const cache = join(here, '../../node_modules/.cache/questmaster-tui');
  mkdirSync(cache, { recursive: true });
  const outfile = join(cache, `${basename(entry, '.ts')}-${process.pid}.mjs`);
  const options = { bundle: true, platform: 'node', target: 'node20', format: 'esm' };
  const { outputFiles } = await build({
    ...options,
    entryPoints: [entry],
    plugins: [keepPlaces],
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
