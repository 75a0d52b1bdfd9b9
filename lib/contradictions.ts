import { forecast } from '../lambdas/capacity/forecast';
import { type CacheName, profiles } from './config';
import { type Environment, isBelow } from './environment';
import type { Problem } from './environment-problems';

/** The path of a setting, and why production does not do without it. */
const production = [
  ['account', 'the 12 digits of an AWS account', 'Without it a deployment goes wherever the credentials lead.'],
  ['region', 'a region of AWS, such as eu-central-1', 'Without it a deployment goes wherever the credentials lead.'],
  [
    'zones',
    'two availability zones of the region',
    'Not every zone has what is needed, and AWS does not promise which zones come first.',
  ],
  ['crowd', '{"runners": …, "spots": …} of the largest opening', 'Limits of functions follow from it.'],
  [
    'caches',
    '{"sessionA": …, "sessionB": …, "data": …}, each with [{"version": 1, "nodeType": "cache.t4g.small", "nodes": 2}]',
    'A system that was deployed with the profile lean keeps its clusters, version 1 of one cache.t4g.micro each, until npm run replace:cache replaces them.',
  ],
  ['processor.publishableKey', 'pk_test_… or pk_live_…', 'Without it nobody can pay.'],
  ['alarms.notify', 'an e-mail address', 'Without it alarms reach nobody.'],
] as const;

/** What the shapes of single settings cannot say. `content` may have any shape: what is wrong in itself is not repeated. */
export const contradictions = (content: unknown): readonly Problem[] => {
  const at = (path: string): unknown =>
    path.split('.').reduce<unknown>((inner, key) => (isObject(inner) ? Reflect.get(inner, key) : undefined), content);
  const has = (path: string) => at(path) !== undefined;
  const problems: Problem[] = [];
  const demand = (path: string, expected: string, toDo: string) => {
    if (!has(path)) problems.push({ path, found: 'nothing', expected, toDo });
  };

  /** Nobody calls the API past CloudFront. */
  const isClosed = has('api.domain') && !has('api.executeApi');
  if (at('profile') === 'production') {
    for (const [path, expected, why] of production) demand(path, expected, `Production needs it. ${why}`);
    if (!isClosed && !has('acknowledged.apiWithoutDomain'))
      demand(
        has('api.domain') ? 'acknowledged.apiWithoutDomain' : 'api',
        has('api.domain') ? 'a reason, as long as api.executeApi is there' : '{"domain": …, "certificate": …}',
        'Without it the API can be called past CloudFront and its firewall. If that is acceptable, say why in acknowledged.apiWithoutDomain.',
      );
  }
  if (isClosed && has('acknowledged.apiWithoutDomain'))
    problems.push({
      path: 'acknowledged.apiWithoutDomain',
      found: 'a reason',
      expected: 'nothing, because api.domain is set',
      toDo: 'Remove it.',
    });
  for (const [one, other] of [
    ['account', 'region'],
    ['region', 'account'],
    ['region', 'zones'],
    ['zones', 'region'],
  ] as const)
    if (has(one) && at('profile') !== 'production') demand(other, 'a value', `${one} and ${other} go together.`);

  const replaced = caches.filter((cache) => {
    const pools = at(`caches.${cache}`);
    return Array.isArray(pools) && pools.length > 1;
  });
  if (replaced.length > 1)
    problems.push({
      path: 'caches',
      found: `two clusters of ${replaced.join(' and of ')}`,
      expected: 'at most one cache that is being replaced',
      toDo: 'Sessions are only in their two pools: finish one before the next.',
    });

  const dayOf = (pool: 'sessionA' | 'sessionB') =>
    `${at(`windows.${pool}`) ?? profiles.production.windows[pool]}`.slice(0, 3);
  if (has('windows') && dayOf('sessionA') === dayOf('sessionB'))
    problems.push({
      path: 'windows.sessionB',
      found: `the day of windows.sessionA, ${dayOf('sessionA')}`,
      expected: 'another day',
      toDo: 'AWS may replace all nodes of a pool in its window, and sessions are in both pools only.',
    });

  const region = at('region');
  const zones = at('zones');
  if (typeof region === 'string' && Array.isArray(zones) && zones.some((zone) => !`${zone}`.startsWith(region)))
    problems.push({
      path: 'zones',
      found: JSON.stringify(zones),
      expected: `zones of ${region}`,
      toDo: 'Correct the zones or the region.',
    });
  for (const part of ['site', 'api'] as const)
    if (has(`${part}.domain`) && !isBelow(String(at(`${part}.domain`)), String(at('hostedZone.name'))))
      demand(
        `${part}.certificate`,
        'the ARN of a certificate',
        'Or name the hosted zone of the domain: a certificate is then made in it.',
      );
  if (has('hostedZone') && !has('region')) demand('region', 'a value', 'Certificates are made in it and in us-east-1.');

  const certificate = at('api.certificate');
  if (
    typeof region === 'string' &&
    typeof certificate === 'string' &&
    !certificate.includes(`:acm:${region}:`) &&
    certificate.startsWith('arn:')
  )
    problems.push({
      path: 'api.certificate',
      found: JSON.stringify(certificate),
      expected: `a certificate in ${region}`,
      toDo: 'Only the certificate of the site is in us-east-1; that of the API is in the region of the stacks.',
    });
  return [...problems, ...capacityProblems(at('profile'), at('crowd.runners'), at('crowd.spots'))];
};

const caches = ['sessionA', 'sessionB', 'data'] as const satisfies readonly CacheName[];

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** What the expected crowd needs and the profile does not allow. */
const capacityProblems = (profile: unknown, runners: unknown, spots: unknown): readonly Problem[] => {
  if (profile !== ('production' satisfies Environment['profile'])) return [];
  if (typeof runners !== 'number' || typeof spots !== 'number') return [];
  if (spots > runners)
    return [
      {
        path: 'crowd.spots',
        found: `${spots}`,
        expected: `at most crowd.runners, ${runners}`,
        toDo: 'Everybody who gets a spot is one of those who come.',
      },
    ];
  // Limits of functions follow from the crowd; the size of the database does not.
  const { acu } = forecast({ runners, spots });
  const { maxCapacity } = profiles.production.database;
  return acu <= maxCapacity
    ? []
    : [
        {
          path: 'crowd',
          found: `${runners} runners and ${spots} spots, which need a database of ${acu} ACU`,
          expected: `a crowd that ${maxCapacity} ACU can serve`,
          toDo: 'Raise database.maxCapacity in lib/config.ts.',
        },
      ];
};
