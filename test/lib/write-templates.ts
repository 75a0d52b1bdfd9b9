import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { startline } from '../../lib/startline';
import { type VariantName, variants } from './variants';

const flags: object = JSON.parse(readFileSync('cdk.json', 'utf8')).context;

/**
 * Writes the templates of a variant into `<directory>/<its name>`, with the flags of cdk.json and without bundling, and
 * beside them its configuration. Throws where resources wait for each other in a circle.
 *
 * @param checks cdk-nag runs as well, and for production CDK's own validation, and they throw: they take longer than
 *   everything else.
 * @returns where the templates are.
 */
export const writeTemplates = (directory: string, name: VariantName, { checks = false } = {}): string => {
  const { profile, context } = variants[name];
  const outdir = join(directory, name);
  const app = new App({
    outdir,
    // It reads its rules for ten seconds; once is enough, and `cdk synth` always does it.
    builtinCloudFormationValidation: checks && profile === 'production',
    context: { ...flags, ...context, profile, 'aws:cdk:bundling-stacks': [] },
  });
  const { config, ...stacks } = startline(app, { page: builtPage(directory), checks });
  app.synth();
  for (const stack of Object.values(stacks)) Template.fromStack(stack);
  writeFileSync(join(outdir, 'configuration.json'), JSON.stringify(config));
  return outdir;
};

/** A page as the build leaves it, without building one. */
const builtPage = (directory: string) => {
  const page = join(directory, 'page');
  mkdirSync(join(page, 'assets'), { recursive: true });
  writeFileSync(join(page, 'assets', 'main-ABCDEFGH.js'), '//');
  writeFileSync(join(page, 'index.html'), '<!doctype html>');
  return page;
};
