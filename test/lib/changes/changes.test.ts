import { readFileSync } from 'node:fs';
import { functionNames } from '../../../lambdas/contract/functions';
import { changes as rehearsedChanges } from '../../deploy/changes';
import { dig, directoryOf, synthesise, textsIn } from '../support/synthesise';
import type { VariantName } from '../support/variants';
import { type Change, changeBetween, type Deployed, readDeployed } from './changes';
import { changes, changesPage, tableOf } from './changes-table';

const read = new Map<VariantName, Deployed>();
const deployed = (name: VariantName): Deployed => {
  const known = read.get(name) ?? readDeployed(directoryOf(name));
  read.set(name, known);
  return known;
};
const change = (from: VariantName, to: VariantName): Change => changeBetween(deployed(from), deployed(to));

const lean = [
  'lean',
  'lean with mail',
  'lean with another mail domain',
  'lean with domains',
  'lean with a processor',
  'lean with other alarms',
  'lean in its zones',
  'lean with a load test',
] as const satisfies readonly VariantName[];
const production = [
  'production',
  'production with mail',
  'production with domains',
  'production with a firewall',
  'production with a small crowd',
] as const satisfies readonly VariantName[];

const pairs = (names: readonly VariantName[]) =>
  names.flatMap((from) => names.map((to): [VariantName, VariantName] => [from, to]));

test.each([...pairs(lean), ...pairs(production)])(
  '%s can become %s in one deployment, without another step',
  (from, to) => expect(change(from, to)).toMatchObject({ refusals: [], stale: [] }),
);

test.each(lean)('%s can become production, when it keeps its caches', (from) =>
  expect(change(from, 'production with lean caches')).toMatchObject({ refusals: [], stale: [] }),
);

test.each([
  ...pairs(lean),
  ...pairs(production),
  ...lean.map((from) => [from, 'production with lean caches'] as const),
])('while %s becomes %s, functions of the old version may do their work until the new ones are there', (from, to) => {
  const { revoked } = change(from, to);
  // Mail from the old domain waits in its queue until the new version sends it from the new one.
  expect(revoked.filter((line) => !line.includes('loses ses:SendEmail '))).toEqual([]);
});

describe('versions follow their functions', () => {
  /** The same templates with other properties of every function. */
  const withFunctions = (stacks: Deployed, make: (properties: object) => object): Deployed =>
    Object.fromEntries(
      Object.entries(stacks).map(([stack, { resources, ...rest }]) => {
        const changed = Object.entries(resources).map(([id, { Type, Properties }]) => [
          id,
          { Type, Properties: Type === 'AWS::Lambda::Function' ? make(Properties ?? {}) : Properties },
        ]);
        return [stack, { ...rest, resources: Object.fromEntries(changed) }];
      }),
    );

  test('Lambda refuses a new version of a function that has not changed: so it is found', () => {
    const nameless = (variant: VariantName) =>
      withFunctions(deployed(variant), (properties) => ({ ...properties, Description: undefined }));
    const { refusals } = changeBetween(nameless('lean'), nameless('lean in its zones'));
    expect(refusals).toHaveLength(functionNames.length);
    expect(refusals).toContainEqual(
      expect.stringMatching(/^StartlineRegistration: register\w{8} gets a new version and has not changed$/),
    );
  });

  test('a function that changes without a new version is found: nobody would get the change', () => {
    const larger = withFunctions(deployed('lean'), (properties) => ({ ...properties, MemorySize: 1 }));
    expect(changeBetween(deployed('lean'), larger).stale).toHaveLength(functionNames.length);
  });

  test('limits and tags are not part of a version', () => {
    const limited = withFunctions(deployed('lean'), (properties) => ({
      ...properties,
      ReservedConcurrentExecutions: 1,
      Tags: [],
    }));
    expect(changeBetween(deployed('lean'), limited)).toMatchObject({ refusals: [], stale: [] });
  });
});

describe('a session pool is replaced in two deployments', () => {
  const [before, meanwhile, after] = [
    'production with lean caches',
    'production while a pool is replaced',
    'production with a pool replaced',
  ] as const satisfies readonly VariantName[];
  const clusters = (lines: readonly string[]) => lines.filter((line) => line.includes('CacheCluster'));

  test('of which none touches what functions use', () => {
    expect(change(before, meanwhile).refusals).toEqual([]);
    expect(change(meanwhile, after).refusals).toEqual([]);
  });

  test('the first adds a cluster, the second removes the old one; no other cluster changes', () => {
    const { added, updated, replaced, removed } = change(before, meanwhile);
    expect(clusters(added)).toEqual([expect.stringContaining('SessionAv2t4gsmallx2')]);
    expect(clusters([...updated, ...replaced, ...removed])).toEqual([]);
    const second = change(meanwhile, after);
    expect(clusters(second.removed)).toEqual([expect.stringContaining('SessionAv1t4gmicrox1')]);
    expect(clusters([...second.added, ...second.updated, ...second.replaced])).toEqual([]);
  });

  test('in one deployment it is refused: functions would lose the old pool before they know the new one', () =>
    expect(change(before, after).refusals.join()).toMatch(
      /no longer exports .*SessionAv1.*, which StartlineRegistration/,
    ));
});

test('another name is another deployment: no stack of the first is touched', () => {
  expect(change('lean', 'lean with another name').refusals).toEqual([]);
  expect(Object.keys(deployed('lean with another name')).filter((stack) => stack in deployed('lean'))).toEqual([]);
});

test('what has one name in the whole account is named after its stack and its region', () => {
  const { ofType } = synthesise('lean with mail');
  for (const type of ['CloudFront::OriginAccessControl', 'CloudFront::ResponseHeadersPolicy', 'Budgets::Budget']) {
    const [resource] = ofType(`AWS::${type}`);
    const [config] = Object.values(resource?.properties ?? {});
    expect(textsIn([dig(config, 'Name'), dig(config, 'BudgetName')])).toEqual(
      expect.arrayContaining(['AWS::StackName', 'AWS::Region']),
    );
  }
  const policies = ofType('AWS::CloudFront::CachePolicy').map(({ properties }) =>
    dig(properties, 'CachePolicyConfig', 'Name'),
  );
  for (const name of policies) expect(textsIn(name)).toContain('AWS::Region');
});

test('docs/changes-of-configuration.md says what each change does; npm run changes writes it again', () =>
  expect(readFileSync(changesPage, 'utf8')).toContain(tableOf(change)));

test('what the page says the emulator executes is a change of npm run deploy:local -- --changes', () => {
  const names = rehearsedChanges.map(({ name }) => name);
  for (const { rehearsed } of changes) if (rehearsed) expect(names).toContain(rehearsed);
});

test.each(changes.filter(({ verdict }) => verdict !== 'refused'))(
  '$says: nothing that holds data is lost',
  ({ from, to }) => {
    const { removed, replaced } = change(from, to);
    const holdsData = /AWS::(RDS::DB(Cluster|Instance)|SQS::Queue|S3::Bucket|SecretsManager::Secret) /;
    expect([...removed, ...replaced].filter((line) => holdsData.test(line))).toEqual([]);
  },
);

test.each(changes)('$says: $verdict', ({ from, to, verdict }) => {
  const { refusals } = change(from, to);
  if (verdict === 'refused') expect(refusals).not.toEqual([]);
  else expect(refusals).toEqual([]);
});

test.each(['lean', 'production with mail', 'production while a pool is replaced'] as const)(
  'no stack of %s comes near CloudFormation’s 500 resources: there is room to grow',
  (variant) => {
    for (const [stack, { resources }] of Object.entries(deployed(variant)))
      expect(`${stack} ${Object.keys(resources).length <= 400 ? 'has room' : Object.keys(resources).length}`).toBe(
        `${stack} has room`,
      );
  },
);
