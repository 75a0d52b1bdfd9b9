import { resolve } from 'node:path';
import { buildSync } from 'esbuild';

let built: string | undefined;

/** The pages' one script, as a browser reads it. */
export const liveScript = (): string => {
  built ??= buildSync({
    entryPoints: [resolve('loadtest/ui/live-script.ts')],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: ['es2022'],
    logLevel: 'silent',
  })
    .outputFiles.map(({ text }) => text)
    .join('');
  return built;
};
