import type { Environment } from '../../../lib/environment';

const certificate = 'arn:aws:acm:us-east-1:123456789012:certificate/01234567-89ab-cdef-0123-456789abcdef';
export const webAcl = 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/ours/01234567-89ab-cdef-0123-456789abcdef';
const zones = ['us-east-1a', 'us-east-1b'];
const here = { account: '123456789012', region: 'us-east-1', zones };
const micro = { version: 1, nodeType: 'cache.t4g.micro', nodes: 1 };
const small = { version: 2, nodeType: 'cache.t4g.small', nodes: 2 };
const microCaches = { sessionA: [micro], sessionB: [micro], data: [micro] };
export const processorKey = 'pk_test_0123456789abcdef';

const mail = { mail: { domain: 'mail.example.com' }, alarms: { notify: 'ops@example.com' } };
const domains = {
  site: { domain: 'run.example.com', certificate },
  api: { domain: 'api.example.com', certificate },
};

/** Every environment that the tests check. */
export const variants = {
  lean: { profile: 'lean' },
  production: { profile: 'production' },
  'lean with mail': { profile: 'lean', ...mail },
  'production with mail': { profile: 'production', ...mail },
  'lean with a processor': { profile: 'lean', processor: { publishableKey: processorKey } },
  'production with domains': { profile: 'production', ...domains },
  'lean with a load test': {
    profile: 'lean',
    loadTest: { target: 'https://run.example.com', dollars: 25 },
    alarms: { notify: 'ops@example.com' },
  },
  'production with a hosted zone': {
    profile: 'production',
    account: '123456789012',
    region: 'eu-central-1',
    zones: ['eu-central-1a', 'eu-central-1b'],
    ...mail,
    site: { domain: 'run.example.com' },
    api: { domain: 'api.example.com', executeApi: 'open' },
    hostedZone: { id: 'Z0123456789ABCDEFGHIJ', name: 'example.com' },
  },
  'lean in us-east-1 with a hosted zone': {
    profile: 'lean',
    account: '123456789012',
    region: 'us-east-1',
    zones: ['us-east-1a', 'us-east-1b'],
    mail: { domain: 'mail.example.org', identity: 'existing' },
    site: { domain: 'example.com' },
    api: { domain: 'api.example.com', executeApi: 'used' },
    hostedZone: { id: 'Z0123456789ABCDEFGHIJ', name: 'example.com' },
  },
  'lean with domains': { profile: 'lean', ...domains },
  'lean in its zones': { profile: 'lean', ...here },
  'lean in other zones': { profile: 'lean', ...here, zones: ['us-east-1a', 'us-east-1c'] },
  'lean with another name': { profile: 'lean', name: 'StartlineStaging' },
  'lean with other alarms': { profile: 'lean', alarms: { notify: 'others@example.com' } },
  'lean with another mail domain': { profile: 'lean', ...mail, mail: { domain: 'post.example.com' } },
  'production in its zones': { profile: 'production', ...here, ...mail, ...domains },
  'production with lean caches': { profile: 'production', ...here, caches: microCaches },
  'production while a pool is replaced': {
    profile: 'production',
    ...here,
    caches: { ...microCaches, sessionA: [micro, small] },
  },
  'production with a pool replaced': { profile: 'production', ...here, caches: { ...microCaches, sessionA: [small] } },
  'production with a small crowd': { profile: 'production', crowd: { runners: 5000, spots: 500 } },
  'production with a firewall': { profile: 'production', webAcl },
} as const satisfies Record<string, Environment>;

export type VariantName = keyof typeof variants;

/** Only tests of the night ask for these, and they take half of the time. */
const ofTheNight: readonly VariantName[] = [
  'lean with domains',
  'lean in its zones',
  'lean in other zones',
  'lean with another name',
  'lean with other alarms',
  'lean with another mail domain',
  'production in its zones',
  'production with lean caches',
  'production while a pool is replaced',
  'production with a pool replaced',
  'production with a small crowd',
];

/** What is synthesised at once: loading the CDK takes longer than one environment. */
export const groups = {
  templates: (Object.keys(variants) as VariantName[]).filter((name) => !ofTheNight.includes(name)),
  'templates of the night': ofTheNight,
} as const satisfies Record<string, readonly VariantName[]>;

export type Group = keyof typeof groups;
