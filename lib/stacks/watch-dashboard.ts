import { Aws, CfnOutput, Duration } from 'aws-cdk-lib';
import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type GraphWidgetProps,
  PeriodOverride,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { RegistrationMetrics } from './watch-metrics';

/** Half of the 24 columns. */
const half = { width: 12, height: 6 };
const fromZero = { min: 0, showUnits: false };

/** One dashboard for the opening minute: the most urgent figures come first. */
export class OpeningDashboard extends Construct {
  constructor(scope: Construct, id: string, metrics: RegistrationMetrics, alarms: readonly Alarm[]) {
    super(scope, id);
    const graph = (title: string, graphs: Pick<GraphWidgetProps, 'left' | 'right'>) =>
      new GraphWidget({ ...half, title, leftYAxis: fromZero, rightYAxis: fromZero, ...graphs });
    const { pinned } = metrics;
    const dashboard = new Dashboard(this, 'Dashboard', {
      defaultInterval: Duration.minutes(30),
      // Otherwise CloudWatch shows a past hour as averages of five minutes, and an opening is shorter than that.
      periodOverride: PeriodOverride.INHERIT,
      widgets: [
        [new AlarmStatusWidget({ title: 'What rings', alarms: [...alarms], width: 24, height: 4 })],
        [
          graph('Spots', { left: metrics.spots }),
          graph('Runners a second', { left: [metrics.arriving, metrics.paying, metrics.registering] }),
        ],
        [
          graph('Oldest message, in seconds', {
            // Labelled here because CloudWatch treats an alarm on a labelled metric as an expression.
            left: Object.entries(metrics.ages).map(([label, metric]) => metric.with({ label })),
          }),
          graph('Errors and throttles (left), 5xx of 100 answers (right)', {
            left: [...metrics.rushErrors, ...metrics.rushThrottles],
            right: [metrics.apiFailures],
          }),
        ],
        [
          graph('Busy environments (left), share of the warm ones in use (right)', {
            left: metrics.busy,
            right: metrics.warmthUsed,
          }),
          graph('Caches: misses and failures (left), evictions (right)', {
            left: [metrics.cacheMisses, ...metrics.cacheFailures],
            right: metrics.evictions,
          }),
        ],
        [graph('What goes astray on the way to a spot, a minute', { left: metrics.astray })],
        [
          graph('Database: ACU (left), connections (right)', {
            left: [metrics.capacity],
            right: [metrics.connections, ...(pinned ? [pinned] : [])],
          }),
          graph('Money and spots that disagree', {
            left: [metrics.violations.with({ label: 'all differences' }), ...metrics.money],
          }),
        ],
        [
          graph('Mail: sent a minute (left), held back (right)', {
            left: [metrics.mailSent],
            right: metrics.mailRefused,
          }),
        ],
      ],
    });
    const console = `https://${Aws.REGION}.console.aws.amazon.com/cloudwatch/home?region=${Aws.REGION}`;
    new CfnOutput(this, 'Address', { value: `${console}#dashboards/dashboard/${dashboard.dashboardName}` });
  }
}
