import { Aws, CfnOutput, Duration, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { OidcProviderNative, PolicyStatement, Role, WebIdentityPrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct, Node } from 'constructs';

const issuer = 'token.actions.githubusercontent.com';
/** `cdk bootstrap` gives its roles this qualifier unless it is told another. */
const qualifier = 'hnb659fds';

interface Delivery {
  /** `owner/name` on GitHub. */
  readonly repository: string;
  /** The environments that are deployed into this account. */
  readonly environments: readonly string[];
  /** The beginning of the names of their stacks. */
  readonly names: readonly string[];
  /** ARN of the account's provider for GitHub, if there is one already: an account can have only one. */
  readonly provider?: string;
}

const read = (node: Node, key: string, shape: RegExp, like: string, usual?: string): string => {
  const given: unknown = node.tryGetContext(key) ?? usual;
  if (typeof given !== 'string' || !shape.test(given))
    throw new Error(`-c ${key}=… is ${JSON.stringify(given)}; it must be ${like}.`);
  return given;
};

/** Reads `-c repository=owner/name -c environments=staging,production`. Throws with what each must be. */
export const readDelivery = (node: Node): Delivery => {
  const provider: unknown = node.tryGetContext('provider');
  return {
    repository: read(node, 'repository', /^[\w.-]+\/[\w.-]+$/, 'owner/name of the repository on GitHub'),
    environments: read(
      node,
      'environments',
      /^[a-z][a-z0-9-]*(,[a-z][a-z0-9-]*)*$/,
      'the environments of this account, such as staging,production',
    ).split(','),
    names: read(node, 'names', /^[A-Z]\w*(,[A-Z]\w*)*$/, 'the names of the environments’ files', 'Startline').split(
      ',',
    ),
    ...(provider !== undefined && {
      provider: read(
        node,
        'provider',
        /^arn:aws[a-z-]*:iam::\d{12}:oidc-provider\/token\.actions\.githubusercontent\.com$/,
        'the ARN of the account’s OIDC provider for GitHub',
      ),
    }),
  };
};

/**
 * Whom GitHub's workflows are in this account. There is no key: GitHub signs a token for each job, and IAM exchanges it
 * for credentials of hours. A role believes one repository, and one environment of it or its pull requests.
 */
export class DeliveryStack extends Stack {
  constructor(scope: Construct, id: string, delivery: Delivery, props?: StackProps) {
    super(scope, id, props);
    const { repository, environments, names } = delivery;
    const provider =
      delivery.provider ??
      new OidcProviderNative(this, 'GitHub', { url: `https://${issuer}`, clientIds: ['sts.amazonaws.com'] })
        .oidcProviderArn;
    /** `subject`: the claim `sub` of GitHub's token, whole. */
    const roleFor = (name: string, subject: string, hours: number) =>
      new Role(this, name, {
        assumedBy: new WebIdentityPrincipal(provider, {
          StringEquals: { [`${issuer}:aud`]: 'sts.amazonaws.com', [`${issuer}:sub`]: `repo:${repository}:${subject}` },
        }),
        maxSessionDuration: Duration.hours(hours),
      });
    const bootstrapRoles = (...purposes: readonly string[]) =>
      new PolicyStatement({
        actions: ['sts:AssumeRole'],
        resources: purposes.map(
          (purpose) =>
            `arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:role/cdk-${qualifier}-${purpose}-role-${Aws.ACCOUNT_ID}-${Aws.REGION}`,
        ),
      });

    // It reads templates and nothing else. Whoever may push a branch may use it, before anybody looked.
    const diff = roleFor('Diff', 'pull_request', 1);
    diff.addToPolicy(bootstrapRoles('lookup'));
    new CfnOutput(this, 'DiffRole', { value: diff.roleArn });

    for (const environment of environments) {
      const role = roleFor(`Deploy-${environment}`, `environment:${environment}`, 3);
      role.addToPolicy(bootstrapRoles('deploy', 'file-publishing', 'lookup'));
      role.addToPolicy(
        new PolicyStatement({
          actions: ['cloudformation:DescribeStacks'],
          resources: names.map(
            (name) => `arn:${Aws.PARTITION}:cloudformation:${Aws.REGION}:${Aws.ACCOUNT_ID}:stack/${name}*/*`,
          ),
        }),
      );
      role.addToPolicy(new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] }));
      // CloudFormation makes the name of the page's bucket from these words.
      const buckets = names.map((name) => `arn:${Aws.PARTITION}:s3:::${name.toLowerCase()}site-websitepage*`);
      role.addToPolicy(new PolicyStatement({ actions: ['s3:ListBucket'], resources: buckets }));
      role.addToPolicy(
        new PolicyStatement({
          actions: ['s3:GetObject', 's3:GetObjectTagging', 's3:PutObject', 's3:PutObjectTagging'],
          resources: buckets.map((bucket) => `${bucket}/*`),
        }),
      );
      new CfnOutput(this, `DeployRole-${environment}`, { value: role.roleArn });
      Validations.of(role).acknowledge(
        ...[
          '*',
          ...names.map((name) => `arn:<AWS::Partition>:cloudformation:<AWS::Region>:<AWS::AccountId>:stack/${name}*/*`),
          ...names.map((name) => `arn:<AWS::Partition>:s3:::${name.toLowerCase()}site-websitepage*`),
          ...names.map((name) => `arn:<AWS::Partition>:s3:::${name.toLowerCase()}site-websitepage*/*`),
        ].map((resource) => ({
          id: `AwsSolutions-IAM5[Resource::${resource}]`,
          reason: 'Alarms are listed for a whole account. Stacks and buckets have an end that CloudFormation makes up.',
        })),
      );
    }
  }
}
