import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { type IConnectable, Port } from 'aws-cdk-lib/aws-ec2';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  AuroraPostgresEngineVersion,
  ClusterInstance,
  Credentials,
  DatabaseCluster,
  DatabaseClusterEngine,
} from 'aws-cdk-lib/aws-rds';
import { Construct, type IDependable } from 'constructs';
import type { Setting } from '../../../lambdas/contract/settings';
import type { Config } from '../../config';
import type { ServiceFunction } from '../service-function';
import { createOwner } from './database-owner';
import { DatabasePool } from './database-pool';
import { LastSteps } from './last-steps';
import type { Network } from './network';

/**
 * Aurora PostgreSQL. Functions sign in as `registrar`, which cannot change the schema; migrations sign in as `owner`.
 * Neither has a password: both use their IAM role. When this stack is deleted, a snapshot of the data remains.
 */
export class Database extends Construct {
  readonly pool?: DatabasePool;
  readonly #cluster: DatabaseCluster;
  readonly #logDays: number;

  constructor(scope: Construct, id: string, network: Network, { database, windows, logDays }: Config) {
    super(scope, id);
    this.#logDays = logDays;
    const instance = { enablePerformanceInsights: true, autoMinorVersionUpgrade: false };
    this.#cluster = new DatabaseCluster(this, 'Cluster', {
      engine: DatabaseClusterEngine.auroraPostgres({ version: AuroraPostgresEngineVersion.VER_17_9 }),
      vpc: network.vpc,
      vpcSubnets: network.subnets,
      defaultDatabaseName: 'startline',
      credentials: Credentials.fromGeneratedSecret('administrator'),
      writer: ClusterInstance.serverlessV2('Writer', { ...instance, preferredMaintenanceWindow: windows.database }),
      // Promotion tier 1: always as large as the writer, so that it can take over during an opening.
      readers: database.reader
        ? [
            ClusterInstance.serverlessV2('Reader', {
              ...instance,
              preferredMaintenanceWindow: windows.reader,
              scaleWithWriter: true,
            }),
          ]
        : [],
      serverlessV2MinCapacity: database.minCapacity,
      serverlessV2MaxCapacity: database.maxCapacity,
      parameters: {
        'rds.force_ssl': '1',
        // A statement of an opening takes milliseconds, and `register` gives up after 1.5 s: what is slower than half a
        // second is worth a line.
        log_min_duration_statement: '500',
        // Parameters and the keys of refused rows are personal data, and must not follow a statement into the log.
        log_parameter_max_length: '0',
        log_parameter_max_length_on_error: '0',
        log_error_verbosity: 'terse',
        // Frozen environments keep their connections, and a database with connections does not pause.
        ...(!database.proxy && { idle_session_timeout: `${Duration.minutes(10).toMilliseconds()}` }),
      },
      iamAuthentication: true,
      // For `createOwner` alone: once `owner` exists, the administrator may be a member of rds_iam, whose password no
      // longer works. The operator signs in with IAM from a shell inside the network (docs/runbook.md).
      enableDataApi: true,
      // Deadlocks, refused logins and slow statements. Without the export they are on the instance for three days, and
      // lost with it. `LastSteps` limits the age of the log: CDK's `cloudwatchLogsRetention` would add a function that may
      // change every log group of the account.
      cloudwatchLogsExports: ['postgresql'],
      storageEncrypted: true,
      copyTagsToSnapshot: true,
      backup: { retention: Duration.days(database.backupDays), preferredWindow: windows.backup },
      preferredMaintenanceWindow: windows.database,
      // A new version comes with a deployment: the version is in this file, and tests ran against it.
      autoMinorVersionUpgrade: false,
      removalPolicy: RemovalPolicy.SNAPSHOT,
    });
    // Whether functions use these or the pool's is up to the profile, and an export in use cannot go.
    for (const { hostname } of [this.#cluster.clusterEndpoint, this.#cluster.clusterReadEndpoint])
      Stack.of(this).exportValue(hostname);
    if (database.proxy) this.pool = new DatabasePool(this, 'Pool', network, this.#cluster);

    Validations.of(this.#cluster).acknowledge(
      {
        id: 'AwsSolutions-SMG4',
        reason:
          'The administrator creates the role `owner` once, at the first deployment; nothing signs in with this password afterwards.',
      },
      {
        id: 'AwsSolutions-RDS10',
        reason: '`protectFromDeletion` protects it as the last step of the first deployment, so that one can fail.',
      },
      {
        id: 'AwsSolutions-RDS11',
        reason:
          'Another port would hide nothing: only security groups of our functions reach it, and IAM signs them in.',
      },
    );
  }

  /**
   * Limits the age of the database's log, and forbids the deletion of the cluster once it is complete and everything in
   * `after` is made.
   */
  protectFromDeletion(after: readonly IDependable[]): void {
    const ours = [this.#cluster, ...(this.pool ? [this.pool] : [])];
    new LastSteps(this, 'Protection', { cluster: this.#cluster, logDays: this.#logDays, after: [...ours, ...after] });
  }

  /** Creates the role that migrations sign in as, from `scope`'s stack: its failure leaves the cluster as it is. */
  createOwner(scope: Construct): IDependable {
    return createOwner(scope, this.#cluster);
  }

  /** Lets `client` read and write: grants network access and permission, and sets the address. */
  grantConnect(client: ServiceFunction): void {
    this.#grant(client, 'DATABASE_URL', this.pool, this.pool?.endpoint ?? this.#cluster.clusterEndpoint.hostname);
  }

  /** Lets `client` read slightly stale data. Without a reader instance it reads from the writer. */
  grantRead(client: ServiceFunction): void {
    this.#grant(
      client,
      'READER_URL',
      this.pool,
      this.pool?.readerEndpoint ?? this.#cluster.clusterReadEndpoint.hostname,
    );
  }

  /**
   * Lets `client` change the schema. It bypasses the pool, because migrations use locks and settings that would pin its
   * connections.
   */
  grantOwn(client: ServiceFunction): void {
    this.#grant(client, 'OWNER_DATABASE_URL', undefined, this.#cluster.clusterEndpoint.hostname, 'owner');
  }

  /** Lets `client` set the cluster's minimum capacity. Returns the cluster's identifier. */
  grantResize(client: ServiceFunction): string {
    client.addToRolePolicy(
      new PolicyStatement({
        actions: ['rds:DescribeDBClusters', 'rds:ModifyDBCluster'],
        resources: [this.#cluster.clusterArn],
      }),
    );
    return this.#cluster.clusterIdentifier;
  }

  /** In ACU. */
  metricCapacity(): Metric {
    return this.#cluster.metricServerlessDatabaseCapacity({ ...eachMinute, label: 'ACU' });
  }

  /** Of the largest size that the database may have, in percent. */
  metricFullness(): Metric {
    return this.#cluster.metricACUUtilization(eachMinute);
  }

  metricConnections(): Metric {
    return this.#cluster.metricDatabaseConnections({ ...eachMinute, label: 'connections' });
  }

  #grant(
    client: ServiceFunction,
    address: Setting,
    pool: DatabasePool | undefined,
    host: string,
    user = 'registrar',
  ): void {
    const target: IConnectable = pool ?? this.#cluster;
    pool?.grantConnect(client, user);
    // With a pool as well: when the profile becomes production, CloudFormation changes the role minutes before the function,
    // which goes on signing in to the cluster. The cluster's security group lets in nobody but the pool and migrations.
    this.#cluster.grantConnect(client, user);
    // allowTo, not allowFrom: the rule lands in the client's stack, so this stack depends on no other.
    client.connections.allowTo(target, Port.tcp(5432), `${client.node.id} to the database`);
    client.tell(address, `postgres://${user}@${host}:5432/startline?sslmode=verify-full&auth=iam`);
    // Aurora's own certificates are signed by an authority that the runtime includes but does not trust by default.
    client.addEnvironment('NODE_EXTRA_CA_CERTS', '/var/runtime/ca-cert.pem');
  }
}

const eachMinute = { period: Duration.minutes(1), statistic: 'max' };
