import { type FunctionName, needs, warmed } from '../../../lambdas/contract/functions';
import type { Setting } from '../../../lambdas/contract/settings';
import { eventSources, watchedQueues } from '../../../lib/event-sources';
import { livesInNetwork } from '../../../lib/functions';

/** Lambda creates network interfaces for functions in the VPC. They have no name before. */
const interfaces = [
  'ec2:AssignPrivateIpAddresses',
  'ec2:CreateNetworkInterface',
  'ec2:DeleteNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:UnassignPrivateIpAddresses',
];
const tracing = ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'];
/** The sending quota is a property of the account, not of a resource. */
const quota = 'ses:GetAccount';

/** The actions allowed on every resource, because no resource can be named. */
export const anywhere = [...interfaces, ...tracing, quota];

const logging = ['logs:CreateLogStream', 'logs:PutLogEvents'];
const consuming = ['ReceiveMessage', 'ChangeMessageVisibility', 'GetQueueUrl', 'DeleteMessage', 'GetQueueAttributes'];
const warming = ['Delete', 'Get', 'Put'].map((verb) => `lambda:${verb}ProvisionedConcurrencyConfig`);

const addressOf = (queue: string) => `${queue.toUpperCase().replaceAll('-', '_')}_QUEUE_URL`;
const fedBy = (name: FunctionName) =>
  Object.entries(eventSources).flatMap(([queue, { delivers }]) => (delivers === name ? addressOf(queue) : []));

/**
 * Every action that a function may perform, with the number of resources: what its addresses in the contract require,
 * and what Lambda itself requires. A cache has no permissions, only a network.
 */
export const allowedTo = (
  name: FunctionName,
  { isWarmed, hasProxy }: { isWarmed: boolean; hasProxy: boolean },
): Record<string, number> => {
  const resources = new Map<string, Set<string>>();
  const allow = (actions: readonly string[], ...of: readonly string[]) => {
    for (const action of actions) resources.set(action, new Set([...(resources.get(action) ?? []), ...of]));
  };
  allow(logging, 'its own log');
  allow([...tracing, ...(livesInNetwork(name) ? interfaces : [])], 'any');
  const fed = fedBy(name);
  allow(
    consuming.map((verb) => `sqs:${verb}`),
    ...fed,
  );
  const addresses: readonly Setting[] = needs[name];
  for (const address of addresses) {
    if (address.endsWith('_QUEUE_URL'))
      allow(
        [name === 'send-mail' && fed.includes(address) ? 'sqs:ChangeMessageVisibility' : 'sqs:SendMessage'],
        address,
      );
    if (address.endsWith('_SECRET_ID'))
      allow(['secretsmanager:DescribeSecret', 'secretsmanager:GetSecretValue'], address);
    // Reader and writer are one cluster, behind one proxy.
    if (address === 'DATABASE_URL' || address === 'READER_URL')
      allow(['rds-db:connect'], 'registrar of the cluster', ...(hasProxy ? ['registrar of the proxy'] : []));
    if (address === 'OWNER_DATABASE_URL') allow(['rds-db:connect'], 'owner');
    if (address === 'MAIL_SENDER' || address === 'MAIL_CONFIGURATION_SET') allow(['ses:SendEmail'], address);
    if (address === 'MAIL_SENDER') allow([quota], 'any');
    if (address === 'RESULTS_BUCKET_URL') {
      allow(
        [
          's3:GetObject',
          ...(name === 'publish-results' ? ['s3:PutObject', 's3:PutObjectTagging', 's3:DeleteObject'] : []),
        ],
        'the files of results',
      );
      allow(['s3:ListBucket'], 'their bucket');
    }
    if (address === 'EDGE_STORE_URL')
      allow(
        ['DescribeKeyValueStore', 'PutKey', 'DeleteKey'].map((verb) => `cloudfront-keyvaluestore:${verb}`),
        address,
      );
    if (address === 'FILES_BUCKET_URL') {
      if (name === 'run-jobs') allow(['s3:PutObject', 's3:AbortMultipartUpload', 's3:DeleteObject'], 'its files');
      else {
        allow(['s3:PutObject', 's3:GetObject', 's3:DeleteObject'], 'files that browsers send');
        allow(['s3:GetObject'], 'files of the jobs');
      }
      allow(['s3:ListBucket'], 'the bucket of files');
    }
    if (address === 'MEDIA_BUCKET_URL')
      allow([name === 'run-jobs' ? 's3:DeleteObject' : 's3:PutObject'], 'uploaded files');
    if (address === 'PROOF_BUCKET_URL') allow(['s3:PutObject'], 'the proofs');
    if (address === 'STATE_BUCKET_URL') {
      allow([name === 'set-capacity' ? 's3:PutObject' : 's3:GetObject'], 'the state of the capacity');
      if (name !== 'set-capacity') allow(['s3:ListBucket'], 'its bucket');
    }
    if (address === 'WATCHED_QUEUES')
      allow(['sqs:GetQueueAttributes'], ...watchedQueues.flatMap((queue) => [queue, `dead letters of ${queue}`]));
    if (address === 'CAPACITY_TARGETS' && isWarmed) {
      allow(warming, ...warmed);
      allow(['rds:DescribeDBClusters', 'rds:ModifyDBCluster'], 'the cluster');
    }
  }
  return Object.fromEntries([...resources].flatMap(([action, of]) => (of.size > 0 ? [[action, of.size]] : [])));
};
