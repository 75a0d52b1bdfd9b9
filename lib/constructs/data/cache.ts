import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Connections, Port, SecurityGroup } from 'aws-cdk-lib/aws-ec2';
import { CfnCacheCluster, type CfnParameterGroup, type CfnSubnetGroup } from 'aws-cdk-lib/aws-elasticache';
import { Construct } from 'constructs';
import type { Setting } from '../../../lambdas/contract/settings';
import type { CachePool } from '../../config';
import type { ServiceFunction } from '../service-function';
import type { Network } from './network';

export interface CacheProps {
  /** The name under which functions get its URL. */
  readonly address: Setting;
  readonly network: Network;
  readonly subnetGroup: CfnSubnetGroup;
  readonly parameterGroup: CfnParameterGroup;
  readonly pool: CachePool;
  /** Places all nodes in this availability zone. Without it they are spread over both. */
  readonly zone?: string;
  /** The weekly hour, in UTC, in which AWS may replace nodes. They come back empty. */
  readonly window: string;
}

const port = 11_211;

/**
 * A memcached cluster. memcached has no permissions: any client that reaches it may do anything. Only its security
 * group limits the clients.
 */
export class Cache extends Construct {
  readonly #connections: Connections;
  readonly #address: Setting;
  readonly #url: string;
  readonly #clusterId: string;
  readonly nodes: number;

  constructor(scope: Construct, id: string, props: CacheProps) {
    const { version, nodeType, nodes } = props.pool;
    // Each cluster has a construct of its own: a change of its shape is a new cluster beside the old one, or CloudFormation
    // refuses it because functions import the old one's address.
    super(scope, `${id}-v${version}-${nodeType.replace('cache.', '')}-x${nodes}`);
    const guard = new SecurityGroup(this, 'Guard', {
      vpc: props.network.vpc,
      description: `${id} cache`,
      allowAllOutbound: false,
    });
    const spread = !props.zone && nodes > 1;
    const cluster = new CfnCacheCluster(this, 'Cluster', {
      engine: 'memcached',
      engineVersion: '1.6.22',
      cacheNodeType: nodeType,
      numCacheNodes: nodes,
      azMode: spread ? 'cross-az' : 'single-az',
      preferredAvailabilityZone: props.zone,
      preferredAvailabilityZones: spread
        ? Array.from({ length: nodes }, (_, node) => props.network.vpc.availabilityZones[node % 2] ?? '')
        : undefined,
      cacheSubnetGroupName: props.subnetGroup.ref,
      cacheParameterGroupName: props.parameterGroup.ref,
      vpcSecurityGroupIds: [guard.securityGroupId],
      port,
      preferredMaintenanceWindow: props.window,
      // A new version replaces the nodes, so it comes with a deployment.
      autoMinorVersionUpgrade: false,
      // Can only be set at creation: a change replaces the cluster.
      transitEncryptionEnabled: true,
    });
    Validations.of(cluster).acknowledge({
      id: 'AwsSolutions-AEC5',
      reason: 'Another port would hide nothing: only security groups of our functions reach it.',
    });
    this.#connections = new Connections({ securityGroups: [guard], defaultPort: Port.tcp(port) });
    this.#address = props.address;
    this.nodes = nodes;
    this.#clusterId = cluster.ref;
    // While one cluster replaces another, the functions of the release before still import the old one.
    const stack = Stack.of(this);
    for (const used of [cluster.attrConfigurationEndpointAddress, cluster.ref, guard.securityGroupId])
      stack.exportValue(used);
    this.#url = `memcacheds://${cluster.attrConfigurationEndpointAddress}:${port}?discovery=on`;
  }

  /** Lets `client` connect: grants network access and sets the address. */
  grantConnect(client: ServiceFunction): void {
    // allowTo, not allowFrom: the rule belongs to the client's stack, so this stack depends on no other.
    client.connections.allowTo(this.#connections, Port.tcp(port), `${client.node.id} to ${this.node.id}`);
    client.tell(this.#address, this.#url);
  }

  /** Evictions of all nodes. Above 0, the nodes are too small. */
  metricEvictions(): Metric {
    return this.#metric('Evictions', 'sum');
  }

  /** The busiest node, in percent. Each node sends one sample a minute: `SampleCount` is the number of living nodes. */
  metricProcessor(): Metric {
    return this.#metric('CPUUtilization', 'max');
  }

  /** Of the node with the most. A node takes 65,000. */
  metricConnections(): Metric {
    return this.#metric('CurrConnections', 'max');
  }

  #metric(metricName: string, statistic: string): Metric {
    return new Metric({
      namespace: 'AWS/ElastiCache',
      metricName,
      dimensionsMap: { CacheClusterId: this.#clusterId },
      statistic,
      period: Duration.minutes(1),
    });
  }
}
