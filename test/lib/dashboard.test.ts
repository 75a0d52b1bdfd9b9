import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { warmed } from '../../lambdas/contract';
import { queueNames } from '../../lib/event-sources';
import { dig, joined, listAt, synthesise, textsIn } from './synthesise';

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
  expect(listAt(ringing, 'properties', 'alarms')).toHaveLength(alarms.length);
  for (const { id } of alarms) expect(textsIn(written)).toContain(id);
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

test('what we count ourselves and watch is counted by some function, under that very name', () => {
  const sources = readdirSync('lambdas', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join('lambdas', file), 'utf8'))
    .join('\n');
  const rings = alarms.flatMap(({ properties }) =>
    dig(properties, 'Namespace') === 'Startline' ? [String(dig(properties, 'MetricName'))] : [],
  );
  const names = new Set([...rings, ...shown.flatMap(({ namespace, name }) => (namespace === 'Startline' ? name : []))]);
  expect(names.size).toBeGreaterThan(10);
  expect([...names].filter((name) => !new RegExp(`'${name}'|\\b${name}:`).test(sources))).toEqual([]);
});

test('a deployment that is not meant for an opening has no dashboard, which costs by the month', () =>
  expect(synthesise('lean with mail').ofType('AWS::CloudWatch::Dashboard')).toEqual([]));
