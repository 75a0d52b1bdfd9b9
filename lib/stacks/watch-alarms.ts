import { Aws, CfnCondition, Duration, Fn } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { functionNames } from '../../lambdas/contract/functions';
import type { Config } from '../config';
import { Alarms, runbook } from '../constructs/alarms';
import { functions, livesInNetwork } from '../functions';
import type { RegistrationMetrics } from './watch-metrics';

/** The interval of the reconcile-payments schedule, in minutes. */
const reconcileMinutes = 15;
/** An environment opens one connection to read, and two to write. */
const connectionsOfEnvironment = 3;
/** An environment of each function has one connection to each node. memcached refuses more than 65,000 to a node. */
const cacheConnections = 10_000;

/** More connections than the environments that are reserved can open to the proxy. */
const mostClients = ({ concurrency }: Config): number =>
  functionNames
    .filter(livesInNetwork)
    .map((name) => functions[name].bulkhead ?? 'background')
    .reduce((clients, bulkhead) => clients + concurrency[bulkhead] * connectionsOfEnvironment, 0);

/** The alarms that wake a person on call. Each names its heading in the runbook. */
export const watchRegistration = (scope: Construct, config: Config, metrics: RegistrationMetrics): readonly Alarm[] => {
  const alarms = new Alarms(scope, 'Alarms', config);

  for (const [name, metric] of Object.entries(metrics.deadLetters))
    alarms.watch(`${name}-dead-letters`, {
      heading: runbook.deadLetters,
      says: `A message of ${name} failed every delivery and waits among the dead letters.`,
      metric,
      above: 0,
      periods: 1,
    });

  alarms.watch('old-registrations', {
    heading: runbook.oldRegistrations,
    says: 'A paid registration has waited longer than a minute for its place in the database.',
    metric: metrics.ages.registrations,
    above: 60,
    periods: 2,
  });
  alarms.watch('api-failures', {
    heading: runbook.apiFailures,
    says: 'More than 5 % of the answers of the API are 5xx.',
    metric: metrics.apiFailures,
    above: 5,
    periods: 3,
  });
  alarms.watch('throttles', {
    heading: runbook.throttled,
    says: 'Lambda refuses requests of runners: a function has no more environments.',
    metric: metrics.throttles,
    above: 20,
    periods: 2,
  });
  alarms.watch('api-throttles', {
    heading: runbook.throttled,
    says: 'API Gateway refuses requests of runners with 429: more come than its stage lets through.',
    metric: metrics.apiThrottles,
    above: 20,
    periods: 2,
  });
  alarms.watch('processor-limits', {
    heading: runbook.processorLimits,
    says: 'The payment processor answers more than 1 % of the payments with 429: runners who pay wait.',
    metric: metrics.processorLimits,
    above: 1,
    periods: 2,
  });
  alarms.watch('edge-failures', {
    heading: runbook.edgeFailures,
    says: 'More than 5 % of the answers of CloudFront are 5xx.',
    metric: metrics.edgeFailures,
    above: 5,
    periods: 3,
    // An alarm watches metrics of its own region only. Elsewhere the canary comes the same way.
    where: new CfnCondition(scope, 'SeesCloudFront', { expression: Fn.conditionEquals(Aws.REGION, 'us-east-1') }),
  });
  alarms.watch('database-full', {
    heading: runbook.databaseFull,
    says: 'The database is as large as it may become, and busy.',
    metric: metrics.databaseFullness,
    above: 95,
    periods: 5,
  });
  if (metrics.borrowLatency && metrics.clients) {
    alarms.watch('database-queue', {
      heading: runbook.databaseQueue,
      says: 'Functions wait more than 0.2 seconds for a connection of the proxy.',
      metric: metrics.borrowLatency,
      above: 200_000,
      periods: 3,
    });
    alarms.watch('database-clients', {
      heading: runbook.databaseQueue,
      says: 'Functions hold more connections to the proxy than their reserved environments can open.',
      metric: metrics.clients,
      above: mostClients(config),
      periods: 5,
    });
  }
  alarms.watch('cache-busy', {
    heading: runbook.cacheBusy,
    says: 'A cache node is more than 90 % busy.',
    metric: metrics.busiestCache,
    above: 90,
    periods: 5,
  });
  alarms.watch('cache-evictions', {
    heading: runbook.cacheBusy,
    says: 'A cache evicts what it should keep: it is too small.',
    metric: metrics.evicted,
    above: 0,
    periods: 5,
  });
  alarms.watch('cache-connections', {
    heading: runbook.cacheBusy,
    says: `A cache node has more than ${cacheConnections.toLocaleString('en')} connections.`,
    metric: metrics.fullestCache,
    above: cacheConnections,
    periods: 5,
  });
  for (const { name, nodes, metric } of metrics.cacheNodes)
    alarms.watchHeartbeat(`${name}-node-gone`, {
      heading: runbook.cacheNodeGone,
      says: `Fewer than ${nodes} nodes of the cache ${name} report.`,
      metric,
      periods: 5,
      samples: nodes,
    });
  alarms.watch('units-lost', {
    heading: runbook.unitsLost,
    says: 'More than ten units of limited stock a minute are dealt to nobody: they are off sale until their blocks end.',
    metric: metrics.unitsLost,
    above: 10,
    periods: 3,
  });
  alarms.watch('beacon-missed', {
    heading: runbook.beaconMissed,
    says: 'The draw of a line went on without its beacon: no relay answered for a minute. Runners read it on the page of the draw.',
    metric: metrics.beaconMissed,
    above: 0,
    periods: 1,
  });
  alarms.watch('late-passes', {
    heading: runbook.latePasses,
    says: 'More than twenty passes of a draw a minute are recorded after its list was closed: record-passes is behind.',
    metric: metrics.latePasses,
    above: 20,
    periods: 1,
  });
  // Whoever looks every few hours comes too late.
  if (config.quietMinutes <= 1)
    alarms.watch('line-stands', {
      heading: runbook.lineStands,
      says: 'People wait in a line that nobody steps forward, or that calls nobody for a minute although spots are free.',
      metric: metrics.linesStanding,
      above: 0,
      periods: 1,
    });
  if (metrics.pinned)
    alarms.watch('pinned-sessions', {
      heading: runbook.pinnedSessions,
      says: 'Connections of the proxy are pinned to one client each: it runs out of them at the next opening.',
      metric: metrics.pinned,
      above: 0,
      periods: 5,
    });
  if (config.mail) {
    alarms.watch('mail-stopped', {
      heading: runbook.mailStopped,
      says: 'Mail waits and none is sent.',
      metric: metrics.mailStopped,
      above: 0,
      periods: 3,
    });
    alarms.watch('mail-to-strangers-stopped', {
      heading: runbook.mailToStrangersStopped,
      says: 'Too many mails of the last day bounced or were complained of: links and offers do not leave, before SES stops all mail.',
      metric: metrics.strangersStopped,
      above: 0,
      periods: 1,
    });
    alarms.watch('bounces', {
      heading: runbook.reputation,
      says: 'More than 4 % of the mails of this account bounce. SES reviews it at 5 % and stops it at 10 %.',
      metric: metrics.bounces,
      above: 0.04,
      periods: 1,
    });
    alarms.watch('complaints', {
      heading: runbook.reputation,
      says: 'More than 0.08 % of the mails of this account are complained of. SES reviews it at 0.1 % and stops it at 0.5 %.',
      metric: metrics.complaints,
      above: 0.0008,
      periods: 1,
    });
  }
  alarms.watch('writer-errors', {
    heading: runbook.writerErrors,
    says: 'record-registrations throws: no registration is being decided.',
    metric: metrics.writerErrors,
    above: 0,
    periods: 3,
  });
  if (config.canary)
    alarms.watch('canary', {
      heading: runbook.canary,
      says: 'A runner could not register: two of the last three tries failed, or nobody tried.',
      metric: metrics.canaryMissed,
      above: 0,
      periods: 3,
      of: 2,
      alarmsWithoutData: true,
    });
  alarms.watch('invariants', {
    heading: runbook.invariants,
    says: 'Spots, registrations, payments or mails do not agree, or watch-invariants does not run.',
    metric: metrics.violations.with({ period: Duration.minutes(15) }),
    above: 0,
    periods: 1,
    // Where schedules pause for hours, missing data means nothing.
    alarmsWithoutData: config.quietMinutes <= 1,
  });
  if (config.quietMinutes <= reconcileMinutes)
    alarms.watchHeartbeat('reconcile-silence', {
      heading: runbook.unreconciled,
      says: 'For an hour nobody has asked the processor which money it holds: what was lost on its way stays held.',
      metric: metrics.swept.with({ period: Duration.minutes(reconcileMinutes) }),
      periods: 60 / reconcileMinutes,
    });
  if (config.warmUp)
    alarms.watch('capacity-not-ready', {
      heading: runbook.capacityNotReady,
      says: 'A race opens within five minutes and what it needs is not warm yet, or set-capacity does not run.',
      metric: metrics.capacityNotReady,
      above: 0,
      periods: 2,
      alarmsWithoutData: true,
    });
  return alarms.all;
};
