import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { type BuildOptions, build, type Plugin, transform } from 'esbuild';
import { documentTexts, writeDocument } from './document';
import { languagesIn, textsPlugin } from './texts';

interface Site {
  readonly outDir: string;
  readonly minify: boolean;
  /** The folder of the page's sources; by default `static` where the command runs. */
  readonly source?: string;
  /** The languages besides English, by tag, each with its file; by default those in `src/texts`. */
  readonly languages?: Readonly<Record<string, string>>;
}

export interface BuiltSite {
  /** Logical name → path in `outDir`. A file below `assets/` has its hash in its name, so browsers may cache it for ever. */
  readonly files: Readonly<Record<string, string>>;
  /** The path in `outDir` of every file below `assets/`, also of those that later builds added. */
  readonly assets: readonly string[];
}

export interface BuiltPage extends BuiltSite {
  /** The source files that the page's scripts and style sheets are made of. */
  readonly modules: readonly string[];
}

/**
 * Lets the scripts that load later import all of the first. Then esbuild puts the first into one file, in the place of
 * several that import each other's names: that is one request less, and as it travels 2 % smaller. What loads after the form of a
 * race imports the form as well.
 */
const oneSharedFile: Plugin = {
  name: 'one-shared-file',
  setup({ onLoad }) {
    onLoad(
      {
        filter:
          /\/src\/(besides|check|draw|extras|feed|form|giving|lazy|line|move-link|pay|receipt|results|sign|team|versions)-pages\.ts$/,
      },
      async ({ path }) => ({
        contents: [
          await readFile(path, 'utf8'),
          ...[
            ...(/(check|extras|sign|team)-pages/.test(path) ? ['form-pages'] : []),
            ...(/versions-pages/.test(path) ? ['results-pages'] : []),
            ...(/move-link-pages/.test(path) ? ['line-pages'] : []),
            'main',
          ].map((file) => `import './${file}';`),
        ].join('\n'),
        loader: 'ts',
      }),
    );
  },
};

/** An answer may have more fields than this page knows: an old page must be able to talk to a new API. */
const answersMayGrow: Plugin = {
  name: 'answers-may-grow',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]lambdas[\\/]api[\\/]messages[\\/][\w-]+\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll('v.strictObject(', 'v.object('),
      loader: 'ts',
    }));
  },
};

const validation = 'valibot';
/** What of valibot only the script of the form needs. */
const onlyInForm = ['forward', 'rawCheck', 'strictObject', 'union'];

/**
 * esbuild puts a file that two scripts need into the shared one, whole, so what only the form needs of valibot would travel
 * in the rush. The form has a copy of its own of these functions.
 */
const ownValidation: Plugin = {
  name: 'own-validation',
  setup(builder) {
    builder.onResolve({ filter: /^valibot$/ }, async ({ importer, resolveDir, kind, namespace }) => {
      if (namespace !== 'own-validation')
        return /[\\/]api[\\/]form[\\/]/.test(importer) ? { path: resolveDir, namespace: 'own-validation' } : undefined;
      return builder.resolve('valibot', { resolveDir: importer, kind });
    });
    builder.onResolve({ filter: /^valibot-of-form$/ }, async ({ resolveDir, kind }) => {
      const { path } = await builder.resolve('valibot', { resolveDir, kind, namespace: 'file' });
      return { path, suffix: '?form' };
    });
    // Nothing here checks for emoji, and esbuild keeps this expression, which it rewrites for older browsers.
    builder.onLoad({ filter: /[\\/]valibot[\\/]dist[\\/]index\.mjs$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(/^const EMOJI_REGEX = .*$/m, 'const EMOJI_REGEX = /(?!)/;'),
      loader: 'js',
    }));
    builder.onLoad({ filter: /./, namespace: 'own-validation' }, ({ path }) => ({
      contents: `export * from ${JSON.stringify(validation)};\nexport { ${onlyInForm.join(', ')} } from ${JSON.stringify(`${validation}-of-form`)};`,
      resolveDir: path,
    }));
  },
};

const entries = { main: 'src/main.tsx', page: 'style/page.css' };

/** What style sheets and scripts may name besides style sheets and scripts. */
const mediaKinds = ['.png', '.jpg', '.webp', '.avif', '.woff2', '.svg'] as const;

export const mediaLoaders = Object.fromEntries(mediaKinds.map((kind) => [kind, 'file' as const]));

/** Builds the page into `outDir` and deletes what was there. Throws esbuild's report when the sources do not compile. */
export const buildSite = async ({ outDir, minify, source = 'static', ...given }: Site): Promise<BuiltPage> => {
  const languages = given.languages ?? (await languagesIn(source));
  const out = resolve(outDir);
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });

  const named: BuildOptions & { metafile: true } = {
    outdir: join(out, 'assets'),
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    metafile: true,
    logLevel: 'silent',
  };
  const { metafile } = await build({
    ...named,
    entryPoints: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, resolve(source, path)])),
    // The views of the page have paths of many depths, so the address of a file begins at the root.
    publicPath: '/assets/',
    format: 'esm',
    splitting: true,
    chunkNames: '[name]-[hash]',
    target: ['es2022', 'chrome105', 'firefox110', 'safari16'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: mediaLoaders,
    plugins: [
      oneSharedFile,
      answersMayGrow,
      ownValidation,
      textsPlugin(source, languages),
      urlsOfFiles,
      sheetsOfPages(minify),
    ],
    minify,
    sourcemap: minify ? false : 'linked',
    legalComments: 'none',
  });
  const inOut = (path: string) => relative(out, resolve(path)).replaceAll('\\', '/');
  const { outputs } = metafile;
  const assets = new Map(
    Object.entries(entries).flatMap(([name, entry]) =>
      Object.entries(outputs).flatMap(([path, { entryPoint }]) =>
        entryPoint && resolve(entryPoint) === resolve(source, entry) ? [[name, path] as const] : [],
      ),
    ),
  );
  const main = assets.get('main') ?? '';
  const importedBy = (path: string) =>
    (outputs[path]?.imports ?? []).flatMap((one) => (one.kind === 'import-statement' ? [one.path] : []));
  // Where scripts that load later import all of the first, it is in the file that they share, and its own only imports that one.
  const [only = '', ...others] = importedBy(main);
  if (only !== '' && others.length === 0 && Object.keys(outputs[main]?.inputs ?? {}).length === 0) {
    assets.set('main', only);
    for (const path of [main, `${main}.map`]) {
      delete outputs[path];
      await rm(path, { force: true });
    }
  }
  const shared = importedBy(assets.get('main') ?? '');
  shared.forEach((path, index) => {
    assets.set(`shared${index || ''}`, path);
  });
  const addressOf = (name: string) => {
    const path = assets.get(name);
    if (!path) throw new Error(`esbuild wrote nothing for ${name}`);
    return `/${inOut(path)}`;
  };

  const texts = await documentTexts(source, languages);
  const script = addressOf('main');
  const html = await writeDocument(source, {
    title: 'Startline',
    about: ['description', texts[0]?.[1].documentDescription ?? ''],
    needsScript: texts.map(([language, { documentNeedsScript }]) => [language, documentNeedsScript]),
    script,
    // What the first script imports is loaded in parallel.
    preload: [script, ...shared.map((path) => `/${inOut(path)}`)],
    style: addressOf('page'),
  });
  await writeFile(join(out, 'index.html'), html);
  await copyFile(resolve(source, 'robots.txt'), join(out, 'robots.txt'));

  const site: BuiltSite = {
    files: {
      ...Object.fromEntries(Array.from(assets, ([name, path]) => [name, inOut(path)])),
      'index.html': 'index.html',
      'robots.txt': 'robots.txt',
    },
    assets: Object.keys(outputs).map(inOut).sort(),
  };
  await writeFile(join(out, 'manifest.json'), `${JSON.stringify(site, null, 2)}\n`);
  return { ...site, modules: Object.keys(metafile.inputs).sort() };
};

const urlOfFile = new RegExp(
  `new URL\\(\\s*(['"])(\\.{1,2}/[^'"]+(?:${mediaKinds.map((kind) => `\\${kind}`).join('|')}))\\1\\s*,\\s*import\\.meta\\.url\\s*,?\\s*\\)`,
  'g',
);

/** Makes an import of `new URL('./picture.png', import.meta.url)`, which esbuild would leave as it is. */
export const urlsOfFiles: Plugin = {
  name: 'urls-of-files',
  setup(builder) {
    builder.onLoad({ filter: /[\\/]src[\\/].*\.tsx?$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const imports: string[] = [];
      const contents = text.replaceAll(urlOfFile, (_, _quote, file: string) => {
        imports.push(`import urlOfFile${imports.length} from ${JSON.stringify(file)};`);
        return `new URL(urlOfFile${imports.length - 1}, import.meta.url)`;
      });
      // On the first line, so that every other line keeps its number.
      return imports.length === 0
        ? undefined
        : { contents: imports.join('') + contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
};

/** A style sheet that a script imports is a file of its own, and the import is its address: the page does not load it. */
export const sheetsOfPages = (minify: boolean): Plugin => ({
  name: 'sheets-of-pages',
  setup({ onLoad }) {
    onLoad(
      { filter: /[\\/]style[\\/](draw|entry|feed|giving|media|receipt|results|results-board|sign|team)\.css$/ },
      async ({ path }) => ({
        contents: (await transform(await readFile(path, 'utf8'), { loader: 'css', minify })).code,
        loader: 'file',
      }),
    );
  },
});
