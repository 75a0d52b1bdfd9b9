import { join } from 'node:path';
import { build } from 'esbuild';
import type { FunctionName } from '../../lambdas/contract/functions';
import { bundleFile, bundling } from '../../lib/bundling';

const output = '.startline/bundles';

/** Bundles a function as it is deployed. Resolves with the path of the file. */
export const bundle = async (name: FunctionName): Promise<string> => {
  const outfile = join(output, name, bundleFile);
  await build({
    ...bundling,
    entryPoints: [`lambdas/functions/${name}.ts`],
    outfile,
    logLevel: 'error',
  });
  return outfile;
};
