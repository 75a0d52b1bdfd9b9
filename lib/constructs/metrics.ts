import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import type { FunctionName } from '../../lambdas/contract/functions';
import type { Config } from '../config';

/** Makes the metrics that the functions of one environment publish with their logs, each under its function's name. */
export const countedIn =
  ({ name }: Config) =>
  (by: FunctionName, metricName: string, options: MetricOptions): Metric =>
    new Metric({ namespace: name, metricName, dimensionsMap: { service: by }, ...options });

/** The rate per second of a count per minute. `id` must be unique among the expressions of a graph. */
export const perSecond = (id: string, label: string, counts: IMetric): MathExpression =>
  reckoned(label, `${id} / PERIOD(${id})`, { [id]: counts });

/** The growth per second of a level. `id` must be unique among the expressions of a graph. */
export const growthPerSecond = (id: string, label: string, level: IMetric): MathExpression =>
  reckoned(label, `RATE(${id})`, { [id]: level });

/** 1 while messages wait and none is taken, else 0. Slow is not stopped: the daily quota makes mail slow. */
export const stopped = (waiting: readonly IMetric[], taken: readonly IMetric[]): MathExpression =>
  new MathExpression({
    expression: `IF((${sum('w', waiting)}) > 0 AND (${sum('t', taken)}) == 0, 1, 0)`,
    usingMetrics: { ...named('w', waiting), ...named('t', taken) },
    period: Duration.minutes(5),
    label: 'stopped',
  });

/** All counts together, each 0 where it has no data. */
export const total = (label: string, counts: readonly IMetric[]): MathExpression =>
  reckoned(label, sum('c', counts), named('c', counts));

/** The highest of the levels. A level without data does not count. */
export const highest = (label: string, levels: readonly IMetric[], period = Duration.minutes(1)): MathExpression =>
  reckoned(label, `MAX([${levels.map((_, index) => `l${index}`).join(', ')}])`, named('l', levels), period);

/** The share of `bad` in `all`, in percent. 0 below 20 requests, where a share means little. */
export const percent = (bad: IMetric, all: IMetric): MathExpression =>
  reckoned('percent', 'IF(all >= 20, 100 * FILL(bad, 0) / all, 0)', { bad, all });

const reckoned = (
  label: string,
  expression: string,
  usingMetrics: Record<string, IMetric>,
  period = Duration.minutes(1),
): MathExpression => new MathExpression({ expression, usingMetrics, period, label });

const named = (letter: string, metrics: readonly IMetric[]) =>
  Object.fromEntries(metrics.map((metric, index) => [`${letter}${index}`, metric]));
const sum = (letter: string, metrics: readonly IMetric[]) =>
  metrics.map((_, index) => `FILL(${letter}${index}, 0)`).join(' + ');
