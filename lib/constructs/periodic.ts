import { Aws, Duration, Validations } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { FunctionName } from '../../lambdas/contract/functions';
import type { Config } from '../config';
import { retentionDays, schedules, type Schedule as Timing } from '../event-sources';
import type { ServiceFunction } from './service-function';

/** The queue for events that a schedule could not deliver. */
const deadLettersOfSchedules = (scope: Construct): Queue => {
  const deadLetters = new Queue(scope, 'DeadLetters', {
    enforceSSL: true,
    encryption: QueueEncryption.SQS_MANAGED,
    retentionPeriod: Duration.days(retentionDays),
  });
  Validations.of(deadLetters).acknowledge({ id: 'AwsSolutions-SQS3', reason: 'It is a queue of dead letters.' });
  return deadLetters;
};

/**
 * The schedules of these functions. Nothing depends on a single run: the next run does what a missed one did not.
 */
export class Periodic extends Construct {
  readonly deadLetters: IQueue;

  /** @param deadLetters the queue for undelivered events. By default the schedules get a queue of their own. */
  constructor(
    scope: Construct,
    id: string,
    functions: Readonly<Partial<Record<FunctionName, ServiceFunction>>>,
    config: Config,
    deadLetters?: IQueue,
  ) {
    super(scope, id);
    this.deadLetters = deadLetters ?? deadLettersOfSchedules(this);
    const timings: readonly Timing[] = schedules;
    for (const { runs, everyMinutes, onlyWith } of timings) {
      const target = functions[runs];
      if (!target || (onlyWith && !config[onlyWith])) continue;
      const role = new Role(this, `${runs}-role`, {
        // A schedule of another account could otherwise name it.
        assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
          conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
        }),
      });
      new Schedule(this, runs, {
        schedule: ScheduleExpression.rate(Duration.minutes(Math.max(everyMinutes, config.quietMinutes))),
        target: new LambdaInvoke(target.live, {
          role,
          deadLetterQueue: this.deadLetters,
          retryAttempts: 3,
          // The default retries for a day, although the next run does the work much earlier.
          maxEventAge: Duration.minutes(5),
        }),
      });
    }
  }
}
