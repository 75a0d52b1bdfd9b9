import type { Facts } from '../../../operations/preflight/facts';
import { findings } from '../../../operations/preflight/findings';
import type { Wanted } from '../../../operations/preflight/wanted';
import { wanted, well } from './well';

const listFor = (facts: Partial<Facts>, changed: Partial<Wanted> = {}) =>
  findings({ ...well, ...facts }, { ...wanted, ...changed });
const redOf = (facts: Partial<Facts>, changed: Partial<Wanted> = {}) =>
  listFor(facts, changed).flatMap(({ about, state, says, mend }) => (state === 'red' ? [{ about, says, mend }] : []));

test('an account that has everything is green from top to bottom', () =>
  expect(listFor({}).filter(({ state }) => state !== 'green')).toEqual([]));

test('every red line says how it is mended', () => {
  const bad: Partial<Facts> = {
    lambda: { value: { limit: 10, unreserved: 10 } },
    apiRate: { value: 2500 },
    fargateSpot: { value: 6 },
    sending: { value: { isProduction: false, isEnabled: true, standing: 'HEALTHY', perSecond: 1, perDay: 200 } },
    identityOwner: { value: undefined },
    endpointZones: { value: {} },
    bootstrap: { value: undefined },
    webAcl: { value: undefined },
    missingRoles: { value: ['rds.amazonaws.com'] },
    certificates: { 'run.example.com': { value: undefined } },
    maintenance: { value: [{ resource: 'arn:aws:rds:eu-central-1:123456789012:cluster:c', what: 'system-update' }] },
    stacks: { value: [{ name: 'StartlineData', status: 'UPDATE_ROLLBACK_FAILED' }] },
    hostedZone: { value: undefined },
  };
  const red = redOf(bad);
  expect(red.length).toBeGreaterThanOrEqual(14);
  expect(red.filter(({ mend = '' }) => !/aws |cdk |http|environments\/prod\.json/.test(mend))).toEqual([]);
});

const cases: readonly [what: string, facts: Partial<Facts>, changed: Partial<Wanted>, says: RegExp, mend: RegExp][] = [
  [
    'a new account with ten environments',
    { lambda: { value: { limit: 10, unreserved: 10 } }, stacks: { value: [] } },
    { quotas: [] },
    /^800 and 100 that must stay free; 10 in the account\. The third stack would fail$/,
    /^aws service-quotas request-service-quota-increase --region eu-central-1 --service-code lambda --quota-code L-B99A9384 --desired-value 900$/,
  ],
  [
    'another system that reserved most of the account',
    { lambda: { value: { limit: 1000, unreserved: 300 } }, stacks: { value: [] } },
    { quotas: [] },
    /1,000 in the account, 700 of them reserved by other functions/,
    /--desired-value 1600$/,
  ],
  [
    'ten requests a second for each environment, too few for the opening',
    { lambda: { value: { limit: 1000, unreserved: 1000 } } },
    {
      reserved: 0,
      quotas: wanted.quotas.flatMap((quota) =>
        quota.inAccount?.value === 'invocations'
          ? { ...quota, needed: 12_000, inAccount: { ...quota.inAccount, raiseTo: 1800 } }
          : [],
      ),
    },
    /^12,000 requests\/s needed, the account has 10,000$/,
    /L-B99A9384 --desired-value 1800$/,
  ],
  [
    'a region with a slower HTTP API',
    { apiRate: { value: 2500 } },
    {},
    /^6,000 requests\/s needed, the account has 2,500$/,
    /--service-code apigateway --quota-code L-8A5B8E43 --desired-value 9000$/,
  ],
  [
    'an account that sends one mail a second',
    { sending: { value: { isProduction: true, isEnabled: true, standing: 'HEALTHY', perSecond: 1, perDay: 50_000 } } },
    {},
    /^8.3 mails\/s needed, the account has 1$/,
    /--service-code ses --quota-code L-CDEF9B6B --desired-value 13$/,
  ],
  [
    'a day’s quota that is too small',
    { sending: { value: { isProduction: true, isEnabled: true, standing: 'HEALTHY', perSecond: 14, perDay: 200 } } },
    {},
    /^5,000 mails needed, the account has 200$/,
    /L-804C8AE8 --desired-value 7500$/,
  ],
  [
    'the sandbox',
    {
      sending: { value: { isProduction: false, isEnabled: true, standing: 'HEALTHY', perSecond: 14, perDay: 50_000 } },
    },
    {},
    /sandbox/,
    /^aws sesv2 put-account-details --region eu-central-1 --production-access-enabled/,
  ],
  [
    'an account that AWS has paused',
    {
      sending: { value: { isProduction: true, isEnabled: false, standing: 'SHUTDOWN', perSecond: 14, perDay: 50_000 } },
    },
    {},
    /paused and the account is SHUTDOWN/,
    /console\.aws\.amazon\.com\/ses/,
  ],
  [
    'an identity that somebody made by hand',
    { identityOwner: { value: undefined } },
    {},
    /^exists, and no stack made it/,
    /^"identity": "existing" in environments\/prod\.json$/,
  ],
  [
    'an identity of another system',
    { identityOwner: { value: 'OtherMail' } },
    {},
    /^exists, and OtherMail made it/,
    /^"identity": "existing" in environments\/prod\.json$/,
  ],
  [
    'an identity of ours that is called existing',
    {},
    { mail: { domain: 'run.example.com', identity: 'existing' } },
    /the next deployment deletes it$/,
    /^remove "identity": "existing" from environments\/prod\.json$/,
  ],
  [
    'a certificate’s region that is not bootstrapped',
    { edgeBootstrap: { value: undefined } },
    {},
    /not bootstrapped/,
    /^npx cdk bootstrap aws:\/\/123456789012\/us-east-1$/,
  ],
  [
    'an existing identity that does not exist',
    { identity: { value: undefined }, identityOwner: { value: undefined } },
    { mail: { domain: 'run.example.com', identity: 'existing' } },
    /does not exist/,
    /create-email-identity .*--email-identity run\.example\.com$/,
  ],
  [
    'DNS records that nobody added',
    {
      identity: {
        value: { isVerified: false, dkim: 'PENDING', mailFrom: 'FAILED', mailFromDomain: 'bounce.run.example.com' },
      },
    },
    {},
    /^DKIM is PENDING, MAIL FROM bounce\.run\.example\.com is FAILED$/,
    /get-email-identity/,
  ],
  [
    'a zone without the SES endpoint',
    { endpointZones: { value: { sqs: zonesOf('abc'), secretsmanager: zonesOf('abc'), email: zonesOf('bc') } } },
    {},
    /^eu-central-1a \(euc1-az1\) has no endpoint email$/,
    /^"zones": \["eu-central-1b","eu-central-1c"\] in environments\/prod\.json/,
  ],
  [
    'the first two zones, when no zones are named and one of them has no Aurora',
    { databaseZones: { value: zonesOf('ac') } },
    { zones: undefined },
    /^eu-central-1b \(euc1-az2\) has no Aurora Serverless$/,
    /^"zones": \["eu-central-1a","eu-central-1c"\]/,
  ],
  [
    'the zone that has neither RDS Proxy nor functions',
    { zones: { value: [{ name: 'eu-central-1a', id: 'use1-az3' }, ...zoneList('bc')] } },
    {},
    /^eu-central-1a \(use1-az3\) has no RDS Proxy$/,
    /"eu-central-1b","eu-central-1c"/,
  ],
  [
    'a zone of nowhere',
    {},
    { zones: ['eu-central-1a', 'eu-central-1f'] },
    /^there is no eu-central-1f in eu-central-1$/,
    /"zones"/,
  ],
  [
    'a region with one good zone',
    { databaseZones: { value: zonesOf('a') } },
    {},
    /eu-central-1b .* has no Aurora Serverless/,
    /^another "region" in environments/,
  ],
  [
    'a region that is not bootstrapped',
    { bootstrap: { value: undefined } },
    {},
    /not bootstrapped/,
    /^npx cdk bootstrap aws:\/\/123456789012\/eu-central-1$/,
  ],
  ['an old bootstrap', { bootstrap: { value: 5 } }, {}, /^version 5 is older than 6$/, /cdk bootstrap/],
  [
    'a firewall of ours outside us-east-1',
    {},
    { firewall: 'own' },
    /from us-east-1 only, and this deploys to eu-central-1/,
    /"webAcl" in environments\/prod\.json/,
  ],
  ['a web ACL that is gone', { webAcl: { value: undefined } }, {}, /does not exist/, /^aws wafv2 list-web-acls/],
  [
    'service-linked roles that AWS has not made yet',
    { missingRoles: { value: ['rds.amazonaws.com', 'elasticache.amazonaws.com'] } },
    {},
    /none for rds\.amazonaws\.com, elasticache\.amazonaws\.com/,
    /^aws iam create-service-linked-role --aws-service-name rds\.amazonaws\.com && aws iam/,
  ],
  [
    'a certificate that waits for its record',
    { certificates: { 'run.example.com': { value: { status: 'PENDING_VALIDATION', names: ['run.example.com'] } } } },
    {},
    /^is PENDING_VALIDATION$/,
    /ResourceRecord/,
  ],
  [
    'a certificate for another domain',
    {
      certificates: { 'run.example.com': { value: { status: 'ISSUED', names: ['*.com', 'example.com'] } } },
    },
    {},
    /^is for \*\.com, example\.com$/,
    /^aws acm request-certificate --region us-east-1 --domain-name run\.example\.com/,
  ],
  [
    'a certificate that failed',
    {
      certificates: {
        'run.example.com': { value: { status: 'FAILED', names: ['run.example.com'], failure: 'CAA_ERROR' } },
      },
    },
    {},
    /^is FAILED: CAA_ERROR$/,
    /request-certificate/,
  ],
  [
    'a database that AWS will restart',
    {
      maintenance: {
        value: [
          {
            resource: 'arn:aws:rds:eu-central-1:123456789012:cluster:c',
            what: 'system-update',
            at: new Date('2026-12-01'),
          },
        ],
      },
    },
    {},
    /^system-update of arn:aws:rds:.*:cluster:c, from 2026-12-01\. Nodes restart/,
    /aws rds apply-pending-maintenance-action .*--apply-action system-update/,
  ],
  [
    'a cache that AWS will replace',
    { maintenance: { value: [{ resource: 'sta-se-1', what: 'elasticache-20261101' }] } },
    {},
    /^elasticache-20261101 of sta-se-1\. /,
    /aws elasticache batch-apply-update-action .*--service-update-name elasticache-20261101 --cache-cluster-ids sta-se-1/,
  ],
  [
    'a stack that hangs',
    { stacks: { value: [{ name: 'StartlineData', status: 'UPDATE_ROLLBACK_FAILED' }] } },
    {},
    /^StartlineData is UPDATE_ROLLBACK_FAILED$/,
    /^aws cloudformation continue-update-rollback --region eu-central-1 --stack-name StartlineData$/,
  ],
  [
    'a hosted zone of another name',
    { hostedZone: { value: { name: 'example.org', isPrivate: false, servers: [] } } },
    {},
    /^Z0123456789 is example\.org$/,
    /list-hosted-zones/,
  ],
  [
    'a private hosted zone',
    { hostedZone: { value: { name: 'example.com', isPrivate: true, servers: [] } } },
    {},
    /private/,
    /list-hosted-zones/,
  ],
  [
    'a zone that nobody delegated to',
    { delegation: { value: [] } },
    {},
    /knows no name servers/,
    /NS of example\.com: ns-1\.awsdns\.com, ns-2\.awsdns\.net$/,
  ],
  [
    'a zone that is delegated elsewhere',
    { delegation: { value: ['ns.other.net'] } },
    {},
    /^the internet asks ns\.other\.net$/,
    /ns-1\.awsdns\.com/,
  ],
  [
    'a load test without enough Fargate',
    { fargateSpot: { value: 6 } },
    {},
    /^100 generators need as many, the account has 6$/,
    /--service-code fargate --quota-code L-36FBB829 --desired-value 100$/,
  ],
];

test.each(cases)('%s: one red line', (_, facts, changed, says, mend) => {
  const red = redOf(facts, changed);
  expect(red).toEqual([
    { about: expect.any(String), says: expect.stringMatching(says), mend: expect.stringMatching(mend) },
  ]);
});

test('what Stripe allows cannot be asked: above what is usual it is unknown, with what to ask for', () => {
  const stripe = wanted.quotas.filter(({ name }) => name.startsWith('Stripe'));
  const lineFor = (needed: number, setBy: 'account' | 'deployment') =>
    listFor({}, { quotas: stripe.map((quota) => ({ ...quota, needed, setBy })) }).find(({ about }) =>
      about.startsWith('Stripe'),
    );
  expect(lineFor(100, 'account')).toMatchObject({ state: 'green' });
  expect(lineFor(101, 'account')).toMatchObject({ state: 'unknown', mend: 'ask Stripe for 135 a second' });
  // What the environment sets itself is known.
  expect(lineFor(101, 'deployment')).toMatchObject({ state: 'red', mend: 'ask Stripe for 135 a second' });
});

test('one request raises the concurrency for the reservations and for the opening', () => {
  const red = redOf({ lambda: { value: { limit: 10, unreserved: 10 } }, stacks: { value: [] } });
  const raised = red.filter(({ mend = '' }) => mend.includes('L-B99A9384'));
  expect(raised.length).toBe(3);
  expect(new Set(raised.map(({ mend }) => mend)).size).toBe(1);
});

test('a quota that Service Quotas does not know is neither green nor red', () => {
  const [line] = listFor({ apiRate: { value: undefined } }).filter(({ about }) => about.startsWith('HTTP API'));
  expect(line).toMatchObject({ state: 'unknown', says: expect.stringContaining('10,000 are usual') });
});

test('an unlimited day’s quota of SES is enough for everybody', () =>
  expect(
    redOf({ sending: { value: { isProduction: true, isEnabled: true, standing: 'HEALTHY', perSecond: 14 } } }),
  ).toEqual([]));

test('our own reservations do not count against a deployment that exists', () =>
  expect(redOf({ lambda: { value: { limit: 1500, unreserved: 700 } } })).toEqual([]));

test('an identity that a stack of ours made is no obstacle, and none is needed', () => {
  expect(redOf({ identity: { value: undefined }, identityOwner: { value: undefined } })).toEqual([]);
});

test('us-east-1 has a firewall of its own', () => {
  const found = findings({ ...well, region: 'us-east-1' }, { ...wanted, firewall: 'own' });
  expect(found.filter(({ about, state }) => about === 'Firewall' && state === 'green')).toHaveLength(1);
});

test('what was not answered is unknown, with the reason, and nothing else changes', () => {
  const unknown = { unknown: 'needs permission x:Y' };
  const answers = Object.keys(well).filter((fact) => !['account', 'region', 'certificates'].includes(fact));
  for (const fact of answers) {
    const found = listFor({ [fact]: unknown });
    const lines = found.filter(({ state }) => state === 'unknown');
    // The burst of the HTTP API is compared only where a quota names it.
    expect([fact, lines.length > 0 || fact === 'apiBurst']).toEqual([fact, true]);
    for (const { says } of lines) expect(says).toBe('could not be asked: needs permission x:Y');
    expect(found.filter(({ state }) => state === 'red')).toEqual([]);
  }
});

function zonesOf(letters: string) {
  return letters.split('').map((letter) => `eu-central-1${letter}`);
}
function zoneList(letters: string) {
  return zonesOf(letters).map((name) => ({ name, id: `euc1-${name.at(-1)}` }));
}
