import { ArnFormat, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { AwsCustomResource, type AwsSdkCall, PhysicalResourceId } from 'aws-cdk-lib/custom-resources';
import { Construct, type IDependable } from 'constructs';
import { arnInFinding } from '../findings';

export interface LastStepsProps {
  readonly cluster: { readonly clusterArn: string; readonly clusterIdentifier: string };
  /** How many days the log of the database is kept. */
  readonly logDays: number;
  /** Whatever else the stack makes. */
  readonly after: readonly IDependable[];
}

/**
 * What no property of the database says, as calls of AWS. CDK makes them with one function for the whole stack; its role
 * may change this cluster and this log alone.
 *
 * The database is protected from deletion as the last step of a first deployment. As a property of the cluster, the
 * protection would begin with its creation: when anything after it failed, CloudFormation could not delete the empty
 * cluster, and the stack could be neither rolled back nor deployed again. Deleting this resource leaves the cluster
 * protected: the operator removes the protection.
 */
export class LastSteps extends Construct {
  readonly #role: Role;
  readonly #logGroup: LogGroup;

  constructor(scope: Construct, id: string, { cluster, logDays, after }: LastStepsProps) {
    super(scope, id);
    this.#logGroup = new LogGroup(this, 'Log', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.#role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    this.#logGroup.grantWrite(this.#role);
    this.#role.addToPolicy(new PolicyStatement({ actions: ['rds:ModifyDBCluster'], resources: [cluster.clusterArn] }));
    const limited = this.#limitLog(cluster.clusterIdentifier, logDays);
    const protection = this.#call('Resource', 'Custom::DeletionProtection', {
      service: '@aws-sdk/client-rds',
      action: 'ModifyDBClusterCommand',
      parameters: { DBClusterIdentifier: cluster.clusterIdentifier, DeletionProtection: true },
      physicalResourceId: PhysicalResourceId.of(cluster.clusterIdentifier),
      // The answer describes the whole cluster, which is more than a custom resource may return.
      outputPaths: ['DBCluster.DeletionProtection'],
    });
    protection.node.addDependency(limited, ...after);
  }

  /**
   * RDS makes this log group when it writes to it first, and would keep every line for ever. A log group of the template
   * would fail where RDS was quicker, and would be made again by the last lines of a database that is deleted.
   */
  #limitLog(cluster: string, logDays: number): IDependable {
    const logGroupName = `/aws/rds/cluster/${cluster}/postgresql`;
    const arn = Stack.of(this).formatArn({
      service: 'logs',
      resource: 'log-group',
      resourceName: `${logGroupName}:*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    this.#role.addToPolicy(
      new PolicyStatement({ actions: ['logs:CreateLogGroup', 'logs:PutRetentionPolicy'], resources: [arn] }),
    );
    const { Ref: id } = Stack.of(this).resolve(cluster);
    const found = `arn:<AWS::Partition>:logs:<AWS::Region>:<AWS::AccountId>:log-group:/aws/rds/cluster/<${id}>/postgresql:*`;
    Validations.of(this.#role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::${arnInFinding(this, found)}]`,
      reason: 'This log group and its streams: IAM writes the name of a log group so.',
    });
    const physicalResourceId = PhysicalResourceId.of(logGroupName);
    const made = this.#call('LogMade', 'Custom::DatabaseLog', {
      service: '@aws-sdk/client-cloudwatch-logs',
      action: 'CreateLogGroupCommand',
      parameters: { logGroupName },
      ignoreErrorCodesMatching: 'ResourceAlreadyExistsException',
      physicalResourceId,
    });
    const limited = this.#call('LogLimited', 'Custom::DatabaseLog', {
      service: '@aws-sdk/client-cloudwatch-logs',
      action: 'PutRetentionPolicyCommand',
      parameters: { logGroupName, retentionInDays: logDays },
      physicalResourceId,
    });
    limited.node.addDependency(made);
    return limited;
  }

  /** A call at creation, and again when a deployment changes it. */
  #call(id: string, resourceType: string, onUpdate: AwsSdkCall): AwsCustomResource {
    const resource = new AwsCustomResource(this, id, {
      resourceType,
      onUpdate,
      role: this.#role,
      logGroup: this.#logGroup,
      timeout: Duration.minutes(2),
      installLatestAwsSdk: false,
    });
    resource.node.addDependency(this.#role);
    return resource;
  }
}
