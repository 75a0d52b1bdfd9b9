import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import type { ProfileName } from '../../lib/config';
import { startline } from '../../lib/startline';

export interface Resource {
  readonly id: string;
  readonly type: string;
  readonly properties: unknown;
  readonly dependsOn: readonly string[];
  readonly deletionPolicy?: string;
}

export interface Synthesised {
  readonly config: ReturnType<typeof startline>['config'];
  readonly stacks: Readonly<Record<'data' | 'site' | 'registration' | 'pages', Template>>;
  /** Of all stacks. */
  readonly resources: readonly Resource[];
  readonly ofType: (type: string) => readonly Resource[];
  readonly terminationProtected: boolean;
  /** Where the templates were written. */
  readonly directory: string;
}

const temporary: string[] = [];
afterAll(() => {
  for (const directory of temporary) rmSync(directory, { recursive: true, force: true });
});

const folder = () => {
  const directory = mkdtempSync(join(tmpdir(), 'startline-synth-'));
  temporary.push(directory);
  return directory;
};

/** A page as the build leaves it, without building one. */
const builtPage = () => {
  const page = folder();
  mkdirSync(join(page, 'assets'));
  writeFileSync(join(page, 'assets', 'main-ABCDEFGH.js'), '//');
  writeFileSync(join(page, 'index.html'), '<!doctype html>');
  return page;
};

const flags: unknown = JSON.parse(readFileSync('cdk.json', 'utf8')).context;

const made = new Map<string, Synthesised>();

/**
 * The templates of a profile, with the flags of cdk.json and without bundling; once per test file. With `checks` cdk-nag
 * runs as well, and for production CDK's own validation, and they throw: they take longer than everything else.
 */
export const synthesise = (
  profile: ProfileName,
  context: Record<string, string> = {},
  { checks = false }: { checks?: boolean } = {},
): Synthesised => {
  const key = JSON.stringify([profile, context, checks]);
  const before = made.get(key);
  if (before) return before;

  const directory = folder();
  const app = new App({
    outdir: directory,
    // It reads its rules for ten seconds; once is enough, and `cdk synth` always does it.
    builtinCloudFormationValidation: checks && profile === 'production',
    context: { ...(flags as object), profile, ...context, 'aws:cdk:bundling-stacks': [] },
  });
  const { config, data, site, registration, pages } = startline(app, { page: builtPage(), checks });
  app.synth();
  const stacks = {
    data: Template.fromStack(data),
    site: Template.fromStack(site),
    registration: Template.fromStack(registration),
    pages: Template.fromStack(pages),
  };
  const resources = Object.values(stacks).flatMap((template) =>
    Object.entries(template.toJSON().Resources ?? {}).map(([id, resource]) => read(id, resource as RawResource)),
  );
  const ofType = (type: string) => resources.filter((resource) => resource.type === type);
  const result = {
    config,
    stacks,
    resources,
    ofType,
    terminationProtected: data.terminationProtection === true,
    directory,
  };
  made.set(key, result);
  return result;
};

interface RawResource {
  readonly Type: string;
  readonly Properties?: unknown;
  readonly DependsOn?: string | string[];
  readonly DeletionPolicy?: string;
}

const read = (id: string, { Type, Properties, DependsOn, DeletionPolicy }: RawResource): Resource => ({
  id,
  type: Type,
  properties: Properties ?? {},
  dependsOn: [DependsOn ?? []].flat(),
  deletionPolicy: DeletionPolicy,
});

/** What is at a path inside a value; undefined where the path ends early. */
export const dig = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );

/** The list at a path; empty where there is none. */
export const listAt = (value: unknown, ...path: readonly (string | number)[]): readonly unknown[] => {
  const found = dig(value, ...path);
  return found === undefined ? [] : [found].flat();
};

/** Every text inside a value, however deep. */
export const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];
