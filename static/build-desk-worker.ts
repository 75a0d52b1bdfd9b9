import { createHash } from 'node:crypto';
import { join, relative, resolve } from 'node:path';
import { build, type Metafile } from 'esbuild';

interface Desk {
  /** The folder of the built page. */
  readonly out: string;
  readonly source: string;
  readonly minify: boolean;
  /** What esbuild wrote for the console. */
  readonly outputs: Metafile['outputs'];
  /** Paths in `out` that the document names besides scripts of the console. */
  readonly named: readonly string[];
}

/** Where the worker lies: its folder is the widest scope that a browser allows it. */
export const deskWorkerFile = 'console/check-in-worker.js';

/** The scripts of the screen that opens without a network, and what each of them loads later. */
const roots = ['console/main.tsx', 'console/desk/check-in-screen.tsx', 'console/desk/offline-desk.tsx'];

/** Builds the worker with which the check-in screen opens without a network. It has the list of the files that this screen needs. */
export const buildDeskWorker = async ({ out, source, minify, outputs, named }: Desk): Promise<void> => {
  const [first, ...later] = roots.map((root) => outputOf(outputs, resolve(source, root)));
  // The first script leads to every screen of the console, so only what it imports at once is kept.
  const scripts = new Set(importedBy(outputs, [first ?? ''], ['import-statement']));
  for (const path of importedBy(outputs, later, ['import-statement', 'dynamic-import'])) scripts.add(path);
  const inOut = (path: string) => relative(out, resolve(path)).replaceAll('\\', '/');
  const files = [...new Set([...[...scripts].map(inOut), ...named])].sort().map((path) => `/${path}`);
  await build({
    entryPoints: [resolve(source, 'console/desk/offline-worker.ts')],
    outfile: join(out, deskWorkerFile),
    define: {
      filesOfDesk: JSON.stringify(files),
      versionOfDesk: JSON.stringify(createHash('sha256').update(files.join()).digest('hex').slice(0, 16)),
    },
    bundle: true,
    format: 'iife',
    target: ['es2022', 'chrome108', 'firefox119', 'safari16'],
    minify,
    legalComments: 'none',
    logLevel: 'silent',
  });
};

const outputOf = (outputs: Metafile['outputs'], entry: string): string => {
  const [path] =
    Object.entries(outputs).find(([, { entryPoint }]) => entryPoint && resolve(entryPoint) === entry) ?? [];
  if (path === undefined) throw new Error(`esbuild wrote nothing for ${entry}`);
  return path;
};

/** These scripts, and all that they import. */
const importedBy = (
  outputs: Metafile['outputs'],
  scripts: readonly string[],
  kinds: readonly string[],
): ReadonlySet<string> => {
  const found = new Set(scripts);
  // The set grows while it is read.
  for (const path of found)
    for (const one of outputs[path]?.imports ?? []) if (kinds.includes(one.kind) && !one.external) found.add(one.path);
  return found;
};
