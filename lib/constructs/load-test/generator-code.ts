import { join } from 'node:path';
import { AssetHashType, BundlingOutput, DockerImage } from 'aws-cdk-lib';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import type { Construct } from 'constructs';
import { buildSync } from 'esbuild';
import { bundling } from '../../bundling';

const folder = 'loadtest/aws/functions';

/** Bundles the generator's program into one file that Node runs alone. Throws with esbuild's message. */
export const bundleGenerator = (file: string): void => {
  buildSync({
    ...bundling,
    footer: {},
    sourcemap: false,
    entryPoints: [`${folder}/generate-share.ts`],
    outfile: file,
    logLevel: 'error',
  });
};

/** The same file as an S3 asset for containers. No image is built, so a deployment needs no Docker. */
export const generatorCode = (scope: Construct, id: string): Asset =>
  new Asset(scope, id, {
    path: folder,
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      image: DockerImage.fromRegistry('none: it is built here'),
      outputType: BundlingOutput.SINGLE_FILE,
      local: {
        tryBundle(outputDirectory) {
          bundleGenerator(join(outputDirectory, 'generator.mjs'));
          return true;
        },
      },
    },
  });
