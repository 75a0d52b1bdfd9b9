import { Aws, type CfnCondition, type CfnResource } from 'aws-cdk-lib';
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
  throttled: 'Requests are throttled',
  processorLimits: 'The processor limits us',
  edgeFailures: 'CloudFront answers 5xx',
  databaseFull: 'Database at its largest size',
  databaseQueue: 'Waiting for a database connection',
  pinnedSessions: 'Database sessions pinned',
  cacheBusy: 'A cache is overloaded',
  cacheNodeGone: 'A cache node is away',
  unitsLost: 'Units dealt to nobody',
  beaconMissed: 'A draw went on without its beacon',
  latePasses: 'Passes came after their list',
  lineStands: 'A line stands still',
  mailStopped: 'Mail stopped',
  mailToStrangersStopped: 'Mail to strangers stopped',
  reputation: 'SES is about to stop our mail',
  writerErrors: 'record-registrations fails',
  canary: 'The canary cannot register',
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
  /** …or for this many of them, if they need not be in a row. */
  readonly of?: number;
  /** The alarm exists only where this is true. */
  readonly where?: CfnCondition;
  /** The alarm also goes off when there is no data. */
  readonly alarmsWithoutData?: boolean;
}

export interface Heartbeat extends Pick<AlarmRule, 'heading' | 'says'> {
  /** Expected to have data at least once in `periods` periods in a row, with any value. */
  readonly metric: Metric;
  readonly periods: number;
  /** Expected in each period; 1 where nothing is given. */
  readonly samples?: number;
}

/** Alarms, each with something a person can do about it. All notify one topic: when it is wrong, and when it is over. */
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

  /** All that exist wherever the stack is deployed. */
  get all(): readonly Alarm[] {
    return this.#alarms;
  }

  watch(id: string, { heading, says, metric, above, periods, of, where, alarmsWithoutData = false }: AlarmRule): void {
    const alarm = this.#ring(id, heading, says, {
      metric,
      threshold: above,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: periods,
      datapointsToAlarm: of,
      treatMissingData: alarmsWithoutData ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    if (where) (alarm.node.defaultChild as CfnResource).cfnOptions.condition = where;
    else this.#alarms.push(alarm);
  }

  /** Adds an alarm for missing data. Values never trigger it, however high. */
  watchHeartbeat(id: string, { heading, says, metric, periods, samples = 1 }: Heartbeat): void {
    const alarm = this.#ring(id, heading, says, {
      metric: metric.with({ statistic: 'n' }),
      threshold: samples,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: TreatMissingData.BREACHING,
    });
    this.#alarms.push(alarm);
  }

  #ring(id: string, heading: AlarmRule['heading'], says: string, when: AlarmProps): Alarm {
    const alarm = new Alarm(this, id, { alarmDescription: `${says} See docs/runbook.md, "${heading}".`, ...when });
    const tell = new SnsAction(this.#topic);
    alarm.addAlarmAction(tell);
    alarm.addOkAction(tell);
    return alarm;
  }
}
