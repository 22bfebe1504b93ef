// Bundles a program as few files: its own, and one for each module that is imported when needed.
// Every file is loaded by itself in one piece: following many small ones costs milliseconds each.
import { basename, extname } from 'node:path';
import { build } from 'esbuild';

/** The file of a module: its package's name, or its own. */
const fileFor = (path) =>
  /.*node_modules[\\/](?:@[^\\/]+[\\/])?([^\\/]+)/.exec(path)?.[1] ?? basename(path, extname(path));

/** Makes every dynamic import a file of its own, and tells which modules those are. */
const apart = (found, below) => ({
  name: 'apart',
  setup(plugin) {
    plugin.onResolve({ filter: /./ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData === 'apart') return undefined;
      const target = await plugin.resolve(path, {
        kind: 'import-statement',
        resolveDir,
        pluginData: 'apart',
      });
      if (target.errors.length > 0 || target.external || target.namespace !== 'file') return target;
      found.set(target.path, fileFor(target.path));
      return { path: `./${below}${fileFor(target.path)}.js`, external: true };
    });
  },
});

/**
 * Builds the entry points (names to paths) into `options.outdir`, and what they import when needed
 * into its directory `lazy`.
 */
export async function buildLazily(entryPoints, options) {
  const found = new Map();
  const run = (entries, outdir, below) =>
    build({
      ...options,
      entryPoints: entries,
      outdir,
      plugins: [...(options.plugins ?? []), apart(found, below)],
    });
  await run(entryPoints, options.outdir, 'lazy/');
  const built = new Set();
  for (;;) {
    const next = [...found].filter(([path]) => !built.has(path));
    if (next.length === 0) return;
    for (const [path] of next) built.add(path);
    const entries = Object.fromEntries(next.map(([path, name]) => [name, path]));
    if (Object.keys(entries).length < next.length) throw new Error('two modules of one name');
    await run(entries, `${options.outdir}/lazy`, '');
  }
}
