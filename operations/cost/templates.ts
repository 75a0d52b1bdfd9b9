import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { type Config, configOf } from '../../lib/config';
import type { Environment } from '../../lib/environment';
import { startline } from '../../lib/startline';
import { type Exporting, exportsOf, withImports } from './imports';
import type { Resource } from './resource';

export interface Templates {
  readonly config: Config;
  readonly resources: readonly Resource[];
}

/** A page as the build leaves it. Its content does not change the price. */
const page = (directory: string): string => {
  const folder = join(directory, 'page');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'assets', 'main.js'), '//');
  for (const name of ['index.html', 'console.html']) writeFileSync(join(folder, name), '<!doctype html>');
  return folder;
};

/** Every resource that an environment deploys. The functions' code is not bundled, because its size has no price. */
export const templatesOf = (environment: Environment): Templates => {
  const directory = mkdtempSync(join(tmpdir(), 'startline-cost-'));
  try {
    const flags: { context: Record<string, unknown> } = JSON.parse(readFileSync('cdk.json', 'utf8'));
    const app = new App({
      outdir: join(directory, 'out'),
      builtinCloudFormationValidation: false,
      context: { ...flags.context, 'aws:cdk:bundling-stacks': [] },
    });
    const config = configOf(environment);
    startline(app, { config, page: page(directory), checks: false });
    const templates = app.synth().stacks.map(({ template }): Template => template);
    const exports = exportsOf(templates);
    return { config, resources: templates.flatMap((template) => withImports(resourcesOf(template), exports)) };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

interface Template extends Exporting {
  readonly Resources?: Readonly<
    Record<string, { readonly Type: string; readonly Properties?: Resource['properties'] }>
  >;
}

const resourcesOf = ({ Resources = {} }: Template): Resource[] =>
  Object.entries(Resources).map(([id, { Type, Properties = {} }]) => ({ id, type: Type, properties: Properties }));
