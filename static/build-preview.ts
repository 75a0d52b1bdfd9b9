import { join, relative, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { mediaLoaders, sheetsOfPages, urlsOfFiles } from './build';

/** What stands in for a module of the page in a preview, by path in `src`, and in `console/preview/runner`. */
const standIns: Readonly<Record<string, string>> = {
  'page/services.ts': 'services.ts',
  'page/tokens.ts': 'tokens.ts',
  'page/forget-here.tsx': 'nothing.tsx',
  'time/ticker.ts': 'clock.ts',
  'flow/kept.ts': 'kept.ts',
  'processor/card-fields.ts': 'no-card.ts',
  'processor/load-processor.ts': 'no-card.ts',
  'processor/ask-bank.ts': 'no-card.ts',
  'results-pages.ts': 'nothing.tsx',
  'feed-pages.ts': 'nothing.tsx',
  'draw-pages.ts': 'nothing.tsx',
};

const isAsked = {};

/** The page's own components, with services that send nothing, a clock that is set, and an address of their own. */
const standIn = (source: string): Plugin => ({
  name: 'stand-in',
  setup(builder) {
    const runner = resolve(source, 'console/preview/runner');
    builder.onResolve({ filter: /^preact-iso\/router$/ }, () => ({ path: join(runner, 'router.tsx') }));
    builder.onResolve({ filter: /^\.{1,2}\// }, async ({ path, importer, resolveDir, kind, pluginData }) => {
      if (pluginData === isAsked) return undefined;
      const found = await builder.resolve(path, { importer, resolveDir, kind, pluginData: isAsked });
      const other = standIns[relative(resolve(source, 'src'), found.path).replaceAll('\\', '/')];
      // What stands in for a module may have parts of it.
      return other && importer !== join(runner, other) ? { path: join(runner, other) } : found;
    });
  },
});

interface Preview {
  readonly out: string;
  readonly source: string;
  readonly minify: boolean;
}

/**
 * Builds the script in which directors see a race as runners do, as one file beside the page. Gives its path, the paths of all
 * that was written, and the modules that it is made of: none of them sends anything.
 */
export const buildPreview = async ({ out, source, minify }: Preview) => {
  const entry = resolve(source, 'console/preview/runner/main.tsx');
  const { metafile } = await build({
    entryPoints: { preview: entry },
    outdir: join(out, 'assets'),
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    publicPath: '/assets/',
    bundle: true,
    metafile: true,
    format: 'esm',
    target: ['es2022', 'chrome108', 'firefox119', 'safari16'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: mediaLoaders,
    plugins: [standIn(source), urlsOfFiles, sheetsOfPages(minify)],
    minify,
    sourcemap: minify ? false : 'linked',
    legalComments: 'none',
    logLevel: 'silent',
  });
  const inOut = (path: string) => relative(out, resolve(path)).replaceAll('\\', '/');
  const [script] = Object.entries(metafile.outputs).filter(([, { entryPoint }]) => entryPoint);
  if (!script) throw new Error('esbuild wrote nothing for the preview');
  return {
    script: inOut(script[0]),
    assets: Object.keys(metafile.outputs).map(inOut),
    modules: Object.keys(metafile.inputs).sort(),
  };
};
