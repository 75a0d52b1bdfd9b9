import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { configOf } from '../../../lib/config';
import { DeliveryStack, readDelivery } from '../../../lib/stacks/delivery-stack';
import { startline } from '../../../lib/startline';
import { unbuiltPage } from '../../../operations/cost/templates';
import { type VariantName, variants } from './variants';

const flags: object = JSON.parse(readFileSync('cdk.json', 'utf8')).context;

/** One of each kind that the page is published by. */
const assets = ['main-ABCDEFGH.js', 'course-ABCDEFGH.png', 'course-ABCDEFGH.webp', 'numbers-ABCDEFGH.woff2'];

/**
 * Writes the templates of a variant and its configuration into `<directory>/<its name>`, with the flags of cdk.json and
 * without bundling. Throws when resources depend on each other in a circle.
 *
 * @param checks also runs cdk-nag, and for production CDK's own validation. Both throw, and take longer than everything
 * else.
 * @returns the folder of the templates.
 */
export const writeTemplates = (directory: string, name: VariantName, { checks = false } = {}): string => {
  const config = configOf(variants[name]);
  const outdir = join(directory, name);
  const app = new App({
    outdir,
    // Only what the checks find names lines of the source, and nobody reads the tree. They take a sixth of the time.
    stackTraces: checks,
    treeMetadata: false,
    // Loading its rules takes ten seconds. Once is enough, and `cdk synth` always runs it.
    builtinCloudFormationValidation: checks && config.profile === 'production',
    context: { ...flags, 'startline:release': '0123456789'.repeat(4), 'aws:cdk:bundling-stacks': [] },
  });
  const { config: _, ...stacks } = startline(app, { config, page: unbuiltPage(directory, assets), checks });
  app.synth();
  for (const stack of Object.values(stacks)) Template.fromStack(stack);
  writeFileSync(join(outdir, 'configuration.json'), JSON.stringify(config));
  return outdir;
};

/**
 * Writes the template of the workflows' roles into `<directory>/delivery`. Throws what cdk-nag finds. `cdk deploy` runs CDK's own
 * validation, which takes thirteen seconds here.
 *
 * @returns the folder of the template.
 */
export const writeDelivery = (directory: string): string => {
  const outdir = join(directory, 'delivery');
  const context = { ...flags, repository: 'run-org/startline', environments: 'staging,production' };
  const app = new App({ outdir, builtinCloudFormationValidation: false, context });
  new DeliveryStack(app, 'StartlineDelivery', readDelivery(app.node));
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  app.synth();
  return outdir;
};
