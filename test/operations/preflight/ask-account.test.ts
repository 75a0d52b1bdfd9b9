import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import {
  CloudFormationClient,
  DescribeStackResourcesCommand,
  DescribeStacksCommand,
} from '@aws-sdk/client-cloudformation';
import {
  DescribeAvailabilityZonesCommand,
  DescribeSubnetsCommand,
  DescribeVpcEndpointServicesCommand,
  EC2Client,
} from '@aws-sdk/client-ec2';
import { DescribeUpdateActionsCommand, ElastiCacheClient } from '@aws-sdk/client-elasticache';
import { GetRoleCommand, IAMClient } from '@aws-sdk/client-iam';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  DescribeOrderableDBInstanceOptionsCommand,
  DescribePendingMaintenanceActionsCommand,
  RDSClient,
} from '@aws-sdk/client-rds';
import { GetHostedZoneCommand, Route53Client } from '@aws-sdk/client-route-53';
import {
  GetAWSDefaultServiceQuotaCommand,
  GetServiceQuotaCommand,
  ServiceQuotasClient,
} from '@aws-sdk/client-service-quotas';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { GetWebACLCommand, WAFV2Client } from '@aws-sdk/client-wafv2';
import { mockClient } from 'aws-sdk-client-mock';
import { ask } from '../../../operations/preflight/answer';
import { askAccount } from '../../../operations/preflight/ask-account';
import type { Facts } from '../../../operations/preflight/facts';
import { findings } from '../../../operations/preflight/findings';
import { wanted, well } from './well';

const acm = mockClient(ACMClient);
const cloudFormation = mockClient(CloudFormationClient);
const ec2 = mockClient(EC2Client);
const elastiCache = mockClient(ElastiCacheClient);
const iam = mockClient(IAMClient);
const lambda = mockClient(LambdaClient);
const rds = mockClient(RDSClient);
const route53 = mockClient(Route53Client);
const quotas = mockClient(ServiceQuotasClient);
const ses = mockClient(SESv2Client);
const ssm = mockClient(SSMClient);
const waf = mockClient(WAFV2Client);
const mocks = { acm, cloudFormation, ec2, elastiCache, iam, lambda, rds, route53, quotas, ses, ssm, waf };

/** An error as the SDK throws it. */
const refusal = (name: string, message = name) => Object.assign(new Error(message), { name });
const zones = ['eu-central-1a', 'eu-central-1b', 'eu-central-1c'];
const servers = async () => ['ns-2.awsdns.net', 'ns-1.awsdns.com.'];
const question = () => askAccount('123456789012', 'eu-central-1', wanted, servers);

/** What AWS answers to each question, in its own words, for the account of `well`. */
beforeEach(() => {
  for (const mock of Object.values(mocks)) mock.reset();
  lambda.on(GetAccountSettingsCommand).resolves({
    AccountLimit: { ConcurrentExecutions: 2000, UnreservedConcurrentExecutions: 2000, TotalCodeSize: 80530636800 },
  });
  quotas
    .on(GetServiceQuotaCommand, { ServiceCode: 'apigateway', QuotaCode: 'L-8A5B8E43' })
    .resolves({ Quota: { Value: 10_000 } });
  quotas
    .on(GetServiceQuotaCommand, { ServiceCode: 'apigateway', QuotaCode: 'L-CDF5615A' })
    .resolves({ Quota: { Value: 5000 } });
  quotas
    .on(GetServiceQuotaCommand, { ServiceCode: 'fargate', QuotaCode: 'L-36FBB829' })
    .resolves({ Quota: { Value: 100 } });
  ses.on(GetAccountCommand).resolves({
    ProductionAccessEnabled: true,
    SendingEnabled: true,
    EnforcementStatus: 'HEALTHY',
    SendQuota: { Max24HourSend: 50_000, MaxSendRate: 14, SentLast24Hours: 12 },
  });
  ses.on(GetEmailIdentityCommand, { EmailIdentity: 'run.example.com' }).resolves({
    VerifiedForSendingStatus: true,
    DkimAttributes: { Status: 'SUCCESS' },
    MailFromAttributes: {
      MailFromDomain: 'bounce.run.example.com',
      MailFromDomainStatus: 'SUCCESS',
      BehaviorOnMxFailure: 'USE_DEFAULT_VALUE',
    },
  });
  cloudFormation
    .on(DescribeStackResourcesCommand, { PhysicalResourceId: 'run.example.com' })
    .resolves({ StackResources: [{ StackName: 'StartlineRegistration' } as never] });
  cloudFormation.on(DescribeStacksCommand).rejects(refusal('ValidationError', 'Stack with that id does not exist'));
  cloudFormation.on(DescribeStacksCommand, { StackName: 'StartlineData' }).resolves({
    Stacks: [{ StackName: 'StartlineData', StackStatus: 'UPDATE_COMPLETE', CreationTime: new Date() }],
  });
  ec2.on(DescribeAvailabilityZonesCommand).resolves({
    // Not in the order of their names.
    AvailabilityZones: [2, 0, 1].map((at) => ({ ZoneName: zones[at], ZoneId: `euc1-az${at + 1}` })),
  });
  ec2.on(DescribeSubnetsCommand).resolves({ Subnets: [] });
  ec2.on(DescribeVpcEndpointServicesCommand).resolves({
    ServiceDetails: ['sqs', 'secretsmanager', 'email'].map((name) => ({
      ServiceName: `com.amazonaws.eu-central-1.${name}`,
      AvailabilityZones: zones,
    })),
  });
  rds
    .on(DescribeOrderableDBInstanceOptionsCommand, { EngineVersion: '17.9', DBInstanceClass: 'db.serverless' })
    .resolves({
      OrderableDBInstanceOptions: [{ AvailabilityZones: zones.map((Name) => ({ Name })) }],
    });
  rds.on(DescribePendingMaintenanceActionsCommand).resolves({ PendingMaintenanceActions: [] });
  elastiCache.on(DescribeUpdateActionsCommand).resolves({ UpdateActions: [] });
  ssm.on(GetParameterCommand, { Name: '/cdk-bootstrap/hnb659fds/version' }).resolves({ Parameter: { Value: '28' } });
  waf.on(GetWebACLCommand).resolves({ WebACL: { Name: 'ours' } as never });
  iam.on(GetRoleCommand).resolves({ Role: { RoleName: 'AWSServiceRoleForRDS' } as never });
  acm.on(DescribeCertificateCommand).resolves({
    Certificate: { Status: 'ISSUED', DomainName: '*.example.com', SubjectAlternativeNames: ['*.example.com'] },
  });
  route53.on(GetHostedZoneCommand, { Id: 'Z0123456789' }).resolves({
    HostedZone: {
      Id: '/hostedzone/Z0123456789',
      Name: 'example.com.',
      CallerReference: 'x',
      Config: { PrivateZone: false },
    },
    DelegationSet: { NameServers: ['ns-1.awsdns.com', 'ns-2.awsdns.net'] },
  });
});

test('what AWS answers becomes facts, and nothing of this account is red', async () => {
  const facts = await question();
  expect(facts).toEqual(well);
  expect(findings(facts, wanted).filter(({ state }) => state !== 'green')).toEqual([]);
});

const denials: readonly [
  service: keyof typeof mocks,
  error: string,
  facts: readonly (keyof Facts)[],
  permission: string,
][] = [
  ['lambda', 'AccessDeniedException', ['lambda'], 'lambda:GetAccountSettings'],
  ['quotas', 'AccessDeniedException', ['apiRate', 'apiBurst', 'fargateSpot'], 'servicequotas:GetServiceQuota'],
  ['ses', 'AccessDeniedException', ['sending', 'identity'], 'ses:Get'],
  ['ec2', 'UnauthorizedOperation', ['zones', 'endpointZones'], 'ec2:Describe'],
  ['rds', 'AccessDenied', ['databaseZones', 'maintenance'], 'rds:Describe'],
  ['ssm', 'AccessDeniedException', ['bootstrap', 'edgeBootstrap'], 'ssm:GetParameter'],
  ['waf', 'WAFAccessDeniedException', ['webAcl'], 'wafv2:GetWebACL'],
  ['iam', 'AccessDenied', ['missingRoles'], 'iam:GetRole'],
  ['cloudFormation', 'AccessDenied', ['stacks', 'identityOwner'], 'cloudformation:Describe'],
  ['route53', 'AccessDeniedException', ['hostedZone'], 'route53:GetHostedZone'],
  ['elastiCache', 'AccessDenied', ['maintenance'], 'elasticache:DescribeUpdateActions'],
];

test.each(denials)(
  'without permission for %s its lines name it, and the others are answered',
  async (service, error, denied, permission) => {
    mocks[service].reset();
    mocks[service].rejects(refusal(error));
    const facts = await question();
    for (const fact of denied)
      expect([fact, facts[fact]]).toEqual([
        fact,
        { unknown: expect.stringMatching(new RegExp(`^needs permission .*${permission}`)) },
      ]);
    const others = Object.keys(well).filter((fact) => !denied.includes(fact as keyof Facts));
    for (const fact of others as (keyof Facts)[]) expect([fact, facts[fact]]).toEqual([fact, well[fact]]);
    expect(findings(facts, wanted).filter(({ state }) => state === 'red')).toEqual([]);
  },
);

test('a certificate that may not be looked at is unknown', async () => {
  acm.rejects(refusal('AccessDeniedException'));
  expect((await question()).certificates).toEqual({
    'run.example.com': { unknown: 'needs permission acm:DescribeCertificate' },
  });
});

test('what is not there is a fact, not a failure', async () => {
  quotas.reset();
  quotas.on(GetServiceQuotaCommand).rejects(refusal('NoSuchResourceException'));
  quotas.on(GetAWSDefaultServiceQuotaCommand, { QuotaCode: 'L-8A5B8E43' }).resolves({ Quota: { Value: 2500 } });
  quotas.on(GetAWSDefaultServiceQuotaCommand, { QuotaCode: 'L-CDF5615A' }).rejects(refusal('NoSuchResourceException'));
  ses.on(GetEmailIdentityCommand).rejects(refusal('NotFoundException'));
  cloudFormation.on(DescribeStackResourcesCommand).rejects(refusal('ValidationError'));
  ssm.on(GetParameterCommand).rejects(refusal('ParameterNotFound'));
  waf.on(GetWebACLCommand).rejects(refusal('WAFNonexistentItemException'));
  iam.on(GetRoleCommand, { RoleName: 'AWSServiceRoleForRDS' }).rejects(refusal('NoSuchEntityException'));
  acm.on(DescribeCertificateCommand).rejects(refusal('ResourceNotFoundException'));
  route53.on(GetHostedZoneCommand).rejects(refusal('NoSuchHostedZone'));
  const facts = await askAccount('123456789012', 'eu-central-1', wanted, () =>
    Promise.reject(Object.assign(new Error('queryNs ENOTFOUND'), { code: 'ENOTFOUND' })),
  );
  expect(facts).toMatchObject({
    apiRate: { value: 2500 },
    apiBurst: { value: undefined },
    identity: { value: undefined },
    identityOwner: { value: undefined },
    bootstrap: { value: undefined },
    webAcl: { value: undefined },
    missingRoles: { value: ['rds.amazonaws.com'] },
    certificates: { 'run.example.com': { value: undefined } },
    hostedZone: { value: undefined },
    delegation: { value: [] },
  });
});

test('CloudFormation takes its zones from those with a default subnet, wherever there are any', async () => {
  ec2
    .on(DescribeSubnetsCommand)
    .resolves({ Subnets: ['eu-central-1c', 'eu-central-1b'].map((AvailabilityZone) => ({ AvailabilityZone })) });
  const { zones: found } = await question();
  expect(found).toEqual({
    value: [
      { name: 'eu-central-1b', id: 'euc1-az2' },
      { name: 'eu-central-1c', id: 'euc1-az3' },
    ],
  });
});

test('maintenance is listed with the day on which AWS begins', async () => {
  rds.on(DescribePendingMaintenanceActionsCommand).resolves({
    PendingMaintenanceActions: [
      {
        ResourceIdentifier: 'arn:aws:rds:eu-central-1:123456789012:cluster:c',
        PendingMaintenanceActionDetails: [{ Action: 'system-update', AutoAppliedAfterDate: new Date('2026-12-01') }],
      },
    ],
  });
  elastiCache.on(DescribeUpdateActionsCommand).resolves({
    UpdateActions: [
      { CacheClusterId: 'sta-1', ServiceUpdateName: 'elasticache-20261101', UpdateActionStatus: 'not-applied' },
      { CacheClusterId: 'sta-2', ServiceUpdateName: 'elasticache-20261101', UpdateActionStatus: 'complete' },
    ],
  });
  expect((await question()).maintenance).toEqual({
    value: [
      {
        resource: 'arn:aws:rds:eu-central-1:123456789012:cluster:c',
        what: 'system-update',
        at: new Date('2026-12-01'),
      },
      { resource: 'sta-1', what: 'elasticache-20261101' },
    ],
  });
});

test('an unlimited day’s quota is no number', async () => {
  ses.on(GetAccountCommand).resolves({ SendQuota: { Max24HourSend: -1, MaxSendRate: 14 } });
  expect((await question()).sending).toMatchObject({ value: { perSecond: 14 } });
  expect((await question()).sending).not.toHaveProperty('value.perDay');
});

test('a question that is not answered in time is unknown, and holds nobody up', async () => {
  const never = () => new Promise<never>(() => undefined);
  expect(await ask('x:Y', never, 20)).toEqual({ unknown: 'no answer within 0.02 s' });
});

test('any other failure is told with its name, in one line', async () =>
  expect(await ask('x:Y', () => Promise.reject(refusal('InternalFailure', 'It broke.\nAt length.')))).toEqual({
    unknown: 'x:Y failed: InternalFailure: It broke.',
  }));
