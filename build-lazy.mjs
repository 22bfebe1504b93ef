// Bundles a program as few files: its own, and one for each module that is imported when needed.
// Every file is loaded by itself in one piece: following many small ones costs milliseconds each. The
// files are CommonJS, because Node's loader of ES modules takes a sixth of the time that a bare Node
// takes; those that must be ES modules are named.
import { basename, extname } from 'node:path';
import { build } from 'esbuild';

/** The name of a module's file: its package's name, or its own. */
const nameFor = (path) =>
  /.*node_modules[\\/](?:@[^\\/]+[\\/])?([^\\/]+)/.exec(path)?.[1] ?? basename(path, extname(path));

/** What a CommonJS file needs before it, if it does. */
const HELPERS = {
  __url: 'const __url=require("node:url").pathToFileURL(__filename).href;',
  __lazy: 'const __lazy=(it)=>it.__esModule?it:Object.assign({default:it},it);',
};

/** Makes every dynamic import a file of its own, and tells which modules those are. */
const apart = (found, below, esModules) => ({
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
      const name = nameFor(target.path);
      found.set(target.path, name);
      return {
        path: `./${below}${name}.${esModules.includes(name) ? 'js' : 'cjs'}`,
        external: true,
      };
    });
  },
});

/** A file in which CommonJS files are loaded as such: `import()` would start the other loader. */
function finished(text) {
  const lazy = text.replace(
    /\bimport\(("\.\/[^"]*\.cjs")\)/g,
    'Promise.resolve().then(()=>__lazy(require($1)))',
  );
  const helpers = Object.entries(HELPERS).filter(([name]) => lazy.includes(name));
  const [, first = '', rest = ''] = /^(#!.*\n)?(.*)$/s.exec(lazy) ?? [];
  return first + helpers.map(([, helper]) => helper).join('') + rest;
}

/**
 * Builds the entry points (names to paths) into `options.outdir`, and what they import when needed
 * into its directory `lazy`. `esModules` names the files that stay ES modules.
 */
export async function buildLazily(entryPoints, esModules, { write, ...options }) {
  const found = new Map();
  const run = async (entries, outdir, below) => {
    if (Object.keys(entries).length === 0) return;
    const format = (name) => (esModules.includes(name) ? 'esm' : 'cjs');
    for (const kind of ['esm', 'cjs']) {
      const own = Object.fromEntries(
        Object.entries(entries).filter(([name]) => format(name) === kind),
      );
      if (Object.keys(own).length === 0) continue;
      const { outputFiles } = await build({
        ...options,
        entryPoints: own,
        outdir,
        write: false,
        ...(kind === 'cjs'
          ? {
              format: 'cjs',
              outExtension: { '.js': '.cjs' },
              banner: {},
              define: { ...options.define, 'import.meta.url': '__url' },
            }
          : {}),
        plugins: [...(options.plugins ?? []), apart(found, below, esModules)],
      });
      for (const file of outputFiles) write(file.path, finished(file.text));
    }
  };
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
