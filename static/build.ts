import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { build } from 'esbuild';

interface Site {
  readonly outDir: string;
  readonly minify: boolean;
  /** The folder of the page's sources; by default `static` where the command runs. */
  readonly source?: string;
}

export interface BuiltSite {
  /** Logical name → path in `outDir`. A file below `assets/` has its hash in its name, so browsers may cache it for ever. */
  readonly files: Readonly<Record<string, string>>;
}

const entries = { main: 'src/main.tsx', page: 'style/page.css', icon: 'icon.svg' };

/** Builds the page into `outDir` and deletes what was there. Throws esbuild's report when the sources do not compile. */
export const buildSite = async ({ outDir, minify, source = 'static' }: Site): Promise<BuiltSite> => {
  const out = resolve(outDir);
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });

  const { metafile } = await build({
    entryPoints: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, resolve(source, path)])),
    outdir: join(out, 'assets'),
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    format: 'esm',
    splitting: true,
    chunkNames: '[name]-[hash]',
    target: ['es2022', 'chrome105', 'firefox110', 'safari16'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.svg': 'copy' },
    minify,
    sourcemap: minify ? false : 'linked',
    legalComments: 'none',
    metafile: true,
    logLevel: 'silent',
  });

  const built = Object.entries(metafile.outputs).flatMap(([path, { entryPoint }]) => {
    const name = Object.entries(entries).find(
      ([, entry]) => entryPoint && resolve(entryPoint) === resolve(source, entry),
    )?.[0];
    return name ? [[name, relative(out, resolve(path)).replaceAll('\\', '/')] as const] : [];
  });
  const assets = new Map(built);
  // esbuild puts what both scripts need into a third file. The document names it, so the browser loads it in parallel.
  const [main] = Object.entries(metafile.outputs).filter(
    ([path]) => relative(out, resolve(path)) === assets.get('main'),
  );
  const shared = (main?.[1].imports ?? []).filter(({ kind }) => kind === 'import-statement');
  shared.forEach(({ path }, index) => {
    assets.set(`shared${index || ''}`, relative(out, resolve(path)).replaceAll('\\', '/'));
  });
  const hashed = (name: string) => {
    const path = assets.get(name);
    if (!path) throw new Error(`esbuild wrote nothing for ${name}`);
    return path;
  };

  const template = await readFile(resolve(source, 'index.html'), 'utf8');
  const html = template
    .replaceAll('{{shared}}', `/${hashed('shared')}`)
    .replaceAll('{{script}}', `/${hashed('main')}`)
    .replaceAll('{{style}}', `/${hashed('page')}`)
    .replaceAll('{{icon}}', `/${hashed('icon')}`);
  await writeFile(join(out, 'index.html'), html);
  await copyFile(resolve(source, 'robots.txt'), join(out, 'robots.txt'));

  const files = { ...Object.fromEntries(assets), 'index.html': 'index.html', 'robots.txt': 'robots.txt' };
  await writeFile(join(out, 'manifest.json'), `${JSON.stringify(files, null, 2)}\n`);
  return { files };
};
