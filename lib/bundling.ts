/**
 * How esbuild bundles a function into one file, as its options: for the stacks, and for `npm start`, which runs exactly
 * what is deployed. The SDK is bundled, because the runtime's own SDK version changes over time.
 */
export const bundling = {
  bundle: true,
  format: 'esm' as const,
  platform: 'node' as const,
  /** What both the deployed runtime and the oldest supported Node of a developer understand. */
  target: 'node20',
  mainFields: ['module', 'main'],
  conditions: ['module'],
  /** Halves the code that a new environment reads. Names are kept for logs, and source maps lead back to the lines. */
  minify: true,
  keepNames: true,
  sourcemap: true,
  /** Without the sources' text: stack traces need only names and lines. */
  sourcesContent: false,
  legalComments: 'none' as const,
  /** Lets packages that call `require` find one. */
  banner: {
    js: "import { createRequire as startlineRequire } from 'node:module'; const require = startlineRequire(import.meta.url);",
  },
  /** Lambda waits for this before an environment is ready: lambdas/functions/wiring/connections/connect-ahead.ts. */
  footer: { js: 'await globalThis.startlineConnectAhead?.();' },
  external: ['pg-native'],
  outExtension: { '.js': '.mjs' },
};

/** The file in a function's bundle that exports its handler. */
export const bundleFile = 'index.mjs';

export const handlerName = 'handler';

/** The entry points by which one build makes `<name>/index.mjs` of every `<folder>/<name>.ts`. */
export const entryPointsOf = (folder: string, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [`${name}/${bundleFile.replace(/\.mjs$/, '')}`, `${folder}/${name}.ts`]));
