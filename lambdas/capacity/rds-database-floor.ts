import { DescribeDBClustersCommand, ModifyDBClusterCommand, RDSClient } from '@aws-sdk/client-rds';
import type { DatabaseFloor } from './ports';
import type { DatabaseTarget } from './targets';

/**
 * The minimum size of an Aurora Serverless cluster. Application Auto Scaling cannot set it. `look` throws when there is
 * no such cluster.
 */
export class RdsDatabaseFloor implements DatabaseFloor {
  readonly #client: RDSClient;

  constructor(client = rds()) {
    this.#client = client;
  }

  async look({ cluster }: DatabaseTarget): Promise<number | undefined> {
    const { DBClusters = [] } = await this.#client.send(
      new DescribeDBClustersCommand({ DBClusterIdentifier: cluster }),
    );
    const [found] = DBClusters;
    if (!found) throw new Error(`RDS knows no cluster ${cluster}: CAPACITY_TARGETS names another than was deployed.`);
    // RDS refuses a change while another one is under way.
    return found.Status === 'available' ? found.ServerlessV2ScalingConfiguration?.MinCapacity : undefined;
  }

  /**
   * Takes effect at once in any case
   * (https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/Aurora.Modifying.html, "Serverless v2 capacity
   * settings"). `ApplyImmediately` would also apply every change that waits for the maintenance window.
   */
  async set({ cluster, ceiling }: DatabaseTarget, acu: number): Promise<void> {
    await this.#client.send(
      new ModifyDBClusterCommand({
        DBClusterIdentifier: cluster,
        ServerlessV2ScalingConfiguration: { MinCapacity: acu, MaxCapacity: ceiling },
      }),
    );
  }
}

const rds = () =>
  new RDSClient({
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 4000, throwOnRequestTimeout: true },
  });
