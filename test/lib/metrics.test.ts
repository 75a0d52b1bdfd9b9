import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { awsMetrics } from './support/aws-metrics';
import { dig, joined, listAt, type Resource, synthesise } from './support/synthesise';

interface Watched {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: readonly string[];
}

const read = (metric: unknown): Watched => ({
  namespace: String(dig(metric, 'Namespace')),
  name: String(dig(metric, 'MetricName')),
  dimensions: listAt(metric, 'Dimensions')
    .map((dimension) => String(dig(dimension, 'Name')))
    .sort(),
});

/** The metrics of an alarm, on one metric or on an expression. */
const ofAlarm = ({ properties }: Resource): readonly Watched[] =>
  dig(properties, 'MetricName') === undefined
    ? listAt(properties, 'Metrics').flatMap((metric) => {
        const measured = dig(metric, 'MetricStat', 'Metric');
        return measured === undefined ? [] : [read(measured)];
      })
    : [read(properties)];

/** Those of the dashboard, which CloudWatch takes as lists: namespace, name, dimensions in pairs, options. */
const onDashboard = (written: unknown): readonly Watched[] =>
  listAt(JSON.parse(joined(written)), 'widgets').flatMap((widget) =>
    listAt(widget, 'properties', 'metrics').flatMap((metric) => {
      const [namespace, name, ...rest] = [metric].flat();
      if (typeof namespace !== 'string' || typeof name !== 'string') return [];
      const pairs = rest.filter((word) => typeof word === 'string');
      return [{ namespace, name, dimensions: pairs.filter((_, index) => index % 2 === 0).sort() }];
    }),
  );

const watchedIn = (variant: 'lean with mail' | 'production with mail') => {
  const { ofType } = synthesise(variant);
  return [
    ...ofType('AWS::CloudWatch::Alarm').flatMap(ofAlarm),
    ...ofType('AWS::CloudWatch::Dashboard').flatMap(({ properties }) => onDashboard(dig(properties, 'DashboardBody'))),
  ];
};
const watched = [...watchedIn('lean with mail'), ...watchedIn('production with mail')];

const missing = (fits: (metric: Watched) => boolean, known: (metric: Watched) => boolean) => {
  const asked = watched.filter(fits);
  expect(asked.length).toBeGreaterThan(0);
  return asked.filter((metric) => !known(metric));
};

test('every metric of AWS that is watched is on the page of AWS that the table names, with those dimensions', () =>
  expect(
    missing(
      ({ namespace }) => namespace.startsWith('AWS/'),
      ({ namespace, name, dimensions }) =>
        awsMetrics.some(
          (known) =>
            known.namespace === namespace && known.names.includes(name) && `${known.dimensions}` === `${dimensions}`,
        ),
    ),
  ).toEqual([]));

test('the table names no metric that nobody watches', () => {
  const unused = awsMetrics.flatMap(({ namespace, names, dimensions }) =>
    names.filter(
      (name) =>
        !watched.some(
          (one) => one.namespace === namespace && one.name === name && `${one.dimensions}` === `${dimensions}`,
        ),
    ),
  );
  expect(unused).toEqual([]);
});

test('what a function counts and we watch is counted by some function, under that very name', () => {
  const sources = readdirSync('lambdas', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join('lambdas', file), 'utf8'))
    .join('\n');
  expect(
    missing(
      ({ namespace, dimensions }) => namespace === 'Startline' && dimensions.includes('service'),
      ({ name }) => new RegExp(`'${name}'|\\b${name}:`).test(sources),
    ),
  ).toEqual([]);
});

test('what is counted in a log is counted by a filter of that log, by what each line names', () => {
  const { ofType } = synthesise('production with mail');
  const filters = ofType('AWS::Logs::MetricFilter');
  const format = String(dig(ofType('AWS::ApiGatewayV2::Stage')[0]?.properties, 'AccessLogSettings', 'Format'));
  expect(
    missing(
      ({ namespace, dimensions }) => namespace === 'Startline' && !dimensions.includes('service'),
      ({ name, dimensions }) =>
        filters.some(({ properties }) => {
          const [made] = listAt(properties, 'MetricTransformations');
          const pairs = listAt(made, 'Dimensions');
          const fields = [
            ...pairs.map((pair) => String(dig(pair, 'Value'))),
            ...[...String(dig(properties, 'FilterPattern')).matchAll(/\$\.\w+/g)].map(([field]) => field),
          ];
          return (
            dig(made, 'MetricNamespace') === 'Startline' &&
            dig(made, 'MetricName') === name &&
            `${pairs.map((pair) => dig(pair, 'Key'))}` === `${dimensions}` &&
            fields.every((field) => format.includes(`"${field.slice(2)}":`))
          );
        }),
    ),
  ).toEqual([]);
});
