import { resolveNs } from 'node:dns/promises';
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
import {
  GetAWSDefaultServiceQuotaCommand,
  GetServiceQuotaCommand,
  ServiceQuotasClient,
} from '@aws-sdk/client-service-quotas';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { type Answer, ask, orAbsent } from './answer';
import { askCertificate, askDelegation, askHostedZone, askWebAcl } from './ask-edge';
import type { Facts, Maintenance, QuotaValue, StackState, Zone } from './facts';
import type { Wanted } from './wanted';

const openClients = (region: string) => {
  // A third attempt would not fit into the time of a question.
  const here = { region, maxAttempts: 2 };
  return {
    cloudFormation: new CloudFormationClient(here),
    ec2: new EC2Client(here),
    elastiCache: new ElastiCacheClient(here),
    iam: new IAMClient(here),
    lambda: new LambdaClient(here),
    quotas: new ServiceQuotasClient(here),
    rds: new RDSClient(here),
    ses: new SESv2Client(here),
  };
};
type Clients = ReturnType<typeof openClients>;

/** Asks the account all that the deployment depends on, all at once. Never rejects. */
export const askAccount = async (
  account: string,
  region: string,
  wanted: Wanted,
  nameServersOf: (name: string) => Promise<readonly string[]> = resolveNs,
): Promise<Facts> => {
  const clients = openClients(region);
  const { mail, firewall, hostedZone, generators } = wanted;
  try {
    return {
      account,
      region,
      ...(await all({
        lambda: askConcurrency(clients),
        apiRate: askQuota(clients, 'apigateway', 'L-8A5B8E43'),
        apiBurst: askQuota(clients, 'apigateway', 'L-CDF5615A'),
        ...(generators && { fargateSpot: askQuota(clients, 'fargate', 'L-36FBB829') }),
        sending: askSending(clients),
        ...(mail && { identity: askIdentity(clients, mail.domain), identityOwner: askOwner(clients, mail.domain) }),
        zones: askZones(clients),
        endpointZones: askEndpointZones(clients, region, wanted.endpoints),
        databaseZones: askDatabaseZones(clients, wanted.engineVersion),
        bootstrap: askBootstrap(region),
        ...(wanted.edgeRegion && { edgeBootstrap: askBootstrap(wanted.edgeRegion) }),
        missingRoles: askMissingRoles(clients, wanted.roles),
        maintenance: askMaintenance(clients),
        stacks: askStacks(clients, wanted.stacks),
        ...(typeof firewall === 'object' && { webAcl: askWebAcl(firewall.arn) }),
        ...(hostedZone && {
          hostedZone: askHostedZone(hostedZone.id),
          delegation: askDelegation(nameServersOf(hostedZone.name)),
        }),
        certificates: all(
          Object.fromEntries(wanted.certificates.map(({ domain, arn }) => [domain, askCertificate(arn)])),
        ),
      })),
    };
  } finally {
    for (const client of Object.values(clients)) client.destroy();
  }
};

const all = async <T extends object>(questions: T): Promise<{ [Key in keyof T]: Awaited<T[Key]> }> => {
  const answers = await Promise.all(Object.entries(questions).map(async ([key, question]) => [key, await question]));
  return Object.fromEntries(answers);
};

const askConcurrency = ({ lambda }: Clients) =>
  ask('lambda:GetAccountSettings', async (options) => {
    const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}), options);
    const limit = AccountLimit?.ConcurrentExecutions ?? 0;
    return { limit, unreserved: AccountLimit?.UnreservedConcurrentExecutions ?? limit };
  });

/** Service Quotas has a value of this account only for some quotas; for the others it has AWS's default. */
const askQuota = ({ quotas }: Clients, ServiceCode: string, QuotaCode: string): Promise<QuotaValue> =>
  ask('servicequotas:GetServiceQuota', async (options) => {
    const question = { ServiceCode, QuotaCode };
    const absent = 'NoSuchResourceException';
    const applied = await orAbsent(quotas.send(new GetServiceQuotaCommand(question), options), absent);
    if (applied?.Quota?.Value !== undefined) return applied.Quota.Value;
    const usual = await orAbsent(quotas.send(new GetAWSDefaultServiceQuotaCommand(question), options), absent);
    return usual?.Quota?.Value;
  });

const askSending = ({ ses }: Clients) =>
  ask('ses:GetAccount', async (options) => {
    const said = await ses.send(new GetAccountCommand({}), options);
    const perDay = said.SendQuota?.Max24HourSend ?? 0;
    return {
      isProduction: said.ProductionAccessEnabled ?? false,
      isEnabled: said.SendingEnabled ?? false,
      standing: said.EnforcementStatus ?? 'HEALTHY',
      perSecond: said.SendQuota?.MaxSendRate ?? 0,
      // SES says -1 where there is no limit.
      ...(perDay >= 0 && { perDay }),
    };
  });

const askIdentity = ({ ses }: Clients, domain: string) =>
  ask('ses:GetEmailIdentity', async (options) => {
    const question = new GetEmailIdentityCommand({ EmailIdentity: domain });
    const found = await orAbsent(ses.send(question, options), 'NotFoundException');
    if (!found) return undefined;
    const { MailFromDomain, MailFromDomainStatus } = found.MailFromAttributes ?? {};
    return {
      isVerified: found.VerifiedForSendingStatus ?? false,
      dkim: found.DkimAttributes?.Status ?? 'NOT_STARTED',
      ...(MailFromDomain && { mailFromDomain: MailFromDomain, mailFrom: MailFromDomainStatus ?? 'PENDING' }),
    };
  });

const askOwner = ({ cloudFormation }: Clients, domain: string) =>
  ask('cloudformation:DescribeStackResources', async (options) => {
    const question = new DescribeStackResourcesCommand({ PhysicalResourceId: domain });
    const found = await orAbsent(cloudFormation.send(question, options), 'ValidationError');
    return found?.StackResources?.[0]?.StackName;
  });

/** In the order of `Fn::GetAZs`, which knows only zones with a default subnet wherever there is any. */
const askZones = ({ ec2 }: Clients): Promise<Answer<readonly Zone[]>> =>
  ask('ec2:DescribeAvailabilityZones and ec2:DescribeSubnets', async (options) => {
    const filters = [
      { Name: 'zone-type', Values: ['availability-zone'] },
      { Name: 'state', Values: ['available'] },
    ];
    const [{ AvailabilityZones = [] }, { Subnets = [] }] = await Promise.all([
      ec2.send(new DescribeAvailabilityZonesCommand({ Filters: filters }), options),
      ec2.send(new DescribeSubnetsCommand({ Filters: [{ Name: 'default-for-az', Values: ['true'] }] }), options),
    ]);
    const withSubnet = new Set(Subnets.map(({ AvailabilityZone }) => AvailabilityZone));
    return AvailabilityZones.filter(({ ZoneName }) => withSubnet.size === 0 || withSubnet.has(ZoneName))
      .map(({ ZoneName = '', ZoneId = '' }) => ({ name: ZoneName, id: ZoneId }))
      .toSorted((one, other) => one.name.localeCompare(other.name));
  });

const askEndpointZones = ({ ec2 }: Clients, region: string, services: readonly string[]) =>
  ask('ec2:DescribeVpcEndpointServices', async (options) => {
    const prefix = `com.amazonaws.${region}.`;
    const question = new DescribeVpcEndpointServicesCommand({
      Filters: [{ Name: 'service-name', Values: services.map((service) => `${prefix}${service}`) }],
    });
    const { ServiceDetails = [] } = await ec2.send(question, options);
    return Object.fromEntries(
      ServiceDetails.map(({ ServiceName = '', AvailabilityZones = [] }) => [
        ServiceName.slice(prefix.length),
        AvailabilityZones,
      ]),
    );
  });

const askDatabaseZones = ({ rds }: Clients, engineVersion: string) =>
  ask('rds:DescribeOrderableDBInstanceOptions', async (options) => {
    const question = new DescribeOrderableDBInstanceOptionsCommand({
      Engine: 'aurora-postgresql',
      EngineVersion: engineVersion,
      DBInstanceClass: 'db.serverless',
      Vpc: true,
    });
    const { OrderableDBInstanceOptions = [] } = await rds.send(question, options);
    return OrderableDBInstanceOptions.flatMap(({ AvailabilityZones = [] }) =>
      AvailabilityZones.flatMap(({ Name }) => Name ?? []),
    );
  });

const askBootstrap = (region: string) =>
  ask('ssm:GetParameter', async (options) => {
    const question = new GetParameterCommand({ Name: '/cdk-bootstrap/hnb659fds/version' });
    const ssm = new SSMClient({ region, maxAttempts: 2 });
    try {
      const found = await orAbsent(ssm.send(question, options), 'ParameterNotFound');
      return found && Number(found.Parameter?.Value);
    } finally {
      ssm.destroy();
    }
  });

const askMissingRoles = ({ iam }: Clients, roles: Wanted['roles']) =>
  ask('iam:GetRole', async (options) => {
    const found = await Promise.all(
      Object.entries(roles).map(async ([service, RoleName]) => {
        const role = await orAbsent(
          iam.send(new GetRoleCommand({ RoleName }), options),
          'NoSuchEntity',
          'NoSuchEntityException',
        );
        return role ? [] : [service];
      }),
    );
    return found.flat();
  });

const askStacks = ({ cloudFormation }: Clients, names: readonly string[]): Promise<Answer<readonly StackState[]>> =>
  ask('cloudformation:DescribeStacks', async (options) => {
    const found = await Promise.all(
      names.map((StackName) =>
        orAbsent(cloudFormation.send(new DescribeStacksCommand({ StackName }), options), 'ValidationError'),
      ),
    );
    return found.flatMap((said) =>
      (said?.Stacks ?? []).map(({ StackName = '', StackStatus = '' }) => ({ name: StackName, status: StackStatus })),
    );
  });

const askMaintenance = ({ rds, elastiCache }: Clients): Promise<Answer<readonly Maintenance[]>> =>
  ask('rds:DescribePendingMaintenanceActions and elasticache:DescribeUpdateActions', async (options) => {
    const caches = new DescribeUpdateActionsCommand({ ServiceUpdateStatus: ['available'], Engine: 'memcached' });
    const [{ PendingMaintenanceActions = [] }, { UpdateActions = [] }] = await Promise.all([
      rds.send(new DescribePendingMaintenanceActionsCommand({}), options),
      elastiCache.send(caches, options),
    ]);
    return [
      ...PendingMaintenanceActions.flatMap(({ ResourceIdentifier = '', PendingMaintenanceActionDetails = [] }) =>
        PendingMaintenanceActionDetails.map(({ Action = '', CurrentApplyDate, AutoAppliedAfterDate }) => {
          const at = CurrentApplyDate ?? AutoAppliedAfterDate;
          return { resource: ResourceIdentifier, what: Action, ...(at && { at }) };
        }),
      ),
      ...UpdateActions.filter(({ UpdateActionStatus }) => UpdateActionStatus !== 'complete').map(
        ({ CacheClusterId = '', ServiceUpdateName = '', ServiceUpdateRecommendedApplyByDate: at }) => ({
          resource: CacheClusterId,
          what: ServiceUpdateName,
          ...(at && { at }),
        }),
      ),
    ];
  });
