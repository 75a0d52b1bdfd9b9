import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { consoleDoor } from '../../lambdas/contract/console-routes';
import { type FunctionName, functionNames, needs } from '../../lambdas/contract/functions';
import { httpRoutes, routes } from '../../lambdas/contract/routes';
import { functions, raceDayFunctions, registrationFunctions } from '../../lib/functions';
import { optionalDependencies } from '../../package.json';
import { dig, synthesise, textsIn } from './support/synthesise';

/** The Node version that npm installs: tests run on the deployed version. */
const [runtime, ...others] = new Set(
  Object.entries(optionalDependencies).flatMap(([name, version]) =>
    name.startsWith('node-linux') ? [`nodejs${version.split('.')[0]}.x`] : [],
  ),
);
if (others.length > 0) throw new Error('npm brings two versions of Node');

const ours = ['NODE_OPTIONS', 'POWERTOOLS_SERVICE_NAME', 'POWERTOOLS_METRICS_NAMESPACE', 'NODE_EXTRA_CA_CERTS'];

describe.each(['lean', 'production'] as const)('%s', (profile) => {
  const { ofType, stacks, directory } = synthesise(profile);
  const variablesOf = (properties: unknown) =>
    Object.entries((dig(properties, 'Environment', 'Variables') ?? {}) as object);
  const functionOf = (name: FunctionName) => {
    const found = ofType('AWS::Lambda::Function').filter(
      ({ properties }) => dig(properties, 'Environment', 'Variables', 'POWERTOOLS_SERVICE_NAME') === name,
    );
    expect(found).toHaveLength(1);
    return found[0]?.properties;
  };
  const textOf = (name: FunctionName, variable: string) =>
    textsIn(dig(functionOf(name), 'Environment', 'Variables', variable))
      .join('…')
      .replace(/^…/, '');

  test.each(functionNames)('%s is given every address it needs, and no other', (name) => {
    const given = variablesOf(functionOf(name)).flatMap(([key]) => (ours.includes(key) ? [] : [key]));
    expect(given.sort()).toEqual([...needs[name]].sort());
  });

  test.each(functionNames)(
    '%s runs on the Node that runs everything here and on Graviton, is traced, and stops before its caller gives up',
    (name) => {
      expect(functionOf(name)).toMatchObject({
        Runtime: runtime,
        Architectures: ['arm64'],
        TracingConfig: { Mode: 'Active' },
      });
      const timeout = Number(dig(functionOf(name), 'Timeout'));
      expect(timeout).toBe(functions[name].timeoutSeconds);
      if (Object.values<string>(routes).includes(name)) expect(timeout).toBeLessThan(20);
    },
  );

  test.each(functionNames)('%s stands inside the network only if it talks to a cache or the database', (name) => {
    const addresses: readonly string[] = needs[name];
    const inside = addresses.some((address) => /(CACHE|DATABASE|READER)_URL$/.test(address));
    expect(dig(functionOf(name), 'VpcConfig') !== undefined).toBe(inside);
    // The VPC has no route to the processor.
    if (addresses.includes('PROCESSOR_URL')) expect(inside).toBe(false);
  });

  test.each(functionNames)('%s is told where things are and never a secret', (name) => {
    const texts = variablesOf(functionOf(name))
      .flatMap(([, value]) => textsIn(value))
      .join(' ');
    expect(texts).not.toMatch(/resolve:(secretsmanager|ssm)|password|sk_|whsec_/i);
  });

  test('addresses are URLs that say how to connect', () => {
    expect(textOf('register', 'DATABASE_URL')).toMatch(
      /^postgres:\/\/registrar@….*…:5432\/startline\?sslmode=verify-full&auth=iam$/,
    );
    expect(textOf('migrate-database', 'OWNER_DATABASE_URL')).toMatch(
      /^postgres:\/\/owner@….*…:5432\/startline\?sslmode=verify-full&auth=iam$/,
    );
    expect(textOf('register', 'SESSION_A_CACHE_URL')).toMatch(/^memcacheds:\/\/….*…:11211\?discovery=on$/);
    expect(textOf('send-mail', 'SITE_URL')).toMatch(/^https:\/\/…/);
  });

  test('the three caches of register are three clusters', () => {
    const urls = ['SESSION_A_CACHE_URL', 'SESSION_B_CACHE_URL', 'DATA_CACHE_URL'].map((address) =>
      textOf('register', address),
    );
    expect(new Set(urls).size).toBe(3);
  });

  test('what connects to the database trusts its certificates', () => {
    for (const name of functionNames)
      expect(dig(functionOf(name), 'Environment', 'Variables', 'NODE_EXTRA_CA_CERTS')).toBe(
        needs[name].some((address) => /(DATABASE|READER)_URL$/.test(address)) ? '/var/runtime/ca-cert.pem' : undefined,
      );
  });

  test('every route of the contract leads to the live alias of its function, and there is no other', () => {
    const led = ofType('AWS::ApiGatewayV2::Route').map(({ properties }) => {
      const integration =
        textsIn(dig(properties, 'Target')).find((text) => text !== '' && text !== 'integrations/') ?? '';
      const key = String(dig(properties, 'RouteKey'));
      const isOfRaceDay = raceDayFunctions.some((name) => name === httpRoutes[key]);
      const door = stacks[key === consoleDoor ? 'console' : isOfRaceDay ? 'raceDay' : 'registration'];
      const alias = String(dig(door, integration, 'Properties', 'IntegrationUri', 'Ref'));
      const target = String(dig(door, alias, 'Properties', 'FunctionName', 'Ref'));
      return [key, dig(door, target, 'Properties', 'Environment', 'Variables', 'POWERTOOLS_SERVICE_NAME')];
    });
    expect(Object.fromEntries(led)).toEqual({ ...httpRoutes, [consoleDoor]: 'console' });
    expect(httpRoutes).toMatchObject({ ...routes, 'HEAD /api/races': 'browse-races', $default: 'browse-races' });
  });

  test('nothing is kept warm by the template: a deployment after the warm-up ended would fail', () => {
    expect(ofType('AWS::Lambda::Alias')).toHaveLength(functionNames.length);
    for (const { properties } of ofType('AWS::Lambda::Alias'))
      expect(dig(properties, 'ProvisionedConcurrencyConfig')).toBeUndefined();
  });

  test('every function waits for the migrations, and only then is changed', () => {
    const [trigger] = ofType('Custom::Trigger');
    expect(trigger?.dependsOn).toEqual(
      expect.arrayContaining(ofType('Custom::DatabaseOwner').map(({ id: owner }) => owner)),
    );
    const named = ofType('AWS::Lambda::Function', 'registration').flatMap(({ id, properties, dependsOn }) => {
      const name = dig(properties, 'Environment', 'Variables', 'POWERTOOLS_SERVICE_NAME');
      return name === undefined ? [] : [{ id, name, dependsOn }];
    });
    for (const { id, name, dependsOn } of named)
      if (name === 'migrate-database') expect(trigger?.dependsOn).toContain(id);
      else expect(dependsOn).toContain(trigger?.id);
    expect(named.map(({ name }) => name).sort()).toEqual([...registrationFunctions].sort());

    const manifest = JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8'));
    for (const stack of ['StartlineWork', 'StartlineConsole', 'StartlineRaceDay'])
      expect(manifest.artifacts[stack].dependencies).toContain('StartlineRegistration');
    for (const stack of ['StartlineConsole', 'StartlineRaceDay']) {
      expect(manifest.artifacts.StartlineWork.dependencies).not.toContain(stack);
      expect(manifest.artifacts.StartlinePage.dependencies).toContain(stack);
    }
  });
});

test('production keeps a bulkhead around whatever answers runners, lean around nothing', () => {
  const reserved = (profile: 'lean' | 'production') =>
    synthesise(profile)
      .ofType('AWS::Lambda::Function')
      .flatMap(({ properties }) =>
        dig(properties, 'ReservedConcurrentExecutions') === undefined
          ? []
          : [dig(properties, 'Environment', 'Variables', 'POWERTOOLS_SERVICE_NAME')],
      );
  expect(reserved('lean')).toEqual([]);
  expect(reserved('production')).toEqual(
    expect.arrayContaining(['browse-races', 'register', 'pay', 'show-registration', 'record-registrations']),
  );
});
