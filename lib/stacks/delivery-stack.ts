import { Aws, CfnOutput, Duration, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { OidcProviderNative, PolicyStatement, Role, WebIdentityPrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct, Node } from 'constructs';
import { edgeRegion } from '../edge';

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
    // The site's certificate may be in a stack of its own.
    const regions = [Aws.REGION, edgeRegion];
    const bootstrapRoles = (...purposes: readonly string[]) =>
      new PolicyStatement({
        actions: ['sts:AssumeRole'],
        resources: regions.flatMap((region) =>
          purposes.map(
            (purpose) =>
              `arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:role/cdk-${qualifier}-${purpose}-role-${Aws.ACCOUNT_ID}-${region}`,
          ),
        ),
      });
    const stacksIn = (region: string, partition: string, account: string) =>
      names.map((name) => `arn:${partition}:cloudformation:${region}:${account}:stack/${name}*/*`);
    const stacks = regions.flatMap((region) => stacksIn(region, Aws.PARTITION, Aws.ACCOUNT_ID));

    // It reads templates and nothing else. Everybody who may push a branch may use it, before anybody has looked. The bootstrap's
    // lookup role would also read messages of queues, logs, files, and the header by which the API knows CloudFront: the
    // CDK says that it could not take that role, and goes on with this one.
    const diff = roleFor('Diff', 'pull_request', 1);
    diff.addToPolicy(
      new PolicyStatement({
        actions: ['cloudformation:DescribeStacks', 'cloudformation:GetTemplate'],
        resources: stacks,
      }),
    );
    new CfnOutput(this, 'DiffRole', { value: diff.roleArn });
    const ends = 'Stacks and buckets have an end that CloudFormation makes up.';
    const stackFindings = ['<AWS::Region>', edgeRegion].flatMap((region) =>
      stacksIn(region, '<AWS::Partition>', '<AWS::AccountId>').map((stack) => `AwsSolutions-IAM5[Resource::${stack}]`),
    );
    Validations.of(diff).acknowledge(...stackFindings.map((id) => ({ id, reason: ends })));

    for (const environment of environments) {
      const role = roleFor(`Deploy-${environment}`, `environment:${environment}`, 3);
      role.addToPolicy(bootstrapRoles('deploy', 'file-publishing', 'lookup'));
      role.addToPolicy(new PolicyStatement({ actions: ['cloudformation:DescribeStacks'], resources: stacks }));
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
        { id: 'AwsSolutions-IAM5[Resource::*]', reason: 'Alarms are listed for a whole account.' },
        ...stackFindings.map((id) => ({ id, reason: ends })),
        ...names.flatMap((name) =>
          ['', '/*'].map((objects) => ({
            id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::${name.toLowerCase()}site-websitepage*${objects}]`,
            reason: ends,
          })),
        ),
      );
    }
  }
}
