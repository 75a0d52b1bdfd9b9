import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../../lib/config';
import { each } from '../../../lib/constructs/each';
import { exportsOf, withImports } from '../../../operations/cost/imports';
import { oncePerRun } from '../../support/once-per-run';
import { type Group, groups, type VariantName } from './variants';

const stackNames = {
  data: 'StartlineData',
  site: 'StartlineSite',
  registration: 'StartlineRegistration',
  console: 'StartlineConsole',
  raceDay: 'StartlineRaceDay',
  work: 'StartlineWork',
  pages: 'StartlinePage',
  load: 'StartlineLoadTest',
} as const;
type StackName = keyof typeof stackNames;

export interface Resource {
  readonly id: string;
  readonly stack: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly dependsOn: readonly string[];
  readonly deletionPolicy?: string;
}

export interface Synthesised {
  readonly config: Config;
  /** The resources of all stacks. */
  readonly resources: readonly Resource[];
  /** The resources of a type, in all stacks or in one. */
  readonly ofType: (type: string, stack?: StackName) => readonly Resource[];
  /** The resources of each stack by their ids, as the template has them. */
  readonly stacks: Readonly<Record<StackName, Readonly<Record<string, RawResource>>>>;
  readonly terminationProtected: boolean;
  /** Where the templates were written. */
  readonly directory: string;
}

/** The configuration of the site's distribution, or of the crowd's. */
export const distributionOf = (
  { ofType }: Pick<Synthesised, 'ofType'>,
  whose: 'Website' | 'WebsiteCrowd' = 'Website',
) =>
  dig(
    ofType('AWS::CloudFront::Distribution').find(({ id }) => id.startsWith(`${whose}Distribution`))?.properties,
    'DistributionConfig',
  );

/** The folder with a folder of templates for each variant that many tests ask for, and one for the workflows' roles. */
export const templates = (): string => madeOnce('templates');

/** The folder with the templates of a variant. One process makes all of its group once per run. */
export const directoryOf = (name: VariantName): string =>
  join(madeOnce(groups.templates.includes(name) ? 'templates' : 'templates of the night'), name);

export const synthesise = (name: VariantName): Synthesised => {
  const directory = directoryOf(name);
  const read = (file: string) => JSON.parse(readFileSync(join(directory, file), 'utf8'));
  const resourcesIn = (stack: StackName) => read(`${stackNames[stack]}.template.json`).Resources;
  const ofRegistration = exportsOf([read(`${stackNames.registration}.template.json`)]);
  const stacks: Synthesised['stacks'] = {
    data: resourcesIn('data'),
    site: resourcesIn('site'),
    registration: resourcesIn('registration'),
    // As if they were one stack with the one before.
    ...each(['console', 'raceDay', 'work'] as const, (stack) => withImports(resourcesIn(stack), ofRegistration)),
    pages: resourcesIn('pages'),
    // Most deployments have no such stack.
    load: existsSync(join(directory, `${stackNames.load}.template.json`)) ? resourcesIn('load') : {},
  };
  const resources = Object.entries(stacks).flatMap(([stack, raw]) =>
    Object.entries(raw).map(([id, resource]) => resourceOf(stack, id, resource)),
  );
  return {
    config: read('configuration.json'),
    resources,
    ofType: (type, stack) =>
      resources.filter((resource) => resource.type === type && (stack === undefined || resource.stack === stack)),
    stacks,
    terminationProtected: read('manifest.json').artifacts[stackNames.data].properties.terminationProtection === true,
    directory,
  };
};

const madeOnce = (group: Group): string => oncePerRun(group, (folder) => writeGroup(folder, group));

const writeGroup = (folder: string, group: Group): void => {
  const args = ['--import', 'tsx', 'test/lib/support/write-all-templates.ts', folder, group];
  const { error, status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0) throw new Error(`The templates could not be made:\n${stderr}`);
};

interface RawResource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly DependsOn?: string | readonly string[];
  readonly DeletionPolicy?: string;
}

const resourceOf = (stack: string, id: string, raw: RawResource): Resource => ({
  id,
  stack,
  type: raw.Type,
  properties: raw.Properties ?? {},
  dependsOn: [raw.DependsOn ?? []].flat(),
  deletionPolicy: raw.DeletionPolicy,
});

/** The value at a path inside a value, or undefined where the path ends early. */
export const dig = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );

/** The list at a path, or an empty list. */
export const listAt = (value: unknown, ...path: readonly (string | number)[]): readonly unknown[] => {
  const found = dig(value, ...path);
  return found === undefined ? [] : [found].flat();
};

/** Every text inside a value, at any depth. */
export const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

/** The text that CloudFormation makes, with a resource's name in place of its value. */
export const joined = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : listAt(value, 'Fn::Join', 1)
        .map((part) => (typeof part === 'string' ? part : textsIn(part).join('.')))
        .join('');
