import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { FunctionName } from '../../lambdas/contract';
import type { Config } from '../config';
import { Alarms, counted, percent, runbook, stopped } from '../constructs/alarms';
import type { DatabasePool } from '../constructs/database-pool';
import type { FrontDoor } from '../constructs/front-door';
import type { Periodic } from '../constructs/periodic';
import type { ServiceFunction } from '../constructs/service-function';
import type { WorkQueue } from '../constructs/work-queue';
import type { QueueName } from '../event-sources';

interface Watched {
  readonly queues: Readonly<Record<QueueName, WorkQueue>>;
  readonly functions: Readonly<Record<FunctionName, ServiceFunction>>;
  readonly periodic: Periodic;
  readonly frontDoor: FrontDoor;
  readonly pool?: DatabasePool;
}

/** As often as the schedule of reconcile-payments runs. */
const reconcileMinutes = 15;
const minute = { period: Duration.minutes(1) };
const fiveMinutes = { period: Duration.minutes(5), statistic: 'max' };

/** When somebody is woken, and for what. */
export const watchRegistration = (
  scope: Construct,
  config: Config,
  { queues, functions, periodic, frontDoor, pool }: Watched,
): void => {
  const alarms = new Alarms(scope, 'Alarms', config);

  const graves = {
    ...Object.fromEntries(Object.entries(queues).map(([name, { deadLetters }]) => [name, deadLetters])),
    schedules: periodic.deadLetters,
  };
  for (const [name, grave] of Object.entries(graves))
    alarms.watch(`${name}-dead-letters`, {
      heading: runbook.deadLetters,
      says: `A message of ${name} failed every delivery and waits among the dead letters.`,
      metric: grave.metricApproximateNumberOfMessagesVisible(fiveMinutes),
      above: 0,
      periods: 1,
    });

  alarms.watch('old-registrations', {
    heading: runbook.oldRegistrations,
    says: 'A paid registration has waited longer than a minute for its place in the database.',
    metric: queues.registrations.queue.metricApproximateAgeOfOldestMessage({ ...minute, statistic: 'max' }),
    above: 60,
    periods: 2,
  });
  alarms.watch('api-failures', {
    heading: runbook.apiFailures,
    says: 'More than 5 % of the answers of the API are 5xx.',
    metric: percent(
      frontDoor.api.metricServerError({ ...minute, statistic: 'sum' }),
      frontDoor.api.metricCount({ ...minute, statistic: 'sum' }),
    ),
    above: 5,
    periods: 3,
  });
  if (pool)
    alarms.watch('pinned-sessions', {
      heading: runbook.pinnedSessions,
      says: 'Connections of the proxy are pinned to one client each: it runs out of them at the next opening.',
      metric: pool.metricPinned(),
      above: 0,
      periods: 5,
    });
  if (config.mailDomain) {
    const lanes = [queues.mail.queue, queues['urgent-mail'].queue];
    alarms.watch('mail-stopped', {
      heading: runbook.mailStopped,
      says: 'Mail waits and none is sent.',
      metric: stopped(
        lanes.map((queue) => queue.metricApproximateNumberOfMessagesVisible(fiveMinutes)),
        lanes.map((queue) => queue.metricNumberOfMessagesDeleted({ ...fiveMinutes, statistic: 'sum' })),
      ),
      above: 0,
      periods: 3,
    });
  }
  alarms.watch('writer-errors', {
    heading: runbook.writerErrors,
    says: 'record-registrations throws: no registration is being decided.',
    metric: functions['record-registrations'].metricErrors({ ...minute, statistic: 'sum' }),
    above: 0,
    periods: 3,
  });
  alarms.watch('invariants', {
    heading: runbook.invariants,
    says: 'Spots, registrations, payments or mails do not agree, or watch-invariants does not run.',
    metric: counted('watch-invariants', 'InvariantViolations', { ...fiveMinutes, period: Duration.minutes(15) }),
    above: 0,
    periods: 1,
    // Where schedules rest for hours, silence says nothing.
    fearsSilence: config.quietMinutes <= 1,
  });
  if (config.quietMinutes <= reconcileMinutes)
    alarms.listen('reconcile-silence', {
      heading: runbook.unreconciled,
      says: 'For an hour nobody has asked the processor which money it holds: what was lost on its way stays held.',
      metric: counted('reconcile-payments', 'PaymentsSwept', { period: Duration.minutes(reconcileMinutes) }),
      periods: 60 / reconcileMinutes,
    });
  if (config.warmUp)
    alarms.watch('capacity-not-ready', {
      heading: runbook.capacityNotReady,
      says: 'A race opens within five minutes and what it needs is not warm yet, or set-capacity does not run.',
      metric: counted('set-capacity', 'CapacityNotReady', { ...minute, statistic: 'max' }),
      above: 0,
      periods: 2,
      fearsSilence: true,
    });
};
