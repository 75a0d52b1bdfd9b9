import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { type Config, configOf } from '../../lib/config';
import { immutablePath, standingFiles } from '../../lib/edge';
import type { Environment } from '../../lib/environment';
import { startline } from '../../lib/startline';
import { type Exporting, exportsOf, withImports } from './imports';
import type { Resource } from './resource';

export interface Templates {
  readonly config: Config;
  readonly resources: readonly Resource[];
}

/** Makes a page with the files that a deployment asks for, without building it. `assets`: their names. */
export const unbuiltPage = (directory: string, assets: readonly string[]): string => {
  const folder = join(directory, 'page');
  for (const name of [...assets.map((asset) => `${immutablePath}${asset}`), ...standingFiles]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), '');
  }
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
    startline(app, { config, page: unbuiltPage(directory, ['main.js']), checks: false });
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
