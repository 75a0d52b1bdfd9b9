import type { Facts } from '../facts';
import { type Finding, judge } from '../finding';
import type { Wanted } from '../wanted';

/** The version that the templates of this CDK require: cdk.out/manifest.json says it for each stack. */
const bootstrapVersion = 6;

/** Whether the account is ready to be deployed to, and what was deployed is well. */
export const checkAccount = (facts: Facts, wanted: Wanted): readonly Finding[] => [
  checkBootstrap('CDK bootstrap', facts.bootstrap, facts.account, facts.region),
  ...(facts.edgeBootstrap && wanted.edgeRegion
    ? [checkBootstrap('CDK bootstrap for the certificate', facts.edgeBootstrap, facts.account, wanted.edgeRegion)]
    : []),
  judge('Service-linked roles', facts.missingRoles, (missing) =>
    missing.length === 0
      ? { green: 'there' }
      : {
          red: `none for ${missing.join(', ')} yet; AWS makes it at the first use, which then sometimes fails`,
          mend: missing
            .map((service) => `aws iam create-service-linked-role --aws-service-name ${service}`)
            .join(' && '),
        },
  ),
  judge('Stacks', facts.stacks, (stacks) => {
    const broken = stacks.find(({ status }) => !isWell(status));
    if (broken)
      return { red: `${broken.name} is ${broken.status}`, mend: mendStack(broken.name, broken.status, facts.region) };
    if (stacks.length === 0) return { green: `none of ${wanted.environment} is deployed yet` };
    return { green: stacks.map(({ name, status }) => `${name} ${status}`).join(', ') };
  }),
  judge('Maintenance that AWS has announced', facts.maintenance, (pending) => {
    const [first] = pending;
    if (!first) return { green: 'none' };
    const all = pending.map(({ resource, what, at }) => `${what} of ${resource}${at ? `, from ${dateOf(at)}` : ''}`);
    return {
      red: `${all.join('; ')}. Nodes restart; a cache comes back empty`,
      mend: `in the runbook, "Opening day": do it now, or weeks after the opening: ${
        first.resource.startsWith('arn:aws')
          ? `aws rds apply-pending-maintenance-action --region ${facts.region} --resource-identifier ${first.resource} --apply-action ${first.what} --opt-in-type immediate`
          : `aws elasticache batch-apply-update-action --region ${facts.region} --service-update-name ${first.what} --cache-cluster-ids ${first.resource}`
      }`,
    };
  }),
];

const checkBootstrap = (about: string, answer: Facts['bootstrap'], account: string, region: string): Finding =>
  judge(about, answer, (version) =>
    version !== undefined && version >= bootstrapVersion
      ? { green: `version ${version}` }
      : {
          red:
            version === undefined
              ? `${region} is not bootstrapped`
              : `version ${version} is older than ${bootstrapVersion}`,
          mend: `npx cdk bootstrap aws://${account}/${region}`,
        },
  );

const isWell = (status: string) => /^(CREATE|UPDATE|UPDATE_ROLLBACK|IMPORT)_COMPLETE$/.test(status);

const mendStack = (name: string, status: string, region: string) => {
  if (status === 'UPDATE_ROLLBACK_FAILED')
    return `aws cloudformation continue-update-rollback --region ${region} --stack-name ${name}`;
  if (status.endsWith('_IN_PROGRESS'))
    return `wait for it: aws cloudformation describe-stack-events --region ${region} --stack-name ${name}`;
  return 'docs/operating.md says what to do after a first deployment that failed';
};

const dateOf = (at: Date) => at.toISOString().slice(0, 10);
