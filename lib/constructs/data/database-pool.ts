import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Connections, type IConnectable, Port, SecurityGroup } from 'aws-cdk-lib/aws-ec2';
import { type IGrantable, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  type DatabaseCluster,
  DatabaseProxy,
  DefaultAuthScheme,
  ProxyEndpointTargetRole,
  ProxyTarget,
} from 'aws-cdk-lib/aws-rds';
import { Construct } from 'constructs';
import type { Network } from './network';

/**
 * RDS Proxy: a thousand environments share a hundred connections. It uses IAM on both sides, so there is no password to
 * store.
 */
export class DatabasePool extends Construct implements IConnectable {
  readonly connections: Connections;
  readonly endpoint: string;
  readonly readerEndpoint: string;
  readonly #proxy: DatabaseProxy;

  constructor(scope: Construct, id: string, network: Network, cluster: DatabaseCluster) {
    super(scope, id);
    const placement = { vpc: network.vpc, vpcSubnets: network.subnets };
    const guard = new SecurityGroup(this, 'Guard', {
      vpc: network.vpc,
      description: 'Database proxy',
      allowAllOutbound: false,
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('rds.amazonaws.com') });
    cluster.grantConnect(role, 'registrar');

    this.#proxy = new DatabaseProxy(this, 'Proxy', {
      ...placement,
      proxyTarget: ProxyTarget.fromCluster(cluster),
      defaultAuthScheme: DefaultAuthScheme.IAM_AUTH,
      role,
      securityGroups: [guard],
      requireTLS: true,
      // The default of two minutes is longer than any request may take. A request that waits longer than this is
      // answered "busy" instead.
      borrowTimeout: Duration.seconds(3),
      // Longer than environments are warm before an opening, in which nobody uses their connections.
      idleClientTimeout: Duration.hours(1),
      // In percent of max_connections, which is 5,000 at 64 ACU. 16 % are 800: more than the 770 environments that write
      // (350 that hold, 220 that look, 60 for quotes, 120 of queues, changes and times, 20 of schedules), each in a
      // transaction. At 10 MB each they take 8 of the 16 GiB that the database has in an opening; 2 %, kept open without
      // work, take 1 of the 2 GiB that it has at rest.
      maxConnectionsPercent: 16,
      maxIdleConnectionsPercent: 2,
    });
    const readOnly = this.#proxy.addEndpoint('ReadOnly', {
      ...placement,
      targetRole: ProxyEndpointTargetRole.READ_ONLY,
      securityGroups: [guard],
    });
    this.connections = new Connections({ securityGroups: [guard], defaultPort: Port.tcp(5432) });
    this.endpoint = this.#proxy.endpoint;
    this.readerEndpoint = readOnly.endpoint;
  }

  grantConnect(client: IGrantable, user: string): void {
    this.#proxy.grantConnect(client, user);
  }

  /** Connections pinned to one client, because it used something that the proxy cannot share. */
  metricPinned(): Metric {
    return this.#metric('DatabaseConnectionsCurrentlySessionPinned', 'max');
  }

  /** How long a client waits for a connection of the pool, on average, in microseconds. */
  metricBorrowLatency(): Metric {
    return this.#metric('DatabaseConnectionsBorrowLatency', 'avg');
  }

  /** Connections of functions to the proxy. */
  metricClients(): Metric {
    return this.#metric('ClientConnections', 'sum');
  }

  #metric(metricName: string, statistic: string): Metric {
    return new Metric({
      namespace: 'AWS/RDS',
      metricName,
      dimensionsMap: { ProxyName: this.#proxy.dbProxyName },
      statistic,
      period: Duration.minutes(1),
    });
  }
}
