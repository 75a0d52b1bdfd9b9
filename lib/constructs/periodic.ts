import { Aws, Duration, Validations } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Config } from '../config';
import { retentionDays, schedules, type Schedule as Timing } from '../event-sources';
import type { OpeningFunction } from '../functions';
import type { ServiceFunction } from './service-function';

/** Everything that runs on a schedule. No decision depends on one run: the next run does what a missed one did not. */
export class Periodic extends Construct {
  readonly deadLetters: Queue;

  constructor(
    scope: Construct,
    id: string,
    functions: Readonly<Record<OpeningFunction, ServiceFunction>>,
    config: Config,
  ) {
    super(scope, id);
    this.deadLetters = new Queue(this, 'DeadLetters', {
      enforceSSL: true,
      encryption: QueueEncryption.SQS_MANAGED,
      retentionPeriod: Duration.days(retentionDays),
    });
    Validations.of(this.deadLetters).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'It is itself where schedules lay what they could not deliver.',
    });
    const timings: readonly Timing[] = schedules;
    for (const { runs, everyMinutes, onlyWith } of timings) {
      if (onlyWith && !config[onlyWith]) continue;
      const role = new Role(this, `${runs}-role`, {
        // A schedule of another account could otherwise name it.
        assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
          conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
        }),
      });
      new Schedule(this, runs, {
        schedule: ScheduleExpression.rate(Duration.minutes(Math.max(everyMinutes, config.quietMinutes))),
        target: new LambdaInvoke(functions[runs].live, {
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
