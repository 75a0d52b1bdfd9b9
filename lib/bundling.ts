/**
 * How esbuild bundles a function into one file, as plain data: for the stacks, and for `npm start`, which runs exactly
 * what is deployed.
 */
export const bundling = {
  bundle: true,
  format: 'esm',
  platform: 'node',
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
  legalComments: 'none',
  /** Lets packages that call `require` find one. */
  banner:
    "import { createRequire as startlineRequire } from 'node:module'; const require = startlineRequire(import.meta.url);",
  /** Lambda waits for this before an environment is ready: lambdas/functions/wiring/connect-ahead.ts. */
  footer: 'await globalThis.startlineConnectAhead?.();',
  external: ['pg-native'],
} as const;

/** The file in a function's bundle that exports its handler. */
export const bundleFile = 'index.mjs';
export const handlerName = 'handler';
