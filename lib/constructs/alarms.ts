import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  type MetricOptions,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { FunctionName } from '../../lambdas/contract';
import type { Config } from '../config';

/** The headings of docs/runbook.md: each alarm is named after the one that says what to do. */
export const runbook = {
  deadLetters: 'Dead letters not empty',
  oldRegistrations: 'Oldest registration over 60 seconds',
  apiFailures: 'API answers 5xx',
  pinnedSessions: 'Database sessions pinned',
  mailStopped: 'Mail stopped',
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
  readonly #topic: Topic;

  constructor(scope: Construct, id: string, { notify }: Config) {
    super(scope, id);
    this.#topic = new Topic(this, 'Topic', { enforceSSL: true });
    if (notify) this.#topic.addSubscription(new EmailSubscription(notify));
  }

  watch(id: string, { heading, says, metric, above, periods, fearsSilence = false }: Watch): void {
    new Alarm(this, id, {
      alarmDescription: `${says} See docs/runbook.md, "${heading}".`,
      metric,
      threshold: above,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: fearsSilence ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    }).addAlarmAction(new SnsAction(this.#topic));
  }

  /** Rings when nothing is measured any more. What is measured never rings here, however high. */
  listen(id: string, { heading, says, metric, periods }: Pulse): void {
    new Alarm(this, id, {
      alarmDescription: `${says} See docs/runbook.md, "${heading}".`,
      metric: metric.with({ statistic: 'n' }),
      threshold: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: TreatMissingData.BREACHING,
    }).addAlarmAction(new SnsAction(this.#topic));
  }
}

/** What our functions count: published with their logs, under the name of the function. */
export const counted = (by: FunctionName, metricName: string, options: MetricOptions): Metric =>
  new Metric({ namespace: 'Startline', metricName, dimensionsMap: { service: by }, ...options });

/** 1 while something waits and nothing at all is taken away, else 0. Slow is not stopped: the daily quota makes mail slow. */
export const stopped = (waiting: readonly IMetric[], taken: readonly IMetric[]): MathExpression =>
  new MathExpression({
    expression: `IF((${sum('w', waiting)}) > 0 AND (${sum('t', taken)}) == 0, 1, 0)`,
    usingMetrics: { ...named('w', waiting), ...named('t', taken) },
    period: Duration.minutes(5),
    label: 'stopped',
  });

/** The share of `bad` in `all`, in percent; 0 while there are too few to speak of a share. */
export const percent = (bad: IMetric, all: IMetric): MathExpression =>
  new MathExpression({
    expression: 'IF(all >= 20, 100 * FILL(bad, 0) / all, 0)',
    usingMetrics: { bad, all },
    period: Duration.minutes(1),
    label: 'percent',
  });

const named = (letter: string, metrics: readonly IMetric[]) =>
  Object.fromEntries(metrics.map((metric, index) => [`${letter}${index}`, metric]));
const sum = (letter: string, metrics: readonly IMetric[]) =>
  metrics.map((_, index) => `FILL(${letter}${index}, 0)`).join(' + ');
