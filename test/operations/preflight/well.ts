import type { Facts } from '../../../operations/preflight/facts';
import type { Wanted } from '../../../operations/preflight/wanted';

const siteCertificate = 'arn:aws:acm:us-east-1:123456789012:certificate/01234567-89ab-cdef-0123-456789abcdef';

/** A production environment that uses everything. */
export const wanted: Wanted = {
  environment: 'prod',
  file: 'environments/prod.json',
  stacks: ['StartlineData', 'StartlineSite', 'StartlineRegistration'],
  quotas: [
    {
      name: 'Lambda: concurrent executions',
      inAccount: { value: 'environments', raiseTo: 1500 },
      needed: 900,
      usual: 1000,
      unit: 'environments',
      ask: 'ask for 1500',
      setBy: 'account',
    },
    {
      name: 'Lambda: 10 requests a second for each of them',
      inAccount: { value: 'invocations', raiseTo: 1500 },
      needed: 6000,
      usual: 10_000,
      unit: 'requests/s',
      ask: 'ask for 1500',
      setBy: 'account',
    },
    {
      name: 'HTTP API: requests of all APIs of the region',
      inAccount: { value: 'api-rate', raiseTo: 9000 },
      needed: 6000,
      usual: 10_000,
      unit: 'requests/s',
      ask: 'ask for 9000',
      setBy: 'account',
    },
    {
      name: 'SES: mails a second',
      inAccount: { value: 'mail-rate', raiseTo: 13 },
      needed: 8.3,
      usual: 1,
      unit: 'mails/s',
      ask: 'ask for 13',
      setBy: 'account',
    },
    {
      name: 'SES: mails in 24 hours',
      inAccount: { value: 'mail-day', raiseTo: 7500 },
      needed: 5000,
      usual: 200,
      unit: 'mails',
      ask: 'ask for 7500',
      setBy: 'account',
    },
    {
      name: 'Stripe: calls in live mode, each of reading and writing',
      needed: 90,
      usual: 100,
      unit: 'calls/s',
      ask: 'ask Stripe for 135 a second',
      setBy: 'account',
    },
  ],
  reserved: 800,
  zones: ['eu-central-1a', 'eu-central-1b'],
  endpoints: ['sqs', 'secretsmanager', 'email'],
  engineVersion: '17.9',
  hasProxy: true,
  edgeRegion: 'us-east-1',
  mail: { domain: 'run.example.com', identity: 'new' },
  certificates: [{ domain: 'run.example.com', arn: siteCertificate }],
  firewall: { arn: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/ours/01234567' },
  hostedZone: { id: 'Z0123456789', name: 'example.com' },
  roles: {
    'rds.amazonaws.com': 'AWSServiceRoleForRDS',
    'elasticache.amazonaws.com': 'AWSServiceRoleForElastiCache',
  },
  generators: 100,
};

const zones = ['eu-central-1a', 'eu-central-1b', 'eu-central-1c'];

/** An account in which nothing is red for it. */
export const well: Facts = {
  account: '123456789012',
  region: 'eu-central-1',
  lambda: { value: { limit: 2000, unreserved: 2000 } },
  apiRate: { value: 10_000 },
  apiBurst: { value: 5000 },
  fargateSpot: { value: 100 },
  sending: { value: { isProduction: true, isEnabled: true, standing: 'HEALTHY', perSecond: 14, perDay: 50_000 } },
  identity: {
    value: { isVerified: true, dkim: 'SUCCESS', mailFrom: 'SUCCESS', mailFromDomain: 'bounce.run.example.com' },
  },
  identityOwner: { value: 'StartlineRegistration' },
  zones: { value: zones.map((name, at) => ({ name, id: `euc1-az${at + 1}` })) },
  endpointZones: { value: { sqs: zones, secretsmanager: zones, email: zones } },
  databaseZones: { value: zones },
  bootstrap: { value: 28 },
  edgeBootstrap: { value: 28 },
  webAcl: { value: { name: 'ours' } },
  missingRoles: { value: [] },
  certificates: { 'run.example.com': { value: { status: 'ISSUED', names: ['*.example.com'] } } },
  maintenance: { value: [] },
  stacks: { value: [{ name: 'StartlineData', status: 'UPDATE_COMPLETE' }] },
  hostedZone: { value: { name: 'example.com', isPrivate: false, servers: ['ns-1.awsdns.com', 'ns-2.awsdns.net'] } },
  delegation: { value: ['ns-2.awsdns.net', 'ns-1.awsdns.com'] },
};
