import { warmed } from '../../lambdas/contract/functions';
import { queueNames } from '../../lib/event-sources';
import { dig, joined, listAt, synthesise, textsIn } from './support/synthesise';

const { ofType } = synthesise('production with mail');
const written = dig(ofType('AWS::CloudWatch::Dashboard')[0]?.properties, 'DashboardBody');
const body: unknown = JSON.parse(joined(written));
const widgets = listAt(body, 'widgets');
const alarms = ofType('AWS::CloudWatch::Alarm');

/** A metric of a widget, as CloudWatch's list: namespace and name first, display options last. */
const shown = widgets.flatMap((widget) =>
  listAt(widget, 'properties', 'metrics').flatMap((metric) => {
    const words = [metric].flat();
    const [namespace, name] = words;
    return typeof namespace === 'string' && typeof name === 'string' ? [{ namespace, name, words }] : [];
  }),
);
const labelsOf = (name: string) =>
  shown.flatMap((metric) => (metric.name === name ? String(dig(metric.words.at(-1), 'label')) : []));

test('what is asked first in the opening minute stands first', () =>
  expect(
    widgets.map((widget) =>
      String(dig(widget, 'properties', 'title'))
        .split(/[:,(]/)[0]
        ?.trim(),
    ),
  ).toEqual([
    'What rings',
    'Spots',
    'Runners a second',
    'Oldest message',
    'Errors and throttles',
    'Busy environments',
    'Caches',
    'What goes astray on the way to a spot',
    'Database',
    'Money and spots that disagree',
    'Mail',
  ]));

test('every alarm can be seen ringing', () => {
  const [ringing] = widgets;
  // A dashboard cannot show an alarm that may not exist.
  const everywhere = alarms.filter(({ properties }) => !JSON.stringify(properties).includes('AWS/CloudFront'));
  expect(listAt(ringing, 'properties', 'alarms')).toHaveLength(everywhere.length);
  for (const { id } of everywhere) expect(textsIn(written)).toContain(id);
});

test('every function of the rush is shown: its errors, its throttles, how many are busy, how many of the warm ones', () => {
  for (const name of ['Errors', 'Throttles', 'ConcurrentExecutions', 'ProvisionedConcurrencyUtilization'])
    expect(labelsOf(name).map((label) => label.split(':')[0])).toEqual([...warmed]);
});

test('every queue is shown', () => expect(labelsOf('ApproximateAgeOfOldestMessage')).toEqual([...queueNames]));

test('each minute is shown as it was, not as a mean of five', () => {
  const graphs = widgets.filter((widget) => dig(widget, 'type') === 'metric');
  for (const { words } of shown) expect(dig(words.at(-1), 'period')).toBe(60);
  for (const graph of graphs) expect(listAt(graph, 'properties', 'metrics').length).toBeGreaterThan(0);
  expect(dig(body, 'periodOverride')).toBe('inherit');
});

test('a deployment that is not meant for an opening has no dashboard, which costs by the month', () =>
  expect(synthesise('lean with mail').ofType('AWS::CloudWatch::Dashboard')).toEqual([]));
