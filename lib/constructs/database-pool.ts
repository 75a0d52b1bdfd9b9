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

/** RDS Proxy: a thousand environments share a hundred connections. IAM from end to end: there is no password to keep. */
export class DatabasePool extends Construct implements IConnectable {
  readonly connections: Connections;
  readonly endpoint: string;
  readonly readerEndpoint: string;
  readonly #proxy: DatabaseProxy;

  constructor(scope: Construct, id: string, network: Network, cluster: DatabaseCluster) {
    super(scope, id);
    const place = { vpc: network.vpc, vpcSubnets: network.subnets };
    const guard = new SecurityGroup(this, 'Guard', {
      vpc: network.vpc,
      description: 'Database proxy',
      allowAllOutbound: false,
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('rds.amazonaws.com') });
    cluster.grantConnect(role, 'registrar');

    this.#proxy = new DatabaseProxy(this, 'Proxy', {
      ...place,
      proxyTarget: ProxyTarget.fromCluster(cluster),
      defaultAuthScheme: DefaultAuthScheme.IAM_AUTH,
      role,
      securityGroups: [guard],
      requireTLS: true,
      // The default of two minutes outlives every request: who waits longer than this is told "busy" instead.
      borrowTimeout: Duration.seconds(3),
      // Leaves connections for migrations and for the operator.
      maxConnectionsPercent: 90,
    });
    const readOnly = this.#proxy.addEndpoint('ReadOnly', {
      ...place,
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

  /** Connections that one client keeps for itself, because it used something the proxy cannot share. */
  metricPinned(): Metric {
    return new Metric({
      namespace: 'AWS/RDS',
      metricName: 'DatabaseConnectionsCurrentlySessionPinned',
      dimensionsMap: { ProxyName: this.#proxy.dbProxyName },
      statistic: 'max',
      period: Duration.minutes(1),
    });
  }
}
