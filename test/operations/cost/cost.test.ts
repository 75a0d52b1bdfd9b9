import { readFileSync } from 'node:fs';
import { differences } from '../../../lambdas/watch/differences';
import { atRest, countedMetrics } from '../../../operations/cost/at-rest';
import { date, price } from '../../../operations/cost/price';
import { priceProfiles } from '../../../operations/cost/price-profiles';
import list from '../../../operations/cost/prices.json';
import { report, table, total } from '../../../operations/cost/report';
import { byUse, free } from '../../../operations/cost/unpriced';
import { synthesise } from '../../lib/support/synthesise';

const priced = priceProfiles(({ profile, mail }) => synthesise(mail ? `${profile} with mail` : profile));
const [lean, production] = priced;
const { resources } = synthesise('lean');

test('the lean profile costs at most 70 dollars a month at rest', () => {
  expect(total(lean?.lines ?? [])).toBeLessThanOrEqual(70);
  // The caches alone are 35: a price that is missing must not look like a bargain.
  expect(total(lean?.lines ?? [])).toBeGreaterThan(50);
});

test('every metric that is written at rest is priced', () => {
  // With an alarm of its own, a difference is written only when there is one.
  const always = Object.values(differences).filter((one) => !('alarm' in one)).length;
  const [sums, ofCanary] = [5, 2];
  expect(countedMetrics).toBe(always + sums + ofCanary);
});

test('the price says what a visitor costs who wakes a sleeping database, where it sleeps', () => {
  expect(lean?.sleeps).toBe(true);
  expect(production?.sleeps).toBe(false);
  const wakes = report(priced)
    .split('## ')
    .filter((part) => part.includes('wakes the sleeping database costs $0.03'));
  expect(wakes.map((part) => part.split(',')[0])).toEqual(['lean']);
});

test('only a profile that is warmed is meant for an opening', () => {
  expect(lean?.opening).toBeUndefined();
  expect(Object.values(production?.opening ?? {}).every((usd) => usd > 0)).toBe(true);
});

test('the committed table is the one the templates have; npm run cost writes it again', () =>
  expect(readFileSync('bench/cost/result.md', 'utf8')).toContain(table(priced)));

test('docs/deploying.md has the same figures', () => {
  const figures = (text: string) =>
    Object.fromEntries(
      [...text.matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(([, name = '', ...cells]) => [
        name,
        cells.map((cell) => /^\**(\d+)/.exec(cell)?.[1]),
      ]),
    );
  const all = figures(table(priced));
  expect(Object.keys(all).length).toBeGreaterThan(5);
  expect(figures(readFileSync('docs/deploying.md', 'utf8'))).toMatchObject(all);
});

test('the result names the date of the prices, and everything that is not priced', () => {
  const text = report(priced);
  expect(text).toContain(date);
  for (const type of Object.keys(byUse)) expect(text).toContain(type);
});

test('no type is both priced and said to cost nothing', () => {
  const types = new Set(priced.flatMap(({ lines, withMail }) => [...lines, ...withMail]).map(({ type }) => type));
  for (const type of [...Object.keys(free), ...Object.keys(byUse)]) expect(types).not.toContain(type);
});

test('a resource of a type nobody thought of is refused by name', () =>
  expect(() => atRest([...resources, { id: 'Gateway', type: 'AWS::EC2::NatGateway', properties: {} }])).toThrow(
    'AWS::EC2::NatGateway is neither priced nor named',
  ));

test('a node type that is not on the list is refused by name', () =>
  expect(() =>
    atRest([
      ...resources,
      {
        id: 'C',
        type: 'AWS::ElastiCache::CacheCluster',
        properties: { CacheNodeType: 'cache.r9.huge', NumCacheNodes: 1 },
      },
    ]),
  ).toThrow('cache.r9.huge'));

test('a poller whose queue is not among the templates is refused: its price depends on the kind of queue', () => {
  const properties = { EventSourceArn: { 'Fn::ImportValue': 'Elsewhere:Queue' } };
  expect(() => atRest([...resources, { id: 'P', type: 'AWS::Lambda::EventSourceMapping', properties }])).toThrow(
    'which is no queue of the templates',
  );
});

test('every further node, door and alarm is paid for', () => {
  const more = (type: string, properties: Record<string, unknown>) =>
    total(atRest([...resources, { id: 'More', type, properties }])) - total(atRest(resources));
  expect(more('AWS::ElastiCache::CacheCluster', { CacheNodeType: 'cache.t4g.small', NumCacheNodes: 2 })).toBeCloseTo(
    46.72,
  );
  expect(more('AWS::EC2::VPCEndpoint', { VpcEndpointType: 'Interface', SubnetIds: ['a', 'b'] })).toBeCloseTo(14.6);
  expect(more('AWS::CloudWatch::Alarm', { Metrics: [{ MetricStat: {} }, { MetricStat: {} }, {}] })).toBeCloseTo(0.2);
});

test('every price has a unit, a page it comes from, and is above zero', () => {
  for (const [name, { unit, source }] of Object.entries(list.prices)) {
    expect(price(name)).toBeGreaterThan(0);
    expect(unit).not.toBe('');
    expect(source).toMatch(/^https:\/\/aws\.amazon\.com\//);
  }
});
