import { Duration } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Config } from '../config';
import { Alarms, runbook } from '../constructs/alarms';
import type { RegistrationMetrics } from './registration-metrics';

/** The interval of the reconcile-payments schedule, in minutes. */
const reconcileMinutes = 15;

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
  }
  alarms.watch('writer-errors', {
    heading: runbook.writerErrors,
    says: 'record-registrations throws: no registration is being decided.',
    metric: metrics.writerErrors,
    above: 0,
    periods: 3,
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
