import { cpSync, readFileSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import * as v from 'valibot';
import { startline } from '../../lib/startline';

/**
 * Synthesises the app with several environments, as `cdk synth` does with one. The page must be built. The CDK bundles a
 * function once for each process and folder, so all share a folder, and each result is copied.
 */
const orders = v.parse(
  v.pipe(v.string(), v.parseJson(), v.array(v.object({ environmentFile: v.string(), assembly: v.string() }))),
  process.argv[2],
);
const { context }: { context: Record<string, unknown> } = JSON.parse(readFileSync('cdk.json', 'utf8'));
const outdir = `${orders[0]?.assembly}-shared`;

for (const { environmentFile, assembly } of orders) {
  const app = new App({ outdir, context: { ...context, env: environmentFile } });
  startline(app);
  app.synth();
  cpSync(outdir, assembly, { recursive: true });
}
