import { steadyAcu } from '../../lambdas/capacity/figures';
import { environmentLeadMinutes } from '../../lambdas/capacity/need';
import { connectionsOf, proxyConnectionShare } from '../../lambdas/capacity/quotas';
import { functionNames, needs } from '../../lambdas/contract/functions';
import { idleTimeoutSeconds } from '../../lambdas/platform/postgres/pool-config';
import { functions } from '../../lib/functions';
import { dig, joined, listAt, synthesise, textsIn } from './support/synthesise';

/** What a connection of the proxy takes in the database, at most; and the memory of an ACU. */
const connectionGiB = 0.01;
const gibPerAcu = 2;

const dayMinutes = 24 * 60;
const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** A weekly window in minutes since Monday 00:00 UTC. Throws for any other text. */
const minutesOf = (window: string) => {
  const found = /^(\w{3}):(\d\d):(\d\d)-(\w{3}):(\d\d):(\d\d)$/.exec(window);
  if (!found) throw new Error(`"${window}" is no window of AWS.`);
  const [, day, hour, minute, lastDay, lastHour, lastMinute] = found;
  const since = (on = '', at = '', past = '') => days.indexOf(on) * dayMinutes + Number(at) * 60 + Number(past);
  return { day, from: since(day, hour, minute), until: since(lastDay, lastHour, lastMinute) };
};

/** What takes minutes to create, and fails for reasons that lie in the account. */
const slow = new Set([
  'AWS::EC2::VPCEndpoint',
  'AWS::ElastiCache::CacheCluster',
  'AWS::RDS::DBCluster',
  'AWS::RDS::DBInstance',
  'AWS::RDS::DBProxy',
  'AWS::RDS::DBProxyEndpoint',
  'AWS::RDS::DBProxyTargetGroup',
  'AWS::SecretsManager::Secret',
]);

describe.each(['lean', 'production'] as const)('%s', (profile) => {
  const { config, ofType, resources, terminationProtected } = synthesise(`${profile} with mail`);
  const [cluster] = ofType('AWS::RDS::DBCluster');

  test('nothing inside the network can reach the internet, nor be reached from it', () => {
    const types = resources.map(({ type }) => type);
    for (const way of ['NatGateway', 'InternetGateway', 'EIP', 'EgressOnlyInternetGateway', 'Route'])
      expect(types).not.toContain(`AWS::EC2::${way}`);
    for (const { properties } of ofType('AWS::EC2::Subnet')) expect(dig(properties, 'MapPublicIpOnLaunch')).toBe(false);
    expect(ofType('AWS::EC2::Subnet')).toHaveLength(2);
  });

  test('no security group admits an address, only other groups', () => {
    const rules = [
      ...ofType('AWS::EC2::SecurityGroupIngress').map(({ properties }) => properties),
      ...ofType('AWS::EC2::SecurityGroup').flatMap(({ properties }) => listAt(properties, 'SecurityGroupIngress')),
    ];
    expect(rules.length).toBeGreaterThan(10);
    for (const rule of rules) {
      expect(dig(rule, 'CidrIp') ?? dig(rule, 'CidrIpv6')).toBeUndefined();
      expect(dig(rule, 'SourceSecurityGroupId')).toBeDefined();
      expect(dig(rule, 'FromPort')).toEqual(dig(rule, 'ToPort'));
    }
  });

  test('no rule is made twice: EC2 would refuse the second, and with it the deployment', () => {
    const rules = [...ofType('AWS::EC2::SecurityGroupIngress'), ...ofType('AWS::EC2::SecurityGroupEgress')].map(
      ({ type, properties }) => {
        const peer = dig(properties, 'SourceSecurityGroupId') ?? dig(properties, 'DestinationSecurityGroupId');
        const port = dig(properties, 'FromPort');
        return JSON.stringify([type, dig(properties, 'GroupId'), peer, typeof port === 'number' ? port : 5432]);
      },
    );
    expect(rules.filter((rule, index) => rules.indexOf(rule) !== index)).toEqual([]);
  });

  test('functions may call only what they were granted: none may call everywhere, but to files, where one route leads', () => {
    const groups = (['registration', 'console', 'raceDay', 'work'] as const).flatMap((stack) =>
      ofType('AWS::EC2::SecurityGroup', stack),
    );
    const everywhere = groups.flatMap(({ id, properties }) =>
      listAt(properties, 'SecurityGroupEgress').flatMap((rule) =>
        dig(rule, 'CidrIp') === '255.255.255.255/32' ? [] : [[id.replace(/SecurityGroup.*/, ''), rule]],
      ),
    );
    expect(everywhere).toEqual([
      ['console', expect.objectContaining({ CidrIp: '0.0.0.0/0', FromPort: 443, ToPort: 443 })],
      ['browseresults', expect.objectContaining({ CidrIp: '0.0.0.0/0', FromPort: 443, ToPort: 443 })],
      ['publishresults', expect.objectContaining({ CidrIp: '0.0.0.0/0', FromPort: 443, ToPort: 443 })],
      ['runjobs', expect.objectContaining({ CidrIp: '0.0.0.0/0', FromPort: 443, ToPort: 443 })],
      ['keepline', expect.objectContaining({ CidrIp: '0.0.0.0/0', FromPort: 443, ToPort: 443 })],
    ]);
    for (const { properties } of ofType('AWS::EC2::SecurityGroupEgress'))
      expect(dig(properties, 'DestinationSecurityGroupId')).toBeDefined();
  });

  test('a version is live only when the network lets it reach what it uses', () => {
    const guardOf = (rule: Readonly<Record<string, unknown>>) =>
      dig(rule, 'SourceSecurityGroupId', 'Fn::GetAtt', 0) ?? dig(rule, 'GroupId', 'Fn::GetAtt', 0);
    const rules = [...ofType('AWS::EC2::SecurityGroupIngress'), ...ofType('AWS::EC2::SecurityGroupEgress')];
    const inside = ofType('AWS::Lambda::Function').flatMap(({ id, properties }) => {
      const guard = dig(properties, 'VpcConfig', 'SecurityGroupIds', 0, 'Fn::GetAtt', 0);
      return guard === undefined ? [] : [{ id, guard }];
    });
    expect(inside.length).toBeGreaterThan(10);
    for (const { id, guard } of inside) {
      const [live] = ofType('AWS::Lambda::Alias').filter(
        ({ properties }) => dig(properties, 'FunctionName', 'Ref') === id,
      );
      const own = rules.flatMap((rule) => (guardOf(rule.properties) === guard ? [rule.id] : []));
      expect(own.length).toBeGreaterThan(1);
      expect(live?.dependsOn).toEqual(expect.arrayContaining(own));
    }
  });

  test('the endpoints are those of queues, secrets, files and SES’s API, which is not its SMTP', () => {
    const services = ofType('AWS::EC2::VPCEndpoint').map(({ properties }) =>
      textsIn(dig(properties, 'ServiceName')).at(-1),
    );
    expect(new Set(services)).toEqual(new Set(['.email', '.s3', '.secretsmanager', '.sqs']));
  });

  test('the database is encrypted, signs in with IAM, and outlives its stack', () => {
    expect(cluster?.properties).toMatchObject({
      StorageEncrypted: true,
      EnableIAMDatabaseAuthentication: true,
      CopyTagsToSnapshot: true,
      EngineVersion: expect.stringMatching(/^17\./),
    });
    expect(cluster?.deletionPolicy).toBe('Snapshot');
    expect(terminationProtected).toBe(true);
    expect(dig(ofType('AWS::RDS::DBClusterParameterGroup')[0]?.properties, 'Parameters')).toMatchObject({
      'rds.force_ssl': '1',
    });
    for (const { properties } of ofType('AWS::RDS::DBInstance'))
      expect(dig(properties, 'PubliclyAccessible')).not.toBe(true);
  });

  test('the database logs what is slow or refused, outside of its instances, and never a parameter', () => {
    expect(dig(ofType('AWS::RDS::DBClusterParameterGroup')[0]?.properties, 'Parameters')).toMatchObject({
      log_min_duration_statement: '500',
      log_parameter_max_length: '0',
      log_parameter_max_length_on_error: '0',
      log_error_verbosity: 'terse',
    });
    expect(cluster?.properties).toMatchObject({ EnableCloudwatchLogsExports: ['postgresql'] });
  });

  test('the log of the database is kept as long as all others, by a function that may change no other log', () => {
    const [made, limited] = ofType('Custom::DatabaseLog').map(({ properties }) => joined(dig(properties, 'Create')));
    expect(made).toContain('"action":"CreateLogGroupCommand"');
    expect(made).toContain('"ignoreErrorCodesMatching":"ResourceAlreadyExistsException"');
    expect(limited).toContain('"action":"PutRetentionPolicyCommand"');
    expect(limited).toContain(`"retentionInDays":${config.logDays}`);
    const statements = ofType('AWS::IAM::Policy', 'data').flatMap(({ properties }) =>
      listAt(properties, 'PolicyDocument', 'Statement'),
    );
    const ofLogs = statements.filter((one) => listAt(one, 'Action').includes('logs:PutRetentionPolicy'));
    expect(ofLogs.map((one) => joined(dig(one, 'Resource')))).toEqual([
      expect.stringMatching(/:log-group:\/aws\/rds\/cluster\/DatabaseCluster\w+\/postgresql:\*$/),
    ]);
  });

  test('the database is protected from deletion when all else is made: a first deployment that fails can be undone', () => {
    expect(dig(cluster?.properties, 'DeletionProtection')).toBeUndefined();
    const [protection] = ofType('Custom::DeletionProtection');
    expect(JSON.stringify(protection?.properties)).toContain('\\"DeletionProtection\\":true');
    const late = resources.filter(({ stack, type }) => stack === 'data' && slow.has(type)).map(({ id }) => id);
    expect(late.length).toBeGreaterThan(7);
    expect(protection?.dependsOn).toEqual(expect.arrayContaining(late));
    // What fails with the first use of the database leaves the cluster as it is.
    expect(ofType('Custom::DatabaseOwner').map(({ stack }) => stack)).toEqual(['registration']);
  });

  test('each copy of a session is in a zone of its own', () => {
    const zones = ['SessionA', 'SessionB'].map((name) => {
      const cache = ofType('AWS::ElastiCache::CacheCluster').find(({ id }) => id.startsWith(name));
      expect(cache?.properties).toMatchObject({ AZMode: 'single-az' });
      return dig(cache?.properties, 'PreferredAvailabilityZone');
    });
    expect(zones).toEqual([{ 'Fn::Select': [0, { 'Fn::GetAZs': '' }] }, { 'Fn::Select': [1, { 'Fn::GetAZs': '' }] }]);
  });

  test('caches speak TLS, which can be had only from their first day, and drop clients that are gone', () => {
    const caches = ofType('AWS::ElastiCache::CacheCluster');
    expect(caches).toHaveLength(3);
    for (const { properties } of caches)
      expect(properties).toMatchObject({ Engine: 'memcached', TransitEncryptionEnabled: true, Port: 11211 });
    expect(
      Number(dig(ofType('AWS::ElastiCache::ParameterGroup')[0]?.properties, 'Properties', 'idle_timeout')),
    ).toBeGreaterThan(0);
  });

  test('AWS patches at hours that somebody chose, one part after the other, and never two session pools on a day', () => {
    const parts = ['AWS::RDS::DBInstance', 'AWS::ElastiCache::CacheCluster'].flatMap((type) => ofType(type));
    const windows = parts.map(({ properties }) => minutesOf(String(dig(properties, 'PreferredMaintenanceWindow'))));
    for (const [index, window] of windows.entries())
      for (const other of windows.slice(index + 1))
        expect(window.from >= other.until || other.from >= window.until).toBe(true);
    const ofCluster = dig(cluster?.properties, 'PreferredMaintenanceWindow');
    expect(parts.some(({ properties }) => dig(properties, 'PreferredMaintenanceWindow') === ofCluster)).toBe(true);
    const [poolA, poolB] = ['SessionA', 'SessionB'].map((name) =>
      minutesOf(String(dig(parts.find(({ id }) => id.startsWith(name))?.properties, 'PreferredMaintenanceWindow'))),
    );
    expect(poolA?.day).not.toBe(poolB?.day);

    // RDS refuses a backup window that meets the weekly one.
    const backup = minutesOf(
      String(dig(cluster?.properties, 'PreferredBackupWindow')).replace(/\d\d:\d\d/g, (time) => `mon:${time}`),
    );
    for (const { from, until } of windows)
      expect(backup.from >= until % dayMinutes || from % dayMinutes >= backup.until).toBe(true);
    for (const { properties } of [...parts, ...(cluster ? [cluster] : [])])
      expect(dig(properties, 'AutoMinorVersionUpgrade')).toBe(false);
  });

  test('secrets are made by AWS, or empty until the operator fills them in, and are never thrown away', () => {
    const secrets = ofType('AWS::SecretsManager::Secret').filter(({ id }) => !id.includes('DatabaseCluster'));
    expect(secrets).toHaveLength(3);
    for (const { properties, deletionPolicy } of secrets) {
      expect(dig(properties, 'GenerateSecretString') ?? dig(properties, 'SecretString')).toBeDefined();
      expect(deletionPolicy).toBe('RetainExceptOnCreate');
    }
    const [signing] = secrets.filter(({ id }) => id.startsWith('SigningKeys'));
    expect(dig(signing?.properties, 'GenerateSecretString')).toMatchObject({
      SecretStringTemplate: '{"kid":"k1"}',
      GenerateStringKey: 'k1',
      PasswordLength: 64,
    });
  });

  test('no log is kept for ever, of no function', () => {
    for (const { id, stack, properties } of ofType('AWS::Lambda::Function')) {
      const group = dig(properties, 'LoggingConfig', 'LogGroup', 'Ref');
      expect({ id, group: resources.find((one) => one.stack === stack && one.id === group)?.type }).toEqual({
        id,
        group: 'AWS::Logs::LogGroup',
      });
    }
    expect(ofType('AWS::Logs::LogGroup').length).toBeGreaterThan(14);
    for (const { properties } of ofType('AWS::Logs::LogGroup'))
      expect(dig(properties, 'RetentionInDays')).toBeGreaterThan(0);
  });
});

describe('production', () => {
  const { config, ofType } = synthesise('production');
  const pool = dig(ofType('AWS::RDS::DBProxyTargetGroup')[0]?.properties, 'ConnectionPoolConfigurationInfo');

  test('the proxy opens enough connections for every environment that writes, and fewer than the database has memory for', () => {
    const percent = Number(dig(pool, 'MaxConnectionsPercent'));
    expect(percent).toBe(proxyConnectionShare * 100);
    const most = (connectionsOf(config.database.maxCapacity) * percent) / 100;
    const writers = functionNames.filter((name) => needs[name].some((address) => address === 'DATABASE_URL'));
    const atOnce = writers.reduce((sum, name) => {
      const { bulkhead } = functions[name];
      // A quote reads from the standby. It asks the primary for the next block and the last units: one statement for 12
      // quotes when 20,000 people ask forty processes for 1,000 units in six sizes. This reckons with twice as many. The
      // proxy lends a connection for the length of a statement.
      const share = name === 'quote-registration' ? 1 / 6 : 1;
      return sum + share * (bulkhead ? config.concurrency[bulkhead] : 1);
    }, 0);
    expect(most).toBeGreaterThanOrEqual(atOnce);
    expect(most * connectionGiB).toBeLessThanOrEqual((steadyAcu * gibPerAcu) / 2);
    const idle = (connectionsOf(config.database.maxCapacity) * Number(dig(pool, 'MaxIdleConnectionsPercent'))) / 100;
    expect(idle * connectionGiB).toBeLessThanOrEqual((config.database.minCapacity * gibPerAcu) / 2);
  });

  test('nothing closes the connections of a warm environment before the opening it was made for', () => {
    const lead = environmentLeadMinutes * 60;
    const [parameters] = ofType('AWS::ElastiCache::ParameterGroup');
    expect(Number(dig(parameters?.properties, 'Properties', 'idle_timeout'))).toBeGreaterThanOrEqual(2 * lead);
    expect(Number(dig(ofType('AWS::RDS::DBProxy')[0]?.properties, 'IdleClientTimeout'))).toBeGreaterThanOrEqual(
      2 * lead,
    );
    expect(idleTimeoutSeconds).toBeGreaterThanOrEqual(2 * lead);
    // PostgreSQL's own limit is off unless it is set.
    const database = dig(ofType('AWS::RDS::DBClusterParameterGroup')[0]?.properties, 'Parameters');
    expect(dig(database, 'idle_session_timeout')).toBeUndefined();
  });

  test('a reader as large as the writer stands by', () => {
    expect(ofType('AWS::RDS::DBInstance').map(({ properties }) => dig(properties, 'PromotionTier'))).toEqual([0, 1]);
  });

  test('environments share connections, without a password, and are told soon when there is none', () => {
    expect(ofType('AWS::RDS::DBProxy')[0]?.properties).toMatchObject({
      RequireTLS: true,
      DefaultAuthScheme: 'IAM_AUTH',
    });
    expect(dig(ofType('AWS::RDS::DBProxy')[0]?.properties, 'Auth')).toBeUndefined();
    expect(pool).toMatchObject({ ConnectionBorrowTimeout: 3 });
    expect(ofType('AWS::RDS::DBProxyEndpoint')[0]?.properties).toMatchObject({ TargetRole: 'READ_ONLY' });
  });

  test('the data cache lies in both zones', () => {
    const cache = ofType('AWS::ElastiCache::CacheCluster').find(({ id }) => id.startsWith('Data'));
    expect(cache?.properties).toMatchObject({ AZMode: 'cross-az', NumCacheNodes: 2 });
    expect(listAt(cache?.properties, 'PreferredAvailabilityZones')).toHaveLength(2);
  });
});

test('without a domain to send from there is no endpoint for mail, which costs by the hour', () => {
  const services = synthesise('lean')
    .ofType('AWS::EC2::VPCEndpoint')
    .flatMap(({ properties }) => textsIn(dig(properties, 'ServiceName')));
  expect(services).toContain('.sqs');
  expect(services).not.toContain('.email');
});

test('the lean database may sleep: no proxy keeps it awake, and idle connections end', () => {
  const { ofType } = synthesise('lean');
  expect(ofType('AWS::RDS::DBProxy')).toEqual([]);
  expect(dig(ofType('AWS::RDS::DBCluster')[0]?.properties, 'ServerlessV2ScalingConfiguration', 'MinCapacity')).toBe(0);
  expect(dig(ofType('AWS::RDS::DBClusterParameterGroup')[0]?.properties, 'Parameters', 'idle_session_timeout')).toBe(
    '600000',
  );
});
