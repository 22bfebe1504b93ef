// Builds dist/: the program in a few files (so that --help and ls never load the screen) and one
// bundle for the state package. Types of the state package come from tsc.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildLazily } from './build-lazy.mjs';
import { lean } from './build-lean.mjs';

process.chdir(dirname(fileURLToPath(import.meta.url)));
const quiet = process.argv.includes('--quiet');
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

const common = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  charset: 'utf8',
  legalComments: 'linked',
  logLevel: 'warning',
  define: {
    // React's development build records a performance entry per render and never lets it go.
    'process.env.NODE_ENV': '"production"',
    QUESTMASTER_TUI_VERSION: JSON.stringify(version),
  },
  // CommonJS dependencies inside an ES module bundle still ask for these.
  banner: {
    js: [
      "import { createRequire as __createRequire } from 'node:module';",
      "import { fileURLToPath as __toPath } from 'node:url';",
      'const require = __createRequire(import.meta.url);',
      'const __filename = __toPath(import.meta.url);',
    ].join(''),
  },
};

rmSync('dist', { recursive: true, force: true });
await Promise.all([
  buildLazily(
    { cli: 'src/cli.ts', party: 'src/demo/party.ts' },
    // Waits for its layout engine when it is loaded.
    ['mount'],
    {
      ...common,
      outdir: 'dist',
      minifySyntax: true,
      minifyWhitespace: true,
      // Carries native code.
      external: ['koffi'],
      plugins: [lean],
      write(path, text) {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text);
      },
    },
  ),
  build({
    ...common,
    entryPoints: { state: 'src/state/index.ts' },
    outdir: 'dist',
    // lossless-json is part of the public types, so both sides must share one copy.
    external: ['koffi', 'lossless-json'],
  }),
]);
// For who names the file: the program is cli.cjs.
writeFileSync('dist/cli.js', "#!/usr/bin/env node\nimport './cli.cjs';\n");
for (const file of ['dist/cli.js', 'dist/cli.cjs']) chmodSync(file, 0o755);
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.types.json'], {
  stdio: 'inherit',
});
if (!quiet) console.log(`dist/ built, version ${version}`);
