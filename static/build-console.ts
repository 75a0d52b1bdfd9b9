import { readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { BuiltSite } from './build';
import { buildDeskWorker, deskWorkerFile } from './build-desk-worker';
import { buildPreview } from './build-preview';
import { valuesOf, writeDocument } from './document';

interface Built {
  /** The folder of the built page. */
  readonly outDir: string;
  readonly minify: boolean;
  /** The folder of the page's and the console's sources; by default `static` where the command runs. */
  readonly source?: string;
}

const entries = { console: 'console/main.tsx', 'console-style': 'console/style/console.css' };
const previewStyle = 'console/style/preview.css';

export interface BuiltConsole extends BuiltSite {
  /** The source files that the script of previews is made of. */
  readonly previewModules: readonly string[];
}

/** The script of previews is built before, and loaded from where it is. */
const besideConsole = (script: string): Plugin => ({
  name: 'beside-console',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/runner\/main$/ }, () => ({ path: `/${script}`, external: true }));
  },
});

/**
 * Builds the console beside the page. It is a build of its own, because with one for both esbuild would move what they share
 * out of the page's files. Its files join the page's manifest, so that no deployment calls them superseded. Throws when the
 * page is not built, and esbuild's report when the sources do not compile.
 */
export const addConsole = async ({ outDir, minify, source = 'static' }: Built): Promise<BuiltConsole> => {
  const out = resolve(outDir);
  const page: BuiltSite = JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8'));
  const preview = await buildPreview({ out, source, minify });
  const sheet = await build({
    entryPoints: { preview: resolve(source, previewStyle) },
    outdir: join(out, 'assets'),
    entryNames: '[name]-[hash]',
    metafile: true,
    minify,
  });
  const inOut = (path: string) => relative(out, resolve(path)).replaceAll('\\', '/');
  const previewSheets = Object.keys(sheet.metafile.outputs).map(inOut);
  const { metafile } = await build({
    define: {
      previewSheetsOfBuild: JSON.stringify([page.files.page, ...previewSheets].map((path) => `/${path}`)),
    },
    plugins: [besideConsole(preview.script)],
    entryPoints: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, resolve(source, path)])),
    outdir: join(out, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: 'console-[name]-[hash]',
    publicPath: '/assets/',
    bundle: true,
    metafile: true,
    format: 'esm',
    splitting: true,
    // The browsers that have passkeys and modal dialogs.
    target: ['es2022', 'chrome108', 'firefox119', 'safari16'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify,
    sourcemap: minify ? false : 'linked',
    legalComments: 'none',
    logLevel: 'silent',
  });
  const fileOf = (name: keyof typeof entries): string => {
    const [found] = Object.entries(metafile.outputs).filter(
      ([, { entryPoint }]) => entryPoint && resolve(entryPoint) === resolve(source, entries[name]),
    );
    if (!found) throw new Error(`esbuild wrote nothing for ${name}`);
    return inOut(found[0]);
  };

  const files = {
    console: fileOf('console'),
    'console-style': fileOf('console-style'),
    'console.html': 'console.html',
    'check-in-worker': deskWorkerFile,
  };
  const texts = (await valuesOf(resolve(source, 'console/texts/document.ts'))) as { readonly needsScript: string };
  const document = await writeDocument(source, {
    title: 'Startline console',
    about: ['robots', 'noindex'],
    needsScript: [['en', texts.needsScript]],
    script: `/${files.console}`,
    preload: [],
    style: `/${files['console-style']}`,
  });
  await writeFile(join(out, files['console.html']), document);
  await buildDeskWorker({
    out,
    source,
    minify,
    outputs: metafile.outputs,
    named: [files['console-style']],
  });

  const site: BuiltSite = {
    files: { ...page.files, ...files },
    assets: [
      ...new Set([...page.assets, ...preview.assets, ...previewSheets, ...Object.keys(metafile.outputs).map(inOut)]),
    ].sort(),
  };
  await writeFile(join(out, 'manifest.json'), `${JSON.stringify(site, null, 2)}\n`);
  return { ...site, previewModules: preview.modules };
};
