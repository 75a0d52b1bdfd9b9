import { readdirSync } from 'node:fs';
import { configOf } from '../../../lib/config';
import { engineVersion, wantedBy } from '../../../operations/preflight/wanted';
import { synthesise } from '../../lib/support/synthesise';

const production = configOf({
  profile: 'production',
  name: 'Autumn',
  account: '123456789012',
  region: 'eu-central-1',
  zones: ['eu-central-1a', 'eu-central-1b'],
  crowd: { runners: 50_000, spots: 5000 },
  mail: { domain: 'mail.example.com' },
  site: { domain: 'run.example.com' },
  api: { domain: 'api.example.com', certificate: 'arn:aws:acm:eu-central-1:123456789012:certificate/1' },
  hostedZone: { id: 'Z0123456789', name: 'example.com' },
});

test('the account is asked for what the environment deploys', () =>
  expect(wantedBy('prod', production)).toMatchObject({
    file: 'environments/prod.json',
    reserved: 920,
    endpoints: ['sqs', 'secretsmanager', 'email'],
    hasProxy: true,
    mail: { domain: 'mail.example.com', identity: 'new' },
    edgeRegion: 'us-east-1',
    // The other certificate is made in the hosted zone.
    certificates: [{ domain: 'api.example.com' }],
    firewall: 'own',
  }));

test('every quota that an account can be asked for is asked for', () => {
  const { quotas } = wantedBy('prod', production);
  expect(quotas.flatMap(({ inAccount }) => inAccount?.value ?? [])).toEqual([
    'environments',
    'invocations',
    'api-rate',
    'api-burst',
    'mail-rate',
    'mail-day',
  ]);
  for (const { needed, inAccount } of quotas.filter(({ inAccount }) => inAccount?.value !== 'invocations'))
    if (inAccount && inAccount.value !== 'api-burst') expect(inAccount.raiseTo).toBeGreaterThanOrEqual(needed);
});

test('lean without mail and crowd needs no quota, no endpoint for mail, no proxy and no firewall', () =>
  expect(wantedBy('environments/lean.json', configOf({ profile: 'lean' }))).toEqual({
    environment: 'Startline',
    file: 'environments/lean.json',
    stacks: expect.arrayContaining([
      'StartlineData',
      'StartlineSite',
      'StartlineRegistration',
      'StartlineConsole',
      'StartlineRaceDay',
      'StartlineWork',
      'StartlinePage',
    ]),
    quotas: [],
    reserved: 0,
    endpoints: ['sqs', 'secretsmanager'],
    engineVersion,
    hasProxy: false,
    certificates: [],
    firewall: 'none',
    roles: {
      'rds.amazonaws.com': 'AWSServiceRoleForRDS',
      'elasticache.amazonaws.com': 'AWSServiceRoleForElastiCache',
    },
  }));

test('a load test needs Fargate, a vCPU for each hundred runners', () =>
  expect(
    wantedBy(
      'lean',
      configOf({
        profile: 'lean',
        crowd: { runners: 50_001, spots: 1 },
        loadTest: { target: 'https://run.example.com' },
      }),
    ),
  ).toMatchObject({ generators: 501, roles: { 'ecs.amazonaws.com': 'AWSServiceRoleForECS' } }));

test('no stack of a deployment is forgotten', () => {
  const { directory } = synthesise('production');
  const deployed = readdirSync(directory).flatMap((file) => /^Startline(\w+)\.template\.json$/.exec(file)?.[1] ?? []);
  expect(wantedBy('prod', production).stacks).toEqual(expect.arrayContaining(deployed.map((part) => `Autumn${part}`)));
});

test('the version of Aurora that is asked for is the one that is deployed', () =>
  expect(synthesise('production').ofType('AWS::RDS::DBCluster')[0]?.properties.EngineVersion).toBe(engineVersion));
