import { glob } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';

const languageFile = /^(?!en\b)([a-z]{2,3}(?:-[a-z0-9]+)*)\.ts$/;

/** The texts of scripts that load after the first, by file in `src/texts`. */
const afterwards = [
  ...['later', 'changes', 'waiting-list', 'payment', 'receipt'],
  ...['form', 'extras', 'check', 'code', 'sign', 'giving', 'team', 'results', 'versions', 'feed', 'line', 'draw'],
];

/** The languages besides English: each file `<tag>.ts` in `src/texts`. By tag, with the path of the file. */
export const languagesIn = async (source: string): Promise<Readonly<Record<string, string>>> => {
  const folder = resolve(source, 'src/texts');
  const languages: Record<string, string> = {};
  for await (const file of glob('*.ts', { cwd: folder })) {
    if (languageFile.test(file)) languages[basename(file, '.ts')] = join(folder, file);
  }
  return languages;
};

/**
 * Puts the languages into the page. Without any, the sources are bundled as they are, and English costs nothing. With some,
 * every text becomes a variable that `use` sets, and each language a script of its own, which is loaded before the page is
 * shown.
 */
export const textsPlugin = (source: string, languages: Readonly<Record<string, string>>): Plugin => ({
  name: 'texts',
  setup({ onLoad }) {
    if (Object.keys(languages).length === 0) return;
    const folder = resolve(source, 'src/texts');
    const replace = (file: string, contents: () => Promise<string> | string) =>
      onLoad({ filter: new RegExp(`/texts/${file}\\.ts$`) }, async () => ({
        contents: await contents(),
        loader: 'ts',
        resolveDir: folder,
      }));

    replace('locales', () => {
      const loads = Object.entries(languages).map(
        ([tag, path]) => `${quoted(tag)}: () => ${'import'}(${quoted(path)})`,
      );
      return `export const locales = { ${loads.join(', ')} };`;
    });
    for (const file of ['page', 'first']) {
      replace(file, async () => {
        const english = join(folder, 'en', `${file}.ts`);
        const names = await exportsOf(english);
        return [
          `import * as en from ${quoted(english)};`,
          ...names.map((name) => `export let ${name} = en.${name};`),
          `export const use = (texts) => { ${names.map((name) => `${name} = texts.${name};`).join(' ')} };`,
        ].join('\n');
      });
    }
    for (const file of afterwards) {
      replace(file, async () => {
        const english = join(folder, 'en', `${file}.ts`);
        const names = await exportsOf(english);
        return [
          `import * as en from ${quoted(english)};`,
          `import { spoken } from './speak';`,
          `const texts = spoken.texts ?? en;`,
          ...names.map((name) => `export const ${name} = texts.${name};`),
        ].join('\n');
      });
    }
  },
});

const exportsOf = async (file: string): Promise<readonly string[]> => {
  const { metafile } = await build({
    entryPoints: [file],
    format: 'esm',
    write: false,
    metafile: true,
    outdir: '.',
    jsx: 'automatic',
    jsxImportSource: 'preact',
  });
  return Object.values(metafile.outputs).flatMap(({ exports }) => exports);
};

const quoted = (text: string) => JSON.stringify(text);
