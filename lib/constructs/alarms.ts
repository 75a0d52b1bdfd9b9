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

/** Headings of docs/runbook.md. Each alarm names the heading that says what to do. */
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

export interface AlarmRule {
  readonly heading: (typeof runbook)[keyof typeof runbook];
  /** What was observed, for the person on call. */
  readonly says: string;
  readonly metric: IMetric;
  /** The alarm goes off when the metric is above this… */
  readonly above: number;
  /** …for this number of periods in a row. */
  readonly periods: number;
  /** The alarm also goes off when there is no data. */
  readonly alarmsWithoutData?: boolean;
}

export interface Heartbeat extends Pick<AlarmRule, 'heading' | 'says'> {
  /** Expected to have data at least once in `periods` periods in a row, with any value. */
  readonly metric: Metric;
  readonly periods: number;
}

/** A few alarms, each with something a person can do about it. All notify one topic. */
export class Alarms extends Construct {
  readonly #alarms: Alarm[] = [];
  readonly #topic: Topic;

  constructor(scope: Construct, id: string, { alarms }: Config) {
    super(scope, id);
    this.#topic = new Topic(this, 'Topic', { enforceSSL: true });
    // `enforceSSL` replaces the topic's default policy, which lets alarms publish.
    this.#topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.#topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    );
    if (alarms) this.#topic.addSubscription(new EmailSubscription(alarms.notify));
  }

  get all(): readonly Alarm[] {
    return this.#alarms;
  }

  watch(id: string, { heading, says, metric, above, periods, alarmsWithoutData = false }: AlarmRule): void {
    this.#ring(id, heading, says, {
      metric,
      threshold: above,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: alarmsWithoutData ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
  }

  /** Adds an alarm for missing data. Values never trigger it, however high. */
  watchHeartbeat(id: string, { heading, says, metric, periods }: Heartbeat): void {
    this.#ring(id, heading, says, {
      metric: metric.with({ statistic: 'n' }),
      threshold: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: TreatMissingData.BREACHING,
    });
  }

  #ring(id: string, heading: AlarmRule['heading'], says: string, when: AlarmProps): void {
    const alarm = new Alarm(this, id, { alarmDescription: `${says} See docs/runbook.md, "${heading}".`, ...when });
    alarm.addAlarmAction(new SnsAction(this.#topic));
    this.#alarms.push(alarm);
  }
}
