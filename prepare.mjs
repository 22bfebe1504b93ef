// npm runs this after installing in this folder, and for `npm install -g .`, which links the folder
// without installing what the build needs: then that comes first.
import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(dirname(fileURLToPath(import.meta.url)));

const needed = ['esbuild', 'typescript', 'koffi'];

function isThere(name) {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}

if (!needed.every(isThere)) {
  // npm hands its own options down in the environment; `global` must not reach this install.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name)),
  );
  const args = ['install', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund'];
  execFileSync('npm', args, { stdio: 'inherit', env });
}
execFileSync(process.execPath, ['build.mjs'], { stdio: 'inherit' });
