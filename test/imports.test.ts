import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

const files = ['src', 'components'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
);

function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const found: Import[] = [];
  const pattern =
    /(?:import|export)\s+(type\s+)?(?:[^;'"]*?\sfrom\s+)?'([^']+)'|import\('([^']+)'\)/g;
  for (const match of text.matchAll(pattern)) {
    const name = match[2] ?? match[3] ?? '';
    const to = name.startsWith('.') ? relative(ROOT, join(ROOT, dirname(file), name)) : name;
    found.push({ from: file, to, typeOnly: match[1] !== undefined });
  }
  return found;
}

const imports = files.flatMap(importsOf);
const room = (path: string): string =>
  path.startsWith('components') ? 'components' : (/^src\/(\w+)\//.exec(path)?.[1] ?? 'cli');

/** What each room may import from, besides itself. */
const MAY: Record<string, readonly string[]> = {
  state: [],
  watch: ['state'],
  tmux: [],
  model: [],
  components: ['model'],
  app: ['state', 'watch', 'tmux', 'model'],
  demo: ['state'],
  commands: ['state', 'watch', 'tmux', 'model', 'app'],
  cli: ['app', 'commands', 'demo'],
};

const local = (it: Import): boolean => it.to.startsWith('src/') || it.to.startsWith('components/');

describe('imports run one way', () => {
  it('finds the imports of the tree', () => {
    expect(imports.length).toBeGreaterThan(100);
  });

  it.each(Object.entries(MAY))('%s imports only what it may', (name, may) => {
    const wrong = imports
      .filter((it) => room(it.from) === name && local(it) && room(it.to) !== name)
      .filter((it) => !may.includes(room(it.to)))
      // Types of what is on disk are everybody's; the composition root knows the views.
      .filter((it) => !(it.typeOnly && it.to === 'src/state/types.js'))
      .filter((it) => !(it.from === 'src/app/start.ts' && room(it.to) === 'components'));
    expect(wrong).toEqual([]);
  });

  it('the model knows no file, no screen and no clock', () => {
    for (const file of files.filter((it) => room(it) === 'model')) {
      const text = readFileSync(join(ROOT, file), 'utf8');
      expect(text, file).not.toMatch(
        /Date\.now|new Date\(\)|Math\.random|setTimeout|setInterval|process\./,
      );
      const outside = importsOf(file)
        .filter((it) => !local(it))
        .map((it) => it.to);
      expect(
        outside.filter((it) => it !== 'string-width'),
        file,
      ).toEqual([]);
    }
  });

  it('components touch no file and no process', () => {
    for (const it of imports.filter((each) => room(each.from) === 'components')) {
      expect(it.to, it.from).not.toMatch(/^node:/);
    }
  });

  it('the state package loads locks and writers only when they are needed', () => {
    for (const it of imports.filter((each) => room(each.from) === 'state')) {
      const lazy = readFileSync(join(ROOT, it.from), 'utf8').includes(`import('${it.to}')`);
      if (['koffi', 'proper-lockfile', 'write-file-atomic'].includes(it.to)) {
        expect(lazy || it.typeOnly, `${it.from} imports ${it.to}`).toBe(true);
      }
    }
  });
});
