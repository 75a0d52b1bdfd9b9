import { routes } from '../../lambdas/contract/routes';
import { runbook } from '../../lib/constructs/alarms';
import { spendingHeading } from '../../lib/constructs/spending';
import { eventSources } from '../../lib/event-sources';
import { isOfOpening } from '../../lib/functions';
import { atRest } from '../../operations/cost/at-rest';
import { total } from '../../operations/cost/report';
import { dig, listAt, synthesise, textsIn } from './support/synthesise';

const headings = Object.values(runbook);

describe.each(['lean', 'production'] as const)('%s', (profile) => {
  const { ofType } = synthesise(`${profile} with mail`);
  const alarms = ofType('AWS::CloudWatch::Alarm');
  const descriptions = alarms.map(({ properties }) => String(dig(properties, 'AlarmDescription')));

  test('every alarm tells which heading of the runbook to open', () => {
    for (const description of descriptions)
      expect(headings.some((heading) => description.endsWith(`See docs/runbook.md, "${heading}".`))).toBe(true);
  });

  test('everything worth waking somebody for rings', () => {
    const rings = headings.filter((heading) =>
      descriptions.some((description) => description.includes(`"${heading}"`)),
    );
    // Without a proxy nothing is pinned. Where schedules pause for hours, missing data means nothing.
    const inProduction: readonly string[] = [
      runbook.databaseQueue,
      runbook.pinnedSessions,
      runbook.lineStands,
      runbook.canary,
      runbook.unreconciled,
      runbook.capacityNotReady,
    ];
    expect(rings).toEqual(headings.filter((heading) => profile === 'production' || !inProduction.includes(heading)));
  });

  test('every heap of dead letters has its own bell: one that already rings hides no other', () => {
    const bells = descriptions.filter((description) => description.includes(`"${runbook.deadLetters}"`));
    expect(new Set(bells).size).toBe(Object.keys(eventSources).length + 1);
  });

  test('all tell one topic what is wrong and when it is over, by TLS, and from there to the configured address', () => {
    const topics = ofType('AWS::SNS::Topic');
    expect(topics).toHaveLength(1);
    for (const { properties } of alarms)
      for (const actions of ['AlarmActions', 'OKActions'])
        expect(listAt(properties, actions)).toEqual([{ Ref: topics[0]?.id }]);
    expect(ofType('AWS::SNS::Subscription')[0]?.properties).toMatchObject({
      Protocol: 'email',
      Endpoint: 'ops@example.com',
    });
    expect(textsIn(ofType('AWS::SNS::TopicPolicy')[0]?.properties)).toContain('sns:Publish');
  });

  test('silence is not an alarm, but where somebody should look every minute', () => {
    const fearful = alarms.filter(({ properties }) => dig(properties, 'TreatMissingData') !== 'notBreaching');
    expect(fearful.map(({ properties }) => dig(properties, 'MetricName'))).toEqual([
      // A node of a cache that is away says nothing.
      ...['CPUUtilization', 'CPUUtilization', 'CPUUtilization'],
      ...(profile === 'production' ? ['CanaryMissed', 'InvariantViolations', 'PaymentsSwept', 'CapacityNotReady'] : []),
    ]);
    for (const { properties } of fearful) expect(dig(properties, 'TreatMissingData')).toBe('breaching');
  });

  test('each cache rings when one of its nodes is away', () => {
    const caches = ofType('AWS::ElastiCache::CacheCluster');
    const listening = alarms.filter(({ properties }) => dig(properties, 'MetricName') === 'CPUUtilization');
    expect(listening.map(({ properties }) => dig(properties, 'Threshold'))).toEqual(
      caches.map(({ properties }) => dig(properties, 'NumCacheNodes')),
    );
    for (const { properties } of listening)
      expect(properties).toMatchObject({
        Statistic: 'SampleCount',
        ComparisonOperator: 'LessThanThreshold',
        Period: 60,
      });
  });

  test('a throttle of any function that a runner reaches rings', () => {
    const [throttles] = alarms.filter(({ properties }) =>
      String(dig(properties, 'AlarmDescription')).startsWith('Lambda refuses'),
    );
    const named = listAt(throttles?.properties, 'Metrics').flatMap((metric) =>
      listAt(metric, 'MetricStat', 'Metric', 'Dimensions').flatMap((dimension) => textsIn(dig(dimension, 'Value'))),
    );
    for (const name of [...new Set(Object.values(routes))].filter(isOfOpening))
      expect(named.some((id) => id.startsWith(name.replaceAll('-', '')))).toBe(true);
  });

  test('an hour in which reconcile-payments was not heard of rings; what it finds does not', () => {
    const listening = alarms.filter(({ properties }) => dig(properties, 'MetricName') === 'PaymentsSwept');
    expect(listening.map(({ properties }) => properties)).toEqual(
      profile === 'production'
        ? [
            expect.objectContaining({
              Namespace: 'Startline',
              Dimensions: [{ Name: 'service', Value: 'reconcile-payments' }],
              Statistic: 'SampleCount',
              ComparisonOperator: 'LessThanThreshold',
              Threshold: 1,
              Period: 900,
              EvaluationPeriods: 4,
              TreatMissingData: 'breaching',
            }),
          ]
        : [],
    );
  });

  test('what came back rings for the metric that the watch publishes, and falls silent with it', () => {
    const watching = alarms.filter(({ properties }) => dig(properties, 'MetricName') === 'UnsolicitedMailStopped');
    expect(watching.map(({ properties }) => properties)).toEqual([
      expect.objectContaining({
        Namespace: 'Startline',
        Dimensions: [{ Name: 'service', Value: 'watch-invariants' }],
        Statistic: 'Maximum',
        Threshold: 0,
        EvaluationPeriods: 1,
      }),
    ]);
  });

  test('two misses of the canary in a quarter of an hour ring, and so does its silence; one miss does not', () => {
    const listening = alarms.filter(({ properties }) => dig(properties, 'MetricName') === 'CanaryMissed');
    expect(listening.map(({ properties }) => properties)).toEqual(
      profile === 'production'
        ? [
            expect.objectContaining({
              Dimensions: [{ Name: 'service', Value: 'run-canary' }],
              Statistic: 'Maximum',
              Threshold: 0,
              Period: 300,
              EvaluationPeriods: 3,
              DatapointsToAlarm: 2,
              TreatMissingData: 'breaching',
            }),
          ]
        : [],
    );
    const schedules = ofType('AWS::Scheduler::Schedule').filter(({ id }) => id.includes('canary'));
    expect(schedules.map(({ properties }) => dig(properties, 'ScheduleExpression'))).toEqual(
      profile === 'production' ? ['rate(5 minutes)'] : [],
    );
  });

  test('the watch rings for the metric that watch-invariants publishes', () => {
    const watching = alarms.filter(({ properties }) => dig(properties, 'MetricName') === 'InvariantViolations');
    expect(watching.map(({ properties }) => properties)).toEqual([
      expect.objectContaining({
        Namespace: 'Startline',
        Dimensions: [{ Name: 'service', Value: 'watch-invariants' }],
        Statistic: 'Maximum',
        Threshold: 0,
      }),
    ]);
  });
});

describe('the budget', () => {
  const budgets = (['lean with mail', 'production with mail'] as const).map((variant) => {
    const { ofType, config, resources } = synthesise(variant);
    return { variant, properties: ofType('AWS::Budgets::Budget')[0]?.properties, config, resources };
  });

  test.each(budgets)('$variant: the address for alarms is told of money before it is spent', ({ properties }) => {
    const told = listAt(properties, 'NotificationsWithSubscribers').map((one) => ({
      when: [dig(one, 'Notification', 'NotificationType'), dig(one, 'Notification', 'Threshold')],
      whom: listAt(one, 'Subscribers').map((subscriber) => dig(subscriber, 'Address')),
    }));
    expect(told).toEqual([
      { when: ['ACTUAL', 80], whom: ['ops@example.com'] },
      { when: ['FORECASTED', 100], whom: ['ops@example.com'] },
    ]);
    expect(textsIn(dig(properties, 'Budget', 'BudgetName')).join('')).toContain(`"${spendingHeading}"`);
  });

  test.each(budgets)(
    '$variant: a quiet month is no news, and twice as dear a month is',
    ({ properties, resources }) => {
      const quiet = total(atRest(resources));
      const limit = Number(dig(properties, 'Budget', 'BudgetLimit', 'Amount'));
      expect(limit * 0.8).toBeGreaterThan(quiet);
      expect(limit).toBeLessThan(quiet * 2);
    },
  );

  test('is nobody’s where nobody asked to be told', () =>
    expect(synthesise('production').ofType('AWS::Budgets::Budget')).toEqual([]));
});
