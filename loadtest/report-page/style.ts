import { resolve } from 'node:path';
import { buildSync } from 'esbuild';

let built: string | undefined;

/** The style of reports and of the load test's pages, with the registration page's own tokens and manner in it. */
export const pageStyle = (): string => {
  built ??= build();
  return built;
};

const build = (): string => {
  const { outputFiles } = buildSync({
    entryPoints: [resolve('loadtest/report-page/page.css')],
    bundle: true,
    minify: true,
    write: false,
    target: ['chrome105', 'firefox110', 'safari16'],
    logLevel: 'silent',
  });
  return outputFiles.map(({ text }) => text.trim()).join('\n');
};
