import { CfnOutput, Duration, SecretValue, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnParameterGroup, CfnSubnetGroup } from 'aws-cdk-lib/aws-elasticache';
import type { Construct } from 'constructs';
import type { CachePool, Config } from '../config';
import { Cache } from '../constructs/data/cache';
import { Database } from '../constructs/data/database';
import { Network } from '../constructs/data/network';
import { RetainedSecret } from '../constructs/data/retained-secret';

/** Everything that must survive every deployment: the network, the database, the caches, the keys. */
export class DataStack extends Stack {
  readonly network: Network;
  readonly database: Database;
  readonly sessionA: Cache;
  readonly sessionB: Cache;
  readonly data: Cache;
  readonly signingKeys: RetainedSecret;
  readonly processorSecret: RetainedSecret;

  constructor(scope: Construct, id: string, config: Config, props: StackProps) {
    super(scope, id, { ...props, terminationProtection: true });
    const network = new Network(this, 'Network', config);
    this.network = network;
    this.database = new Database(this, 'Database', network, config);

    const cache = {
      network,
      subnetGroup: new CfnSubnetGroup(this, 'CacheSubnets', {
        description: 'Both availability zones',
        subnetIds: network.vpc.selectSubnets(network.subnets).subnetIds,
      }),
      parameterGroup: new CfnParameterGroup(this, 'CacheParameters', {
        cacheParameterGroupFamily: 'memcached1.6',
        description: 'Startline',
        properties: {
          // Lambda freezes and discards environments without closing their connections. Longer than environments are
          // warm before an opening, in which nobody uses their connections.
          idle_timeout: `${Duration.hours(1).toSeconds()}`,
        },
      }),
    };
    const [zoneA, zoneB] = network.vpc.availabilityZones;
    // One cluster across both zones could place both copies of a session in the same zone. Two clusters cannot.
    const { caches, windows } = config;
    this.sessionA = newest(caches.sessionA, (pool) => {
      const [address, window] = ['SESSION_A_CACHE_URL', windows.sessionA] as const;
      return new Cache(this, 'SessionA', { ...cache, address, pool, zone: zoneA, window });
    });
    this.sessionB = newest(caches.sessionB, (pool) => {
      const [address, window] = ['SESSION_B_CACHE_URL', windows.sessionB] as const;
      return new Cache(this, 'SessionB', { ...cache, address, pool, zone: zoneB, window });
    });
    this.data = newest(caches.data, (pool) => {
      return new Cache(this, 'Data', { ...cache, address: 'DATA_CACHE_URL', pool, window: windows.data });
    });

    this.signingKeys = new RetainedSecret(this, 'SigningKeys', {
      address: 'SIGNING_KEYS_SECRET_ID',
      network,
      description: 'Signs holds and links: {"kid":"k1","k1":"…"}. `kid` names the key that signs; all of them verify.',
      generateSecretString: {
        secretStringTemplate: '{"kid":"k1"}',
        generateStringKey: 'k1',
        passwordLength: 64,
        excludePunctuation: true,
      },
      rotation:
        'The operator adds a second key and then points `kid` at it, never during an opening: the runbook says how.',
    });
    this.processorSecret = new RetainedSecret(this, 'ProcessorSecret', {
      address: 'PROCESSOR_SECRET_ID',
      network,
      description:
        'To be filled in by the operator: {"secretKey":"sk_…","webhookSecret":"whsec_…"}. Payments fail until then.',
      // A placeholder. CloudFormation does not overwrite the operator's values as long as this line does not change.
      secretStringValue: SecretValue.unsafePlainText('{"secretKey":"","webhookSecret":""}'),
      rotation: 'The payment processor issues these keys; the operator copies new ones here.',
    });
    this.database.protectFromDeletion([
      network,
      this.sessionA,
      this.sessionB,
      this.data,
      this.signingKeys,
      this.processorSecret,
    ]);
    new CfnOutput(this, 'ProcessorSecretId', { value: this.processorSecret.secret.secretArn });
  }
}

/** Makes the cluster that is used, and before it the one that it replaces. */
const newest = (pools: readonly CachePool[], make: (pool: CachePool) => Cache): Cache => {
  const cache = pools.map(make).at(-1);
  if (!cache) throw new Error('A cache has no cluster: name at least one in `caches` of the environment.');
  return cache;
};
