import { rushFunctions } from '../../lambdas/capacity/figures';
import { warmed } from '../../lambdas/contract/functions';
import { readSetting } from '../../lambdas/contract/settings';
import { functions } from '../../lib/functions';
import { dig, joined, listAt, type Resource, synthesise, textsIn } from './support/synthesise';

const variablesOf = (resources: readonly Resource[], name: string) =>
  resources
    .map(({ properties }) => dig(properties, 'Environment', 'Variables'))
    .find((variables) => dig(variables, 'POWERTOOLS_SERVICE_NAME') === name);

const { config, ofType } = synthesise('production');
const targets = readSetting(
  'CAPACITY_TARGETS',
  joined(dig(variablesOf(ofType('AWS::Lambda::Function'), 'set-capacity'), 'CAPACITY_TARGETS')),
);

test('the functions that the rules reckon with are those that can be warmed', () =>
  expect([...warmed].sort()).toEqual([...rushFunctions].sort()));

test('set-capacity is told every function that answers the rush, and how many environments are reserved for it', () => {
  for (const name of warmed) {
    const { bulkhead } = functions[name];
    expect(targets.functions[name]).toMatchObject({
      alias: 'live',
      most: bulkhead ? config.concurrency[bulkhead] : 0,
    });
    expect(targets.functions[name]?.most).toBeGreaterThan(0);
  }
});

test('the database is never set below what it is at rest, nor above what was deployed', () => {
  const { minCapacity: floor, maxCapacity: ceiling } = config.database;
  expect(targets.database).toMatchObject({ floor, ceiling });
});

test('set-capacity may change the warmth of the live alias of those functions and the size of our cluster, and nothing else', () => {
  const role = ofType('AWS::IAM::Policy').filter(({ id }) => id.startsWith('setcapacity'));
  const statements = role.flatMap(({ properties }) => listAt(properties, 'PolicyDocument', 'Statement'));
  const allowed = statements.flatMap((statement) =>
    listAt(statement, 'Action').flatMap((action) =>
      listAt(statement, 'Resource').map((resource) => [String(action), resource] as const),
    ),
  );
  const on = (prefix: string) => allowed.filter(([action]) => action.startsWith(prefix));
  const actions = new Set(allowed.map(([action]) => action).filter((action) => /^(lambda|rds):/.test(action)));
  expect([...actions].sort()).toEqual([
    'lambda:DeleteProvisionedConcurrencyConfig',
    'lambda:GetProvisionedConcurrencyConfig',
    'lambda:PutProvisionedConcurrencyConfig',
    'rds:DescribeDBClusters',
    'rds:ModifyDBCluster',
  ]);
  const aliases = new Set(ofType('AWS::Lambda::Alias').map(({ id }) => id));
  const touched = new Set(on('lambda:').map(([, resource]) => String(dig(resource, 'Ref'))));
  expect(touched.size).toBe(warmed.length);
  for (const alias of touched) expect(aliases).toContain(alias);
  for (const [, resource] of on('rds:')) expect(textsIn(resource).join('')).toMatch(/:rds:.*:cluster:/);
});

test('the lean profile has nothing to warm, and no permission to', () => {
  const lean = synthesise('lean');
  expect(dig(variablesOf(lean.ofType('AWS::Lambda::Function'), 'set-capacity'), 'CAPACITY_TARGETS')).toBe(
    '{"functions":{}}',
  );
  const texts = textsIn(lean.ofType('AWS::IAM::Policy', 'registration').map(({ properties }) => properties));
  expect(texts.filter((text) => /ProvisionedConcurrency|ModifyDBCluster/.test(text))).toEqual([]);
});
