import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AssetHashType, DockerImage } from 'aws-cdk-lib';
import { Code, type FunctionProps } from 'aws-cdk-lib/aws-lambda';
import { buildSync, type OutputFile } from 'esbuild';
import { bundleFile, bundling, entryPointsOf, handlerName } from '../bundling';

const built = new Map<string, readonly OutputFile[]>();

/**
 * The bundles of all functions of a folder, made by the first one that is asked for. One run of esbuild reads the files
 * that they share once: a run for each function takes five times as long.
 */
const bundlesOf = (folder: string, names: readonly string[], outdir: string): readonly OutputFile[] => {
  const key = `${folder} ${outdir}`;
  const files =
    built.get(key) ??
    buildSync({
      ...bundling,
      entryPoints: entryPointsOf(folder, names),
      // As deep as the folder of the asset, because a source map names its sources from there.
      outdir,
      write: false,
      logLevel: 'error',
    }).outputFiles;
  built.set(key, files);
  return files;
};

/** The code and the handler of the function `<folder>/<name>.ts`. `names`: all functions that are deployed from there. */
export const functionCode = (
  folder: string,
  names: readonly string[],
  name: string,
): Pick<FunctionProps, 'code' | 'handler'> => ({
  handler: `${basename(bundleFile, '.mjs')}.${handlerName}`,
  code: Code.fromAsset(folder, {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      image: DockerImage.fromRegistry('none: it is built here'),
      // Not run. It makes the options of every function different: assets with the same options would share their code.
      command: [name],
      local: {
        tryBundle(outputDirectory) {
          for (const { path, contents } of bundlesOf(folder, names, dirname(outputDirectory)))
            if (basename(dirname(path)) === name) {
              mkdirSync(outputDirectory, { recursive: true });
              writeFileSync(join(outputDirectory, basename(path)), contents);
            }
          return true;
        },
      },
    },
  }),
});
