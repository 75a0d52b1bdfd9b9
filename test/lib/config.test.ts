import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RootConstruct } from 'constructs';
import { rushFunctions } from '../../lambdas/capacity/figures';
import { forecast } from '../../lambdas/capacity/forecast';
import { configOf } from '../../lib/config';
import type { Environment } from '../../lib/environment';
import { schemaFile } from '../../lib/environment';
import { environmentSchema } from '../../lib/environment-schema';
import { eventSources } from '../../lib/event-sources';
import { functions } from '../../lib/functions';
import { parseEnvironment, readConfig, readEnvironment } from '../../lib/read-config';

const folder = mkdtempSync(join(tmpdir(), 'startline-environment-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Without an app: each app would leave a directory for its templates. */
const configBy = (context: Record<string, unknown>) => {
  const { node } = new RootConstruct();
  for (const [name, value] of Object.entries(context)) node.setContext(name, value);
  return readConfig(node);
};
const refusal = (content: unknown): string => {
  try {
    parseEnvironment(content, 'the-file.json');
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  return 'not refused';
};
const certificate = 'arn:aws:acm:us-east-1:123456789012:certificate/01234567-89ab-cdef-0123-456789abcdef';
const certificateHere = certificate.replace('us-east-1', 'eu-central-1');

const clusterOf = (version: number) => ({ version, nodeType: 'cache.t4g.small', nodes: 2 });
const clusters = [clusterOf(1)];

/** Everything that production needs. */
const production = {
  profile: 'production',
  account: '123456789012',
  region: 'eu-central-1',
  zones: ['eu-central-1a', 'eu-central-1b'],
  crowd: { runners: 50_000, spots: 5000 },
  caches: { sessionA: clusters, sessionB: clusters, data: clusters },
  processor: { publishableKey: 'pk_test_0123456789abcdef' },
  api: { domain: 'api.example.com', certificate: certificateHere },
  alarms: { notify: 'ops@example.com' },
} satisfies Environment;

describe('the file of an environment', () => {
  test('is lean.json when nothing is said, and the demo of the lean profile needs nothing else', () =>
    expect(configBy({})).toEqual(configOf({ profile: 'lean' })));

  test('is chosen by its name or by its path', () => {
    const file = join(folder, 'staging.json');
    writeFileSync(file, JSON.stringify({ profile: 'lean', name: 'StartlineStaging' }));
    expect(configBy({ env: file }).name).toBe('StartlineStaging');
    expect(configBy({ env: 'lean' }).name).toBe('Startline');
    expect(() => configBy({ env: 'stagging' })).toThrow(/no environments\/stagging\.json.* lean, production/);
    expect(() => configBy({ env: ['lean'] })).toThrow('the name of a file');
  });

  test('is the only place for settings: those on the command line are refused, not ignored', () =>
    expect(() => configBy({ env: 'lean', notify: 'ops@example.com', 'aws:cdk:x': 1 })).toThrow(/^-c notify=… is not/));

  test('that is no JSON is refused with its name', () => {
    const file = join(folder, 'broken.json');
    writeFileSync(file, '{"profile": "lean",}');
    expect(() => readEnvironment(file)).toThrow(`${file} is no JSON`);
  });

  test('is described for the editor by the schema that is committed; npm run schema writes it again', () =>
    expect(JSON.parse(readFileSync(schemaFile, 'utf8'))).toEqual(JSON.parse(JSON.stringify(environmentSchema()))));

  test.each([
    ['production', 9],
    ['staging', 3],
  ])('of %s is an example: every placeholder is named until it is filled in', (name, count) => {
    const example: object = JSON.parse(readFileSync(`environments/${name}.json`, 'utf8'));
    const placeholders = JSON.stringify(example).match(/"<[^"]*"/g) ?? [];
    expect(placeholders).toHaveLength(count);
    const said = refusal(example);
    for (const placeholder of placeholders) expect(said).toContain(`found ${placeholder}`);
    expect(said.split('\n')).toHaveLength(1 + placeholders.length);
    expect(said.match(/Fill in the placeholder\./g)).toHaveLength(placeholders.length);
  });
});

test('everything that is wrong is listed at once, each with its path, what was found and what is expected', () => {
  const content = {
    ...production,
    profle: 'lean',
    account: 123,
    zones: ['us-east-1a', 'us-east-1b'],
    processor: {},
    alarms: { notify: 'ops', email: 'x' },
    site: { domain: 'run.example.com' },
    api: { domain: 'api.example.com', certificate },
  };
  expect(refusal(content).split('\n')).toEqual([
    'the-file.json cannot be used:',
    '- account: found 123, expected the 12 digits of an AWS account.',
    expect.stringMatching(/^- alarms\.notify: found "ops", expected an e-mail address\./),
    expect.stringMatching(/^- alarms\.email: found a setting that does not exist/),
    expect.stringMatching(/^- profle: found a setting that does not exist/),
    expect.stringMatching(/^- processor\.publishableKey: found nothing, .* Without it nobody can pay\.$/),
    expect.stringMatching(/^- zones: found \["us-east-1a","us-east-1b"\], expected zones of eu-central-1\./),
    expect.stringMatching(/^- site\.certificate: found nothing, .* Or name the hosted zone of the domain/),
    expect.stringMatching(/^- api\.certificate: found ".*", expected a certificate in eu-central-1\./),
  ]);
});

test.each<[string, object, RegExp]>([
  ['a profile that does not exist', { profile: 'big' }, /profile: found "big", expected "lean" or "production"/],
  ['no object', [], /expected an object|profile/],
  ['a name in small letters', { profile: 'lean', name: 'prod' }, /name: found "prod", expected 2 to 20 letters/],
  ['a mail domain in capitals', { profile: 'lean', mail: { domain: 'Example.com' } }, /lower case/],
  ['a mail address for a domain', { profile: 'lean', mail: { domain: 'a@example.com' } }, /a domain/],
  ['a number for a domain', { profile: 'lean', mail: { domain: 7 } }, /mail\.domain: found 7, expected a domain/],
  ['a text for settings', { profile: 'lean', mail: 'run.example.com' }, /mail: found "run.*expected an object/],
  ['a processor without https', { profile: 'lean', processor: { url: 'http://p.example.com' } }, /https/],
  ['a secret key', { profile: 'lean', processor: { publishableKey: 'sk_live_0123456789abcdef' } }, /publishable key/],
  ['a web ACL of a region', { profile: 'lean', webAcl: 'arn:aws:wafv2:eu-west-1:1:regional/webacl/a/b' }, /us-east-1/],
  ['a secret’s label for its version', { profile: 'lean', originSecretVersion: 'new' }, /version id/],
  ['the same zone twice', { ...production, zones: ['eu-central-1a', 'eu-central-1a'] }, /two different/],
  ['three zones', { ...production, zones: ['eu-central-1a', 'eu-central-1b', 'eu-central-1c'] }, /two availability/],
  ['an account without its region', { profile: 'lean', account: '123456789012' }, /region: .*go together/],
  ['a region without its account', { profile: 'lean', region: 'eu-central-1' }, /account: .*go together/],
  ['a region without zones', { profile: 'lean', region: 'eu-central-1', account: '123456789012' }, /zones: .*together/],
  ['zones without a region', { profile: 'lean', zones: ['eu-central-1a', 'eu-central-1b'] }, /region: .*go together/],
  [
    'the site’s certificate elsewhere',
    { profile: 'lean', site: { domain: 'a.bc', certificate: certificateHere } },
    /us-/,
  ],
  [
    'a site without a certificate and without its hosted zone',
    { profile: 'lean', site: { domain: 'run.example.com' } },
    /site\.certificate: found nothing, .* Or name the hosted zone/,
  ],
  [
    'a hosted zone of a domain beside',
    { ...production, api: { domain: 'api.example.com' }, hostedZone: { id: 'Z0123456789', name: 'ample.com' } },
    /api\.certificate: found nothing/,
  ],
  [
    'a hosted zone without a region',
    { profile: 'lean', hostedZone: { id: 'Z0123456789', name: 'example.com' } },
    /region: found nothing/,
  ],
  ['an identity that is neither', { profile: 'lean', mail: { domain: 'a.bc', identity: 'old' } }, /"existing", or/],
  ['a load test of plain HTTP', { profile: 'lean', loadTest: { target: 'http://run.example.com' } }, /an https origin/],
  ['a load test of a page', { profile: 'lean', loadTest: { target: 'https://run.example.com/races' } }, /an https/],
  ['a load test of this machine', { profile: 'lean', loadTest: { target: 'https://localhost' } }, /an https origin/],
  ['a free load test', { profile: 'lean', loadTest: { target: 'https://a.bc', dollars: 0 } }, /whole US dollars/],
  ['cents', { profile: 'lean', loadTest: { target: 'https://a.bc', dollars: 12.5 } }, /whole US dollars/],
  ['a risk without a reason', { ...production, acknowledged: { apiWithoutDomain: 'yes' } }, /a sentence that says why/],
  [
    'an execute-api address that is forgotten open',
    { ...production, api: { ...production.api, executeApi: 'open' } },
    /acknowledged\.apiWithoutDomain: found nothing, expected a reason, as long as/,
  ],
  ['a risk that is none', { ...production, acknowledged: { apiWithoutDomain: 'It is only for a test.' } }, /Remove it/],
  [
    'three clusters',
    { ...production, caches: { data: [1, 2, 3].map(clusterOf) } },
    /caches\.data: found .*one cluster, or/,
  ],
  [
    'an earlier cluster after a later one',
    { ...production, caches: { data: [2, 1].map(clusterOf) } },
    /a later version/,
  ],
  ['no node', { ...production, caches: { data: [{ ...clusterOf(1), nodes: 0 }] } }, /a number of nodes/],
  [
    'a node type without its family',
    { ...production, caches: { data: [{ ...clusterOf(1), nodeType: 't4g.small' }] } },
    /a node type/,
  ],
  [
    'both session pools replaced at once',
    { ...production, caches: { sessionA: [1, 2].map(clusterOf), sessionB: [1, 2].map(clusterOf) } },
    /caches: found two clusters of sessionA and of sessionB, expected at most one/,
  ],
  [
    'a window of no day',
    { profile: 'lean', windows: { data: '05:00-06:00' } },
    /windows\.data: .* a weekly window in UTC/,
  ],
  ['a backup at no hour', { profile: 'lean', windows: { backup: '24:00-24:30' } }, /a daily window in UTC/],
  [
    'both session pools patched on one day',
    { profile: 'lean', windows: { sessionA: 'thu:02:00-thu:03:00' } },
    /windows\.sessionB: found the day of windows\.sessionA, thu, expected another day/,
  ],
  ['more spots than runners', { ...production, crowd: { runners: 10, spots: 20 } }, /crowd\.spots: found 20/],
])('%s is refused', (_, content, expected) => expect(refusal(content)).toMatch(expected));

test('a window that is named replaces its default, and no other', () => {
  const { windows } = configOf({ profile: 'lean', windows: { backup: '17:00-17:30' } });
  expect(windows).toEqual({ ...configOf({ profile: 'lean' }).windows, backup: '17:00-17:30' });
});

describe('production', () => {
  test('is used when it has everything it needs', () =>
    expect(parseEnvironment(production, 'x.json')).toEqual(configOf(production)));

  test('needs no certificates where its hosted zone makes them', () => {
    const content = {
      ...production,
      site: { domain: 'run.example.com' },
      api: { domain: 'api.example.com' },
      hostedZone: { id: 'Z0123456789', name: 'example.com' },
    };
    expect(parseEnvironment(content, 'x.json')).toEqual(configOf(content));
  });

  test.each(['account', 'region', 'zones', 'crowd', 'caches', 'processor', 'alarms', 'api'] as const)(
    'is refused without %s, with the reason',
    (key) => {
      const { [key]: _, ...rest } = production;
      expect(refusal(rest)).toMatch(
        new RegExp(`- ${key}.*: found nothing, expected .*(Production needs it|Without it)`),
      );
    },
  );

  test('may leave its API reachable past CloudFront where somebody said why', () => {
    const { api: _, ...rest } = production;
    const acknowledged = { apiWithoutDomain: 'Staging has no domain and no runners.' };
    expect(refusal({ ...rest, acknowledged })).toBe('not refused');
  });

  test('reserves what the forecast of its crowd needs, and no more', () => {
    const crowds = [
      { runners: 5000, spots: 500 },
      { runners: 50_000, spots: 50_000 },
      { runners: 500_000, spots: 5000 },
    ];
    for (const crowd of crowds) {
      const { concurrency, throttle } = configOf({ ...production, crowd });
      // A race of this crowd may have a form.
      const expected = forecast({ ...crowd, quoting: crowd.spots });
      for (const name of rushFunctions) {
        const { bulkhead = 'background' } = functions[name];
        const { environments } = expected.functions[name];
        expect(concurrency[bulkhead]).toBeGreaterThanOrEqual(Math.max(1, environments));
        expect(concurrency[bulkhead]).toBeLessThan(Math.max(1, environments) + 10);
      }
      expect(throttle.requestsPerSecond).toBeGreaterThanOrEqual(expected.requestsPerSecond);
    }
  });

  test('is refused for a crowd that its database cannot serve', () =>
    expect(refusal({ ...production, crowd: { runners: 10_000_000, spots: 10_000_000 } })).toMatch(
      /crowd: found 10000000 runners and 10000000 spots, which need a database of \d+(\.5)? ACU, expected a crowd that 64 /,
    ));
});

test('nobody changes a configuration once it is read', () => {
  const config = configOf(production);
  expect(() => Object.assign(config.database, { minCapacity: 0 })).toThrow(TypeError);
  expect(() => Object.assign(config.alarms ?? {}, { notify: '' })).toThrow(TypeError);
  expect(() => Object.assign(config, { profile: 'lean' })).toThrow(TypeError);
});

describe('bulkheads of production', () => {
  const { concurrency } = configOf({ profile: 'production' });
  const reserved = Object.entries(functions).map(([name, { bulkhead }]) => ({
    name,
    places: bulkhead ? concurrency[bulkhead] : 0,
  }));

  test.each(reserved.filter(({ places }) => places > 0))(
    '$name has room for all its queues deliver at once',
    ({ name, places }) => {
      const deliveries = Object.values(eventSources).filter(({ delivers }) => delivers === name);
      expect(places).toBeGreaterThanOrEqual(deliveries.reduce((sum, { maxConcurrency }) => sum + maxConcurrency, 0));
    },
  );
});

test('the lean profile reserves nothing: a new account has ten environments in all', () =>
  expect(new Set(Object.values(configOf({ profile: 'lean' }).concurrency))).toEqual(new Set([0])));
