import { forecast } from '../../lambdas/capacity/forecast';
import { type Quota, quotas } from '../../lambdas/capacity/quotas';
import type { Config } from '../../lib/config';
import { edgeRegion } from '../../lib/edge';
import { deployedFrom } from '../forecast/deployed';

/** What a deployment wants of its account. */
export interface Wanted {
  readonly environment: string;
  /** Where the operator changes it. */
  readonly file: string;
  /** In the order of deployment. */
  readonly stacks: readonly string[];
  /** What the expected opening needs, with the usual values of accounts that never asked. */
  readonly quotas: readonly Quota[];
  /** Environments reserved for all functions together. */
  readonly reserved: number;
  /** The two zones of the environment file. Without them CloudFormation takes the first two. */
  readonly zones?: readonly string[];
  /** Short names of the endpoint services. */
  readonly endpoints: readonly string[];
  readonly engineVersion: string;
  readonly hasProxy: boolean;
  /** Where a stack of its own makes the site's certificate. */
  readonly edgeRegion?: string;
  readonly mail?: { readonly domain: string; readonly identity: 'new' | 'existing' };
  /** Certificates that the environment file names. */
  readonly certificates: readonly { readonly domain: string; readonly arn: string }[];
  /** `own`: a web ACL of ours, which can only be made in us-east-1. */
  readonly firewall: 'none' | 'own' | { readonly arn: string };
  readonly hostedZone?: { readonly id: string; readonly name: string };
  /** Service-linked roles: the service, and the role that AWS makes for it. */
  readonly roles: Readonly<Record<string, string>>;
  /** Fargate Spot tasks of the load test, one vCPU each. */
  readonly generators?: number;
}

/** The version of Aurora in `lib/constructs/data/database.ts`. A test compares. */
export const engineVersion = '17.9';

/** One generator of the load test plays a hundred people. */
const runnersPerGenerator = 100;

/** @param env the name of the environment, or the path of its file. */
export const wantedBy = (env: string, config: Config): Wanted => {
  const { name, crowd, mail, site, api, hostedZone, region, zones, loadTest } = config;
  const deployed = deployedFrom(config);
  const file = env.endsWith('.json') ? env : `environments/${env}.json`;
  const expected = crowd ? quotas(forecast(crowd), deployed) : [];
  const named = (domain?: string, arn?: string) => (domain && arn ? [{ domain, arn }] : []);
  return {
    environment: name,
    file,
    // Not the load test, which is no part of it, and not the site's certificate, which is in another region.
    stacks: ['Data', 'Site', 'Registration', 'Console', 'RaceDay', 'Work', 'Page'].map((part) => `${name}${part}`),
    quotas: expected.filter(({ inAccount }) => mail || !inAccount?.value.startsWith('mail-')),
    reserved: deployed.allReserved,
    endpoints: ['sqs', 'secretsmanager', ...(mail ? ['email'] : [])],
    engineVersion,
    hasProxy: config.database.proxy,
    certificates: [...named(site?.domain, site?.certificate), ...named(api?.domain, api?.certificate)],
    firewall: config.webAcl ? { arn: config.webAcl } : config.firewall ? 'own' : 'none',
    roles: {
      'rds.amazonaws.com': 'AWSServiceRoleForRDS',
      'elasticache.amazonaws.com': 'AWSServiceRoleForElastiCache',
      ...(loadTest && { 'ecs.amazonaws.com': 'AWSServiceRoleForECS' }),
    },
    ...(site && !site.certificate && region !== edgeRegion && { edgeRegion }),
    ...(zones && { zones }),
    ...(mail && { mail: { domain: mail.domain, identity: mail.identity ?? 'new' } }),
    ...(hostedZone && { hostedZone }),
    ...(loadTest && crowd && { generators: Math.ceil(crowd.runners / runnersPerGenerator) }),
  };
};
