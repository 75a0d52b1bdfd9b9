import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { warmed } from '../../lambdas/contract/functions';
import { routes } from '../../lambdas/contract/routes';
import type { Config } from '../config';
import type { Cache } from '../constructs/data/cache';
import type { Database } from '../constructs/data/database';
import { countedIn, growthPerSecond, highest, percent, perSecond, stopped, total } from '../constructs/metrics';
import type { Periodic } from '../constructs/periodic';
import type { ServiceFunction } from '../constructs/service-function';
import type { ApiGateway } from '../constructs/site/api-gateway';
import type { Website } from '../constructs/site/website';
import type { WorkQueue } from '../constructs/work-queue';
import { type QueueName, queueNames } from '../event-sources';
import { isOfOpening, type OpeningFunction } from '../functions';

export interface Measured {
  readonly queues: Readonly<Record<QueueName, WorkQueue>>;
  readonly functions: Readonly<Record<OpeningFunction, ServiceFunction>>;
  readonly periodic: Periodic;
  readonly apiGateway: ApiGateway;
  readonly website: Website;
  readonly database: Database;
  readonly caches: readonly Cache[];
  readonly config: Config;
}

export type RegistrationMetrics = ReturnType<typeof metricsOf>;

const minute = { period: Duration.minutes(1) };
const most = { ...minute, statistic: 'max' };
const sum = { ...minute, statistic: 'sum' };
const mostOfFive = { period: Duration.minutes(5), statistic: 'max' };

const fiveMinutes = Duration.minutes(5);
const failuresOf = ({ distribution }: Pick<Website, 'distribution'>): Metric =>
  new Metric({
    namespace: 'AWS/CloudFront',
    metricName: '5xxErrorRate',
    dimensionsMap: { DistributionId: distribution.distributionId, Region: 'Global' },
    statistic: 'avg',
    period: fiveMinutes,
  });

/** All metrics, defined only here, so that alarms and dashboard use the same ones. */
export const metricsOf = ({ queues, functions, periodic, apiGateway, website, database, caches, config }: Measured) => {
  const counted = countedIn(config);
  const lanes = [queues.mail.queue, queues['urgent-mail'].queue];
  const ofRush = (measure: (one: ServiceFunction, name: string) => Metric) =>
    warmed.map((name) => measure(functions[name], name));
  const watched = (name: string, label: string) => counted('watch-invariants', name, { ...most, label });
  const registered = watched('SpotsRegistered', 'registered');

  return {
    spots: [watched('SpotsLeft', 'left'), watched('SpotsHeld', 'held'), registered],
    arriving: perSecond('asking', 'ask for a spot', functions.register.metricInvocations(sum)),
    paying: perSecond('paying', 'pay', functions.pay.metricInvocations(sum)),
    registering: growthPerSecond('registering', 'are registered', registered),

    ages: named(queueNames, (name) => queues[name].queue.metricApproximateAgeOfOldestMessage(most)),
    deadLetters: {
      ...named(queueNames, (name) => visible(queues[name].deadLetters)),
      schedules: visible(periodic.deadLetters),
    },

    rushErrors: ofRush((one, name) => one.metricErrors({ ...sum, label: `${name}: errors` })),
    rushThrottles: ofRush((one, name) => one.metricThrottles({ ...sum, label: `${name}: throttled` })),
    throttles: total(
      'throttled',
      [...new Set(Object.values(routes))].flatMap((name) =>
        isOfOpening(name) ? functions[name].metricThrottles(sum) : [],
      ),
    ),
    apiThrottles: apiGateway.throttled,
    processorLimits: percent(counted('pay', 'ProcessorLimited', sum), functions.pay.metricInvocations(sum)),
    writerErrors: functions['record-registrations'].metricErrors(sum),
    apiFailures: percent(apiGateway.api.metricServerError(sum), apiGateway.api.metricCount(sum)),

    // In percent. CloudFront sends its metrics to us-east-1 only.
    edgeFailures: website.crowd
      ? highest('5xx', [failuresOf(website), failuresOf(website.crowd)], fiveMinutes)
      : failuresOf(website),

    busy: ofRush((one, name) => one.metric('ConcurrentExecutions', { ...most, label: `${name}: busy` })),
    warmthUsed: ofRush((one, name) =>
      one.live.metric('ProvisionedConcurrencyUtilization', { ...most, label: `${name}: share of the warm ones` }),
    ),
    capacityNotReady: counted('set-capacity', 'CapacityNotReady', most),

    cacheMisses: counted('browse-races', 'CacheMisses', { ...sum, label: 'misses of browse-races' }),
    cacheFailures: (['browse-races', 'register'] as const).map((by) =>
      counted(by, 'CacheFailures', { ...sum, label: `failures of ${by}` }),
    ),
    unitsLost: counted('quote-registration', 'UnitsLost', sum),
    beaconMissed: counted('keep-line', 'BeaconMissed', sum),
    linesStanding: counted('watch-invariants', 'LinesStanding', most),
    latePasses: counted('record-passes', 'LatePasses', sum),
    // No alarm watches those of spots: the affected runner got a spot, or tried again.
    astray: [
      counted('register', 'SpotsLost', { ...sum, label: 'spots dealt to nobody: back with their block' }),
      counted('register', 'SpotsGivenBack', { ...sum, label: 'spots given back by a request that failed' }),
      counted('register', 'HoldsNotKept', { ...sum, label: 'holds kept nowhere' }),
      counted('register', 'HeldSpotsUnanswered', { ...sum, label: 'no session cache answered' }),
      counted('register', 'BlocksLost', { ...sum, label: 'blocks whose counter is gone' }),
      counted('quote-registration', 'UnitsLost', { ...sum, label: 'units dealt to nobody: back with their block' }),
      counted('quote-registration', 'UnitBlocksLost', { ...sum, label: 'blocks of units whose counter is gone' }),
    ],
    evictions: caches.map((cache) => cache.metricEvictions().with({ label: `${cache.node.id}: evicted` })),
    evicted: total(
      'evicted',
      caches.map((cache) => cache.metricEvictions()),
    ),
    busiestCache: highest(
      'busy, %',
      caches.map((cache) => cache.metricProcessor()),
    ),
    fullestCache: highest(
      'connections',
      caches.map((cache) => cache.metricConnections()),
    ),
    cacheNodes: caches.map((cache) => ({ name: cache.node.id, nodes: cache.nodes, metric: cache.metricProcessor() })),

    capacity: database.metricCapacity(),
    databaseFullness: database.metricFullness(),
    borrowLatency: database.pool?.metricBorrowLatency(),
    clients: database.pool?.metricClients(),
    connections: database.metricConnections(),
    pinned: database.pool?.metricPinned(),

    violations: counted('watch-invariants', 'InvariantViolations', most),
    money: [
      watched('MoneyWithoutRunner', 'money without runner'),
      watched('RunnersWithoutMoney', 'runners without money'),
      watched('AuthorisationsExpiring', 'authorisations that expire'),
      watched('DisputesDue', 'disputes to answer'),
      watched('ConsentsMissing', 'consents missing'),
      watched('UsesOver', 'uses of codes beyond their limit'),
      watched('RefundsFailed', 'refunds that came back'),
      watched('ChargesUnpaid', 'charges that failed after a move or a transfer'),
      watched('PaymentsGivenBack', 'spots whose payment was given back by hand'),
      watched('PaymentsStuck', 'payments stuck'),
      watched('CancellationsStalled', 'cancelled races that stall'),
    ],
    canaryMissed: counted('run-canary', 'CanaryMissed', { period: Duration.minutes(5), statistic: 'max' }),
    swept: counted('reconcile-payments', 'PaymentsSwept', minute),

    mailStopped: stopped(
      lanes.map(visible),
      lanes.map((queue) => queue.metricNumberOfMessagesDeleted({ ...mostOfFive, statistic: 'sum' })),
    ),
    strangersStopped: counted('watch-invariants', 'UnsolicitedMailStopped', most),
    bounces: reputation('Reputation.BounceRate'),
    complaints: reputation('Reputation.ComplaintRate'),
    mailSent: counted('send-mail', 'MailsSent', { ...sum, label: 'sent' }),
    mailRefused: [
      counted('send-mail', 'MailsTooFast', { ...sum, label: 'refused: too many a second' }),
      counted('send-mail', 'MailQuotaUsedUp', { ...sum, label: 'kept: the day is used up' }),
      counted('send-mail', 'MailStopped', { ...sum, label: 'kept: SES sends nothing' }),
      counted('send-mail', 'MailShareUsedUp', {
        ...sum,
        label: 'kept: the share of what anybody can order is used up',
      }),
      counted('watch-invariants', 'UnsolicitedMailStopped', { ...most, label: 'held back: too much came back' }),
    ],
  };
};

/** A share, from 0 to 1. SES calculates it for the account, from mails of the last days or weeks. */
const reputation = (metricName: string): Metric =>
  new Metric({ namespace: 'AWS/SES', metricName, statistic: 'max', period: Duration.hours(1) });

const visible = (queue: IQueue): Metric => queue.metricApproximateNumberOfMessagesVisible(mostOfFive);

const named = <Name extends string>(names: readonly Name[], measure: (name: Name) => Metric): Record<Name, Metric> => {
  const measured: Partial<Record<Name, Metric>> = {};
  for (const name of names) measured[name] = measure(name);
  return measured as Record<Name, Metric>;
};
