import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { AssetHashType, BundlingOutput, DockerImage } from 'aws-cdk-lib';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import type { Construct } from 'constructs';
import { bundling } from '../../bundling';

const folder = 'loadtest/aws/functions';

/** Bundles the generator's program into one file that Node runs alone. Throws with esbuild's message. */
export const bundleGenerator = (file: string): void => {
  const { status, error, stderr } = spawnSync(
    join('node_modules', '.bin', 'esbuild'),
    [
      `${folder}/generate-share.ts`,
      `--outfile=${file}`,
      '--bundle',
      '--minify',
      '--keep-names',
      '--log-level=error',
      `--platform=${bundling.platform}`,
      `--format=${bundling.format}`,
      `--target=${bundling.target}`,
      `--main-fields=${bundling.mainFields.join(',')}`,
      `--conditions=${bundling.conditions.join(',')}`,
      `--legal-comments=${bundling.legalComments}`,
      `--banner:js=${bundling.banner}`,
    ],
    { encoding: 'utf8' },
  );
  if (error) throw error;
  if (status !== 0) throw new Error(`The generator could not be built:\n${stderr}`);
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
