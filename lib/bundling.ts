/** How a function becomes one file: for the stacks, and for `npm start`, which runs exactly what is deployed. Plain data for esbuild. */
export const bundling = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  /** What the deployed runtime and the oldest Node of a developer both understand. */
  target: 'node20',
  mainFields: ['module', 'main'],
  conditions: ['module'],
  /** Halves what a new environment has to read. Names are kept for logs, and source maps lead back to the lines. */
  minify: true,
  keepNames: true,
  sourcemap: true,
  /** Without the sources' text: stack traces need only names and lines. */
  sourcesContent: false,
  legalComments: 'none',
  /** Packages which still call `require` find one. */
  banner:
    "import { createRequire as startlineRequire } from 'node:module'; const require = startlineRequire(import.meta.url);",
  external: ['pg-native'],
} as const;

/** The file in a function's bundle that holds its handler. */
export const bundleFile = 'index.mjs';
export const handlerName = 'handler';
