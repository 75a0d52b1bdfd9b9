import { price } from './price';
import { dig, listOf, type Resource } from './resource';
import { byUse, free } from './unpriced';

export const parts = ['database', 'caches', 'VPC endpoints', 'firewall, secrets, alarms, logs, pollers'] as const;
export type Part = (typeof parts)[number];

export interface Line {
  readonly part: Part;
  readonly type: string;
  /** US dollars a month. */
  readonly usd: number;
}

const hoursPerMonth = 730;

/** A paused database that is woken stays up for a quarter of an hour, at about this size. Estimated. */
const awake = { hours: 0.25, acu: 1 };

/** What it costs to wake a paused database once, and to keep it awake for a month, in US dollars. */
export const awakeCost = () => ({
  once: awake.hours * awake.acu * price('aurora-acu-hour'),
  month: hoursPerMonth * awake.acu * price('aurora-acu-hour'),
});

/** The least that Aurora bills for storage, in GB. */
const storedGb = 10;

/** A proxy in front of Serverless v2 is billed as if the database had at least this many ACU. */
const proxyAcu = 8;

/** A scheduled run that finds nothing to do: GB-seconds at 512 MiB, and GB of log. Estimated. */
const idleRun = { gbSeconds: 0.1, logGb: 1.5e-6 };

/** Lambda polls an empty queue with five long polls of 20 s each, all the time. */
const pollsPerMonth = (5 * hoursPerMonth * 3600) / 20;

/** The metrics of our own that are written at each run at rest: 28 differences and 5 sums of `watch-invariants`, 2 of the canary. */
export const countedMetrics = 35;

/**
 * What a template costs in a month without visitors. No free tier is subtracted, except CloudFront's. Throws when a
 * resource has no known price.
 */
export const atRest = (resources: readonly Resource[]): readonly Line[] => {
  const runs = resources.map(({ properties }) => runsPerMonth(dig(properties, 'ScheduleExpression')));
  const dailyWakes = Math.max(...runs) / (hoursPerMonth / 24);
  const acuHours = (): number => {
    const cluster = resources.find(({ type }) => type === 'AWS::RDS::DBCluster');
    const floor = Number(dig(cluster?.properties, 'ServerlessV2ScalingConfiguration', 'MinCapacity'));
    if (!(floor >= 0)) throw new Error('The database cluster has no smallest size; its price cannot be calculated.');
    if (floor > 0) return floor * hoursPerMonth;
    return Math.min(24, dailyWakes * awake.hours) * (hoursPerMonth / 24) * awake.acu;
  };

  const call = (queueArn: unknown) => {
    const queue = resources.find(({ id }) => id === dig(queueArn, 'Fn::GetAtt', 0));
    if (!queue) throw new Error(`A poller reads ${JSON.stringify(queueArn)}, which is no queue of the templates.`);
    return price(dig(queue.properties, 'FifoQueue') === true ? 'sqs-fifo-request' : 'sqs-request');
  };

  const priced: Readonly<Record<string, readonly [Part, (properties: Resource['properties']) => number]>> = {
    'AWS::RDS::DBCluster': ['database', () => storedGb * price('aurora-storage-gb-month')],
    'AWS::RDS::DBInstance': ['database', () => acuHours() * price('aurora-acu-hour')],
    'AWS::RDS::DBProxy': ['database', () => proxyAcu * hoursPerMonth * price('rds-proxy-acu-hour')],
    // A proxy's own endpoint is free; further ones are interface endpoints.
    'AWS::RDS::DBProxyEndpoint': ['database', ({ VpcSubnetIds }) => doors(VpcSubnetIds, 'proxy-endpoint-zone-hour')],
    'AWS::ElastiCache::CacheCluster': [
      'caches',
      ({ CacheNodeType, NumCacheNodes }) => Number(NumCacheNodes) * hoursPerMonth * price(String(CacheNodeType)),
    ],
    'AWS::EC2::VPCEndpoint': [
      'VPC endpoints',
      ({ VpcEndpointType, SubnetIds }) =>
        VpcEndpointType === 'Interface' ? doors(SubnetIds, 'endpoint-zone-hour') : 0,
    ],
    'AWS::WAFv2::WebACL': [
      rest,
      ({ Rules }) => price('web-acl-month') + listOf(Rules).length * price('web-acl-rule-month'),
    ],
    'AWS::SecretsManager::Secret': [rest, () => price('secret-month')],
    'AWS::CloudWatch::Alarm': [rest, ({ Metrics }) => Math.max(1, measuredIn(Metrics)) * price('alarm-metric-month')],
    'AWS::CloudWatch::Dashboard': [rest, () => price('dashboard-month')],
    'AWS::Scheduler::Schedule': [rest, ({ ScheduleExpression }) => runsPerMonth(ScheduleExpression) * idle()],
    'AWS::Lambda::EventSourceMapping': [
      rest,
      ({ Enabled, EventSourceArn }) => (Enabled === false ? 0 : pollsPerMonth * call(EventSourceArn)),
    ],
  };

  const lines = resources.flatMap(({ type, properties }): Line[] => {
    const found = priced[type];
    if (found) return [{ part: found[0], type, usd: found[1](properties) }];
    if (type in free || type in byUse) return [];
    throw new Error(
      `${type} is neither priced nor named in operations/cost/unpriced.ts: say what it costs, or why nothing.`,
    );
  });
  const hours = Math.min(1, dailyWakes / 24);
  return [
    ...lines,
    { part: rest, type: 'metrics of our own', usd: countedMetrics * hours * price('custom-metric-month') },
  ];
};

const rest: Part = 'firewall, secrets, alarms, logs, pollers';

const doors = (subnets: unknown, zoneHour: string) => {
  const zones = listOf(subnets).length;
  if (zones === 0) throw new Error('An interface endpoint names no subnets; its price cannot be calculated.');
  return zones * hoursPerMonth * price(zoneHour);
};

const idle = () =>
  price('schedule-run') +
  price('lambda-request') +
  price('trace') +
  idleRun.gbSeconds * price('lambda-gb-second') +
  idleRun.logGb * price('log-gb');

/** An alarm over several metrics pays for each of them. */
const measuredIn = (metrics: unknown) =>
  listOf(metrics).filter((metric) => dig(metric, 'MetricStat') !== undefined).length;

/** Runs a month of an expression such as `rate(5 minutes)`; 0 when there is none. */
const runsPerMonth = (expression: unknown): number => {
  const [, every, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(String(expression)) ?? [];
  if (every === undefined && expression !== undefined)
    throw new Error(`A schedule runs at ${JSON.stringify(expression)}: only rate(…) can be priced so far.`);
  const hours = { minute: 1 / 60, hour: 1, day: 24 }[unit];
  return hours === undefined ? 0 : hoursPerMonth / (Number(every) * hours);
};
