import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

/** What one deployment over another does, by the templates of both. */
export interface Change {
  readonly added: readonly string[];
  readonly updated: readonly string[];
  /** Replaced under the same logical id, because a property changes that cannot be changed in place. */
  readonly replaced: readonly string[];
  readonly removed: readonly string[];
  /** Why CloudFormation, or a service, refuses the update. */
  readonly refusals: readonly string[];
  /** Functions that change without a new version: what calls them goes on with the old configuration. */
  readonly stale: readonly string[];
  /** What a role may no longer do. CloudFormation changes roles before functions: their old versions lose it at once. */
  readonly revoked: readonly string[];
}

interface Raw {
  readonly Type: string;
  readonly Properties?: unknown;
}

export interface Deployed {
  readonly [stack: string]: {
    readonly resources: Readonly<Record<string, Raw>>;
    /** The value of each export, by its name. */
    readonly exports: Readonly<Record<string, unknown>>;
    readonly imports: readonly string[];
  };
}

/** What the account of the tests answers: `GetAZs` and pseudo parameters are the same before and after. */
const answers: Readonly<Record<string, string>> = {
  'AWS::Region': 'us-east-1',
  'AWS::AccountId': '123456789012',
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
};
const zones = ['us-east-1a', 'us-east-1b'];

const answered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(answered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [key, answered(inner)]);
  const [[key, inner] = []] = entries;
  if (entries.length === 1) {
    if (key === 'Ref' && typeof inner === 'string' && inner in answers) return answers[inner];
    if (key === 'Fn::GetAZs') return zones;
    if (key === 'Fn::Select' && Array.isArray(inner) && Array.isArray(inner[1])) return inner[1][Number(inner[0])];
    if (key === 'Fn::Join' && Array.isArray(inner) && inner[0] === '' && Array.isArray(inner[1])) {
      const parts: unknown[] = [];
      for (const part of inner[1]) {
        const last = parts.at(-1);
        if (typeof last === 'string' && typeof part === 'string') parts.splice(-1, 1, last + part);
        else parts.push(part);
      }
      return parts.length === 1 && typeof parts[0] === 'string' ? parts[0] : { 'Fn::Join': ['', parts] };
    }
    if (key === 'Fn::Sub' && typeof inner === 'string') {
      const text = inner.replace(/\$\{(AWS::\w+)\}/g, (whole, name: string) => answers[name] ?? whole);
      return text.includes('${') ? { 'Fn::Sub': text } : text;
    }
  }
  return Object.fromEntries(entries);
};

const found = (value: unknown, key: string): readonly unknown[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, inner]) => (name === key ? [inner] : found(inner, key)));

/** The templates in a folder of synthesised stacks. */
export const readDeployed = (directory: string): Deployed =>
  Object.fromEntries(
    readdirSync(directory).flatMap((file) => {
      if (!file.endsWith('.template.json')) return [];
      const template = JSON.parse(readFileSync(join(directory, file), 'utf8'));
      const resources: Record<string, Raw> = Object.fromEntries(
        Object.entries<Raw>(template.Resources).map(([id, raw]) => [
          id,
          { Type: raw.Type, Properties: answered(raw.Properties ?? {}) },
        ]),
      );
      const outputs = Object.values<{ Value: unknown; Export?: { Name: string } }>(template.Outputs ?? {});
      const exports = Object.fromEntries(
        outputs.flatMap(({ Value, Export }) => (Export ? [[Export.Name, answered(Value)]] : [])),
      );
      const imports = [...new Set(found(template, 'Fn::ImportValue').map(String))];
      return [[file.replace('.template.json', ''), { resources, exports, imports }]];
    }),
  );

const schemas = (() => {
  const [python = ''] = readdirSync('.startline/tools/python/lib');
  return join('.startline/tools/python/lib', python, 'site-packages/cfnlint/data/schemas');
})();
const schemaFiles: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(schemas, 'providers/us-east-1.json'), 'utf8'),
);

interface Schema {
  readonly createOnlyProperties?: readonly string[];
  readonly conditionalCreateOnlyProperties?: readonly string[];
  readonly primaryIdentifier?: readonly string[];
}

const schemaOf = (type: string): Schema => {
  const file = schemaFiles[type];
  return file ? JSON.parse(readFileSync(join(schemas, 'resources', `${file}.json`), 'utf8')) : {};
};

const at = (properties: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(2)
    .reduce<unknown>(
      (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
      properties,
    );

/** Names that must be free when a resource is replaced, and are not its identifier in the schema. */
const furtherNames: Readonly<Record<string, readonly string[]>> = {
  'AWS::Budgets::Budget': ['/properties/Budget/BudgetName'],
};

/** What a service refuses to change, and its schema does not say. */
const refusedByService: Readonly<Record<string, readonly string[]>> = {
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-elasticache-cachecluster.html
  'AWS::ElastiCache::CacheCluster': ['/properties/CacheNodeType'],
};

/** What belongs to a function and not to its versions. */
const unversioned = new Set(['CodeSigningConfigArn', 'RecursiveLoop', 'ReservedConcurrentExecutions', 'Tags']);

const versioned = (properties: unknown) =>
  Object.fromEntries(Object.entries(properties ?? {}).filter(([name]) => !unversioned.has(name)));

/** Every action of a policy with its resource and its condition. */
const permissionsOf = (properties: unknown): ReadonlySet<string> =>
  new Set(
    [at(properties, '/properties/PolicyDocument/Statement')].flat().flatMap((statement) => {
      const parts = (name: string) => [at(statement, `/properties/${name}`)].flat();
      const condition = JSON.stringify(at(statement, '/properties/Condition')) ?? '';
      return parts('Action').flatMap((action) =>
        parts('Resource').map((resource) => `${String(action)} ${JSON.stringify(resource)} ${condition}`.trimEnd()),
      );
    }),
  );

/** Compares two sets of templates. AWS's own schemas, from cfn-lint, say which properties replace a resource. */
export const changeBetween = (before: Deployed, after: Deployed): Change => {
  const lists = { added: [] as string[], updated: [] as string[], replaced: [] as string[], removed: [] as string[] };
  const refusals: string[] = [];
  const stale: string[] = [];
  const revoked: string[] = [];
  /** By stack: the resources that another one takes the place of. */
  const gone: Record<string, Set<string>> = {};

  for (const [stack, { resources: old }] of Object.entries(before)) {
    // A stack that the next environment does not have stays as it is.
    const { resources } = after[stack] ?? { resources: old };
    const replaced = new Set<string>();
    gone[stack] = replaced;
    const refersToReplaced = (value: unknown) =>
      [
        ...found(value, 'Ref'),
        ...found(value, 'Fn::GetAtt').map((pair) => (Array.isArray(pair) ? pair[0] : pair)),
      ].some((id) => replaced.has(String(id)));
    const differs = (one: unknown, other: unknown) => !isDeepStrictEqual(one, other) || refersToReplaced(other);
    const updated = new Set<string>();
    // A replaced resource has another id, which may replace those that refer to it.
    for (let size = -1; size !== replaced.size; ) {
      size = replaced.size;
      for (const [id, { Type, Properties }] of Object.entries(old)) {
        const next = resources[id];
        if (next?.Type !== Type || replaced.has(id) || !differs(Properties, next.Properties)) continue;
        updated.add(id);
        const { createOnlyProperties = [], conditionalCreateOnlyProperties = [] } = schemaOf(Type);
        if (
          [...createOnlyProperties, ...conditionalCreateOnlyProperties].some((pointer) =>
            differs(at(Properties, pointer), at(next.Properties, pointer)),
          )
        )
          replaced.add(id);
      }
    }
    for (const [id, { Type, Properties }] of Object.entries(old)) {
      const next = resources[id];
      const name = `${stack}: ${Type} ${id}`;
      if (!next) lists.removed.push(name);
      else if (replaced.has(id)) {
        lists.replaced.push(name);
        // The new one is made before the old one is deleted, so a name that stays is taken.
        const names = (furtherNames[Type] ?? schemaOf(Type).primaryIdentifier ?? []).map((pointer) =>
          at(next.Properties, pointer),
        );
        if (names.length > 0 && names.every((value) => value !== undefined && !refersToReplaced(value)))
          if (
            isDeepStrictEqual(
              names,
              (furtherNames[Type] ?? schemaOf(Type).primaryIdentifier ?? []).map((pointer) => at(Properties, pointer)),
            )
          )
            refusals.push(`${name} is replaced and keeps its name`);
      } else if (updated.has(id)) lists.updated.push(name);
      for (const pointer of refusedByService[Type] ?? [])
        if (next && !isDeepStrictEqual(at(Properties, pointer), at(next.Properties, pointer)))
          refusals.push(`${name} cannot change ${pointer.split('/').at(-1)}`);
    }
    for (const [id, { Type, Properties }] of Object.entries(old)) {
      const next = resources[id];
      if (Type !== 'AWS::IAM::Policy' || !next) continue;
      const kept = permissionsOf(next.Properties);
      for (const permission of permissionsOf(Properties))
        if (!kept.has(permission)) revoked.push(`${stack}: ${id} loses ${permission}`);
    }
    for (const [id, { Type, Properties }] of Object.entries(resources)) {
      if (Type !== 'AWS::Lambda::Version') continue;
      const [name = ''] = found(Properties, 'FunctionName').flatMap((one) => found(one, 'Ref').map(String));
      const [before, next] = [old[name], resources[name]];
      if (!before || !next || replaced.has(name)) continue;
      const changes = differs(versioned(before.Properties), versioned(next.Properties));
      const isNew = !(id in old) || replaced.has(id);
      if (isNew && !changes) refusals.push(`${stack}: ${name} gets a new version and has not changed`);
      if (!isNew && changes) stale.push(`${stack}: ${name} changes and gets no new version`);
    }
    lists.added.push(
      ...Object.entries(resources).flatMap(([id, { Type }]) => (id in old ? [] : [`${stack}: ${Type} ${id}`])),
    );
  }

  // A producer is updated while the consumers of before still import from it.
  for (const [consumer, { imports }] of Object.entries(before))
    for (const name of imports) {
      const [producer = ''] = name.split(':');
      const kept = after[producer];
      if (!kept) continue;
      if (!(name in kept.exports)) {
        refusals.push(`${producer} no longer exports ${name.split(':')[1]}, which ${consumer} imports`);
        continue;
      }
      const value = kept.exports[name];
      const ids = [
        ...found(value, 'Ref'),
        ...found(value, 'Fn::GetAtt').map((pair) => (Array.isArray(pair) ? pair[0] : pair)),
      ];
      if (
        !isDeepStrictEqual(value, before[producer]?.exports[name]) ||
        ids.some((id) => gone[producer]?.has(String(id)))
      )
        refusals.push(`${producer} changes the value of ${name.split(':')[1]}, which ${consumer} imports`);
    }
  return { ...lists, refusals: [...new Set(refusals)].sort(), stale, revoked };
};
