import { resolve } from 'node:path';
import { build } from 'esbuild';

/** A file of the element, which the sandbox serves to everybody. */
export interface ElementFile {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const documentOf = (name: 'fields' | 'challenge', title: string): string =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8" />',
    '<meta name="viewport" content="width=device-width, initial-scale=1" />',
    `<title>${title}</title><link rel="stylesheet" href="/element/style.css" /></head>`,
    `<body><div id="${name}"></div><script src="/element/${name}.js"></script></body></html>\n`,
  ].join('\n');

const headers = { 'content-security-policy': policy, 'x-content-type-options': 'nosniff', 'cache-control': 'no-cache' };

/** The element's files by path: GET answers with exactly these. `source`: the folder of the element's sources; by default the one where the command runs. */
export const buildElement = async (
  source = resolve('local/processor/element'),
): Promise<ReadonlyMap<string, ElementFile>> => {
  const { outputFiles } = await build({
    entryPoints: ['stripe.ts', 'fields.tsx', 'challenge.tsx', 'style.css'].map((file) => resolve(source, file)),
    outdir: source,
    write: false,
    bundle: true,
    format: 'iife',
    target: ['es2022', 'chrome105', 'firefox110', 'safari16'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'silent',
  });
  const built = outputFiles.map(({ path, text }) => {
    const name = path.split(/[\\/]/).at(-1) ?? '';
    const type = name.endsWith('.css') ? 'text/css' : 'text/javascript';
    return [name === 'stripe.js' ? '/stripe.js' : `/element/${name}`, type, text] as const;
  });
  const files = [
    ['/element', 'text/html', documentOf('fields', 'Card')],
    ['/challenge', 'text/html', documentOf('challenge', 'Your bank')],
    ...built,
  ] as const;
  return new Map(files.map(([path, type, body]) => [path, { body, headers: { 'content-type': type, ...headers } }]));
};
