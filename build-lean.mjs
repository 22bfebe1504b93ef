// Libraries as they are bundled: the same output, in less time and bounded memory.
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * What is changed in which file, as pairs of what stands there and what takes its place.
 *
 * Ink keeps the size of each distinct text it ever measured. Ages and activities change all day, so
 * those caches would grow for as long as the tracker runs: one is bounded, the other left out.
 *
 * Ink takes every line of every frame apart into styled cells and puts them together again, so that
 * boxes may overlap. A screen of whole lines under each other needs none of that: where no two texts
 * share a line and nothing is clipped, the lines are the output.
 */
const CHANGES = {
  // Its developer tools are for its own developers; asking for them makes the module an async one.
  reconciler: [['if (isDev()) {', 'if (false) {']],
  // The painter lets nothing but styles through, whatever the text holds.
  'squash-text-nodes': [['return sanitizeAnsi(text);', 'return text;']],
  'measure-text': [['cache.set(', 'if (cache.size >= 1000) cache.clear(); cache.set(']],
  'wrap-text': [['cache[cacheKey] = wrappedText;', '']],
  output: [
    [
      '    get() {',
      `    wholeLines() {
        const lines = Array.from({ length: this.height }, () => null);
        for (const it of this.operations) {
            if (it.type !== 'write' || it.x !== 0 || it.text.includes('\\n') || lines[it.y] !== null) return null;
            lines[it.y] = it.transformers.reduce((line, transform) => transform(line, 0), it.text);
        }
        return { output: lines.map((line) => line ?? '').join('\\n'), height: this.height };
    }
    get() {
        const lines = this.wholeLines();
        if (lines !== null) return lines;`,
    ],
  ],
  // Each line of a frame is cut to its width and has one row before Ink sees it.
  dom: [
    [
      'const dimensions = measureText(text);',
      "if (width > 0 && !text.includes('\\n')) return { width, height: 1 };\n    const dimensions = measureText(text);",
    ],
  ],
  'render-node-to-output': [['const currentWidth = widestLine(text);', 'const currentWidth = 0;']],
  // Loads its WebAssembly by fetch() from a data URL, and Node loads a whole HTTP client for that.
  'yoga-wasm-base64-esm': [
    ['w||"function"!=typeof fetch?', 'true?'],
    ['||"function"!=typeof fetch?', '||true?'],
  ],
};

/**
 * What string-width makes when it is loaded costs as much as half of Node's start, and most screens
 * show nothing that needs it.
 */
const LAZY_WIDTH = [
  ['const segmenter = new Intl.Segmenter();', 'let segmenter, rgiEmoji;'],
  ['const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;', ''],
  ['segmenter.segment(string)', '(segmenter ??= new Intl.Segmenter()).segment(string)'],
  ['rgiEmojiRegex.test(', "(rgiEmoji ??= new RegExp('^\\\\p{RGI_Emoji}$', 'v')).test("],
];

const WIDTH = join(dirname(fileURLToPath(import.meta.url)), 'src/model/width.ts');

/** The file with its changes. Throws where it is not the one that was read for them. */
function changed(path, changes) {
  let source = readFileSync(path, 'utf8');
  for (const [from, to] of changes) {
    if (!source.includes(from)) throw new Error(`${path} is not the one that build-lean.mjs knows`);
    source = source.replace(from, () => to);
  }
  return { contents: source };
}

/** Commander loads Node's processes for commands that are programs of their own; there are none. */
const LATE_PROCESSES = [
  [
    "require('node:child_process')",
    "{ spawn: (...all) => require('node:child_process').spawn(...all) }",
  ],
];

/**
 * chokidar reads a directory again at each event in it, one `lstat` an entry, to find what came. We
 * watch the deepest directories for their events alone, and nothing in them.
 */
const NO_READS_BELOW = [
  [
    '            if (!target) {\n                await this._handleRead(dir,',
    '            if (!target && depth !== oDepth) {\n                await this._handleRead(dir,',
  ],
  ['if (stats && stats.mtimeMs === 0)', 'if (depth === oDepth || (stats && stats.mtimeMs === 0))'],
];

/** For esbuild. */
export const lean = {
  name: 'lean',
  setup({ onLoad, onResolve }) {
    const names = Object.keys(CHANGES).join('|');
    onLoad(
      { filter: new RegExp(`(ink[\\\\/]build|binaries)[\\\\/](${names})\\.js$`) },
      ({ path }) => changed(path, CHANGES[basename(path, '.js')]),
    );
    onLoad({ filter: /string-width[\\/]index\.js$/ }, ({ path }) => changed(path, LAZY_WIDTH));
    onLoad({ filter: /commander[\\/]lib[\\/]command\.js$/ }, ({ path }) =>
      changed(path, LATE_PROCESSES),
    );
    onLoad({ filter: /chokidar[\\/]handler\.js$/ }, ({ path }) => changed(path, NO_READS_BELOW));
    // One way to measure a text, and the quick one, for Ink too.
    onResolve({ filter: /^string-width$/ }, ({ importer }) =>
      importer === WIDTH ? undefined : { path: WIDTH },
    );
  },
};
