import { DescribeDBClustersCommand, ModifyDBClusterCommand, RDSClient } from '@aws-sdk/client-rds';
import { mockClient } from 'aws-sdk-client-mock';
import { RdsDatabaseFloor } from '../../lambdas/capacity/rds-database-floor';

const client = new RDSClient({ region: 'us-east-1' });
const rds = mockClient(client);
const database = new RdsDatabaseFloor(client);
const target = { cluster: 'startline', floor: 1, ceiling: 64 };
beforeEach(() => rds.reset());

const clusterIs = (Status: string) =>
  rds
    .on(DescribeDBClustersCommand, { DBClusterIdentifier: 'startline' })
    .resolves({ DBClusters: [{ Status, ServerlessV2ScalingConfiguration: { MinCapacity: 1, MaxCapacity: 64 } }] });

test('says how small the database may become', async () => {
  clusterIs('available');
  expect(await database.look(target)).toBe(1);
});

test('says nothing while the database is being changed', async () => {
  clusterIs('modifying');
  expect(await database.look(target)).toBeUndefined();
});

test('a cluster nobody knows is a failure that names it', async () => {
  rds.on(DescribeDBClustersCommand).resolves({ DBClusters: [] });
  await expect(database.look(target)).rejects.toThrow('startline');
});

test('sets the smallest size, leaves the largest as it was deployed, and starts no change that waits for maintenance', async () => {
  await database.set(target, 12.5);
  expect(rds.commandCalls(ModifyDBClusterCommand).map(({ args }) => args[0].input)).toEqual([
    {
      DBClusterIdentifier: 'startline',
      ServerlessV2ScalingConfiguration: { MinCapacity: 12.5, MaxCapacity: 64 },
    },
  ]);
});
