import { RootConstruct } from 'constructs';
import { readConfig } from '../../lib/config';
import { eventSources } from '../../lib/event-sources';
import { functions } from '../../lib/functions';

/** Without an app: each app would leave a directory for its templates. */
const configOf = (context: Record<string, unknown>) => {
  const { node } = new RootConstruct();
  for (const [name, value] of Object.entries(context)) node.setContext(name, value);
  return readConfig(node);
};
const certificate = 'arn:aws:acm:us-east-1:123456789012:certificate/01234567-89ab-cdef-0123-456789abcdef';

test('without options the profile is lean', () => expect(configOf({}).profile).toBe('lean'));

test.each([
  ['profile', 'big', 'lean'],
  ['profile', ['lean'], 'production'],
  ['mailDomain', 'Example.com', 'lower case'],
  ['mailDomain', 'no-reply@example.com', 'a domain'],
  ['siteDomain', 'https://run.example.com', 'a domain'],
  ['notify', 'ops', 'an e-mail address'],
  ['processorUrl', 'http://processor.example.com', 'https'],
  [
    'webAcl',
    'arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/a/01234567-89ab-cdef-0123-456789abcdef',
    'us-east-1',
  ],
  ['processorKey', 'sk_live_0123456789abcdef', 'publishable'],
  ['originSecretVersion', 'new', 'version id'],
  ['mailDomain', 7, 'a domain'],
])('-c %s=%j is refused, saying what was given and what is allowed', (key, given, allowed) => {
  expect(() => configOf({ [key]: given })).toThrow(JSON.stringify(given));
  expect(() => configOf({ [key]: given })).toThrow(allowed);
  expect(() => configOf({ [key]: given })).toThrow(`-c ${key}=`);
});

test('the site’s certificate must be in us-east-1, where CloudFront looks', () => {
  const elsewhere = certificate.replace('us-east-1', 'eu-west-1');
  expect(() => configOf({ siteDomain: 'run.example.com', siteCertificate: elsewhere })).toThrow('us-east-1');
  expect(configOf({ apiDomain: 'api.example.com', apiCertificate: elsewhere }).apiCertificate).toBe(elsewhere);
});

test.each(['site', 'api'])('a domain of the %s without a certificate is refused', (name) => {
  expect(() => configOf({ [`${name}Domain`]: 'run.example.com' })).toThrow('go together');
  expect(() => configOf({ [`${name}Certificate`]: certificate })).toThrow('go together');
});

test('nobody changes a configuration once it is read', () => {
  const config = configOf({ profile: 'production' });
  expect(() => Object.assign(config.database, { minCapacity: 0 })).toThrow(TypeError);
  expect(() => Object.assign(config, { profile: 'lean' })).toThrow(TypeError);
});

describe('bulkheads of production', () => {
  const { concurrency } = configOf({ profile: 'production' });
  const reserved = Object.entries(functions).map(([name, { bulkhead }]) => ({
    name,
    places: bulkhead ? concurrency[bulkhead] : 0,
  }));

  test('leave the 100 environments that Lambda keeps for functions without any', () =>
    expect(reserved.reduce((sum, { places }) => sum + places, 0)).toBeLessThanOrEqual(900));

  test.each(reserved.filter(({ places }) => places > 0))(
    '$name has room for all its queues deliver at once',
    ({ name, places }) => {
      const deliveries = Object.values(eventSources).filter(({ delivers }) => delivers === name);
      expect(places).toBeGreaterThanOrEqual(deliveries.reduce((sum, { maxConcurrency }) => sum + maxConcurrency, 0));
    },
  );
});

test('the lean profile reserves nothing: a new account has ten environments in all', () =>
  expect(new Set(Object.values(configOf({}).concurrency))).toEqual(new Set([0])));
