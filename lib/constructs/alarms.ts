import { Aws } from 'aws-cdk-lib';
import {
  Alarm,
  type AlarmProps,
  ComparisonOperator,
  type IMetric,
  type Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Config } from '../config';

/** The headings of docs/runbook.md: each alarm is named after the one that says what to do. */
export const runbook = {
  deadLetters: 'Dead letters not empty',
  oldRegistrations: 'Oldest registration over 60 seconds',
  apiFailures: 'API answers 5xx',
  pinnedSessions: 'Database sessions pinned',
  mailStopped: 'Mail stopped',
  mailToStrangersStopped: 'Mail to strangers stopped',
  writerErrors: 'record-registrations fails',
  invariants: 'Invariants violated, or nobody looked',
  unreconciled: 'Nobody reconciles payments',
  capacityNotReady: 'Capacity not ready for an opening',
} as const;

export interface Watch {
  readonly heading: (typeof runbook)[keyof typeof runbook];
  /** What has been seen, for the person woken. */
  readonly says: string;
  readonly metric: IMetric;
  /** Rings when the metric is above this… */
  readonly above: number;
  /** …for so many of its periods on end. */
  readonly periods: number;
  /** Rings as well when nothing is measured at all. */
  readonly fearsSilence?: boolean;
}

export interface Pulse extends Pick<Watch, 'heading' | 'says'> {
  /** Measured at least once in so many of its periods on end, whatever the value. */
  readonly metric: Metric;
  readonly periods: number;
}

/** Few alarms, each of which somebody can do something about. All go to one topic. */
export class Alarms extends Construct {
  readonly #alarms: Alarm[] = [];
  readonly #topic: Topic;

  constructor(scope: Construct, id: string, { notify }: Config) {
    super(scope, id);
    this.#topic = new Topic(this, 'Topic', { enforceSSL: true });
    // Asking for TLS gives the topic a policy of its own, in place of the one that lets alarms publish.
    this.#topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.#topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    );
    if (notify) this.#topic.addSubscription(new EmailSubscription(notify));
  }

  get all(): readonly Alarm[] {
    return this.#alarms;
  }

  watch(id: string, { heading, says, metric, above, periods, fearsSilence = false }: Watch): void {
    this.#ring(id, heading, says, {
      metric,
      threshold: above,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: fearsSilence ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
  }

  /** Rings when nothing is measured any more. What is measured never rings here, however high. */
  listen(id: string, { heading, says, metric, periods }: Pulse): void {
    this.#ring(id, heading, says, {
      metric: metric.with({ statistic: 'n' }),
      threshold: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: TreatMissingData.BREACHING,
    });
  }

  #ring(id: string, heading: Watch['heading'], says: string, when: AlarmProps): void {
    const alarm = new Alarm(this, id, { alarmDescription: `${says} See docs/runbook.md, "${heading}".`, ...when });
    alarm.addAlarmAction(new SnsAction(this.#topic));
    this.#alarms.push(alarm);
  }
}
