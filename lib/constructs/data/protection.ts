import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { AwsCustomResource, PhysicalResourceId } from 'aws-cdk-lib/custom-resources';
import { Construct, type IDependable } from 'constructs';

export interface ProtectionProps {
  readonly cluster: { readonly clusterArn: string; readonly clusterIdentifier: string };
  /** Whatever else the stack makes. */
  readonly after: readonly IDependable[];
}

/**
 * Protects the database from deletion as the last step of a first deployment. As a property of the cluster, the
 * protection would begin with its creation: when anything after it failed, CloudFormation could not delete the empty
 * cluster, and the stack could be neither rolled back nor deployed again. Deleting this resource leaves the cluster
 * protected: the operator removes the protection.
 */
export class Protection extends Construct {
  constructor(scope: Construct, id: string, { cluster, after }: ProtectionProps) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'Log', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    role.addToPolicy(new PolicyStatement({ actions: ['rds:ModifyDBCluster'], resources: [cluster.clusterArn] }));
    const resource = new AwsCustomResource(this, 'Resource', {
      resourceType: 'Custom::DeletionProtection',
      // Also at creation. A later deployment runs it only for another cluster.
      onUpdate: {
        service: '@aws-sdk/client-rds',
        action: 'ModifyDBClusterCommand',
        parameters: { DBClusterIdentifier: cluster.clusterIdentifier, DeletionProtection: true },
        physicalResourceId: PhysicalResourceId.of(cluster.clusterIdentifier),
        // The answer describes the whole cluster, which is more than a custom resource may return.
        outputPaths: ['DBCluster.DeletionProtection'],
      },
      role,
      logGroup,
      timeout: Duration.minutes(2),
      installLatestAwsSdk: false,
    });
    resource.node.addDependency(role, ...after);
  }
}
