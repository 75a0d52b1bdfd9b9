import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { DatabaseCluster } from 'aws-cdk-lib/aws-rds';
import { AwsCustomResource, PhysicalResourceId } from 'aws-cdk-lib/custom-resources';
import type { Construct, IDependable } from 'constructs';

/**
 * Run by the administrator of a new Aurora cluster. `owner` may create tables and the functions' role, and nothing else
 * that an administrator may. It is one block, so that it is applied completely or not at all.
 */
export const createOwnerSql = `DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'owner') THEN
    CREATE ROLE owner LOGIN CREATEROLE;
  END IF;
  GRANT CONNECT ON DATABASE startline TO owner;
  GRANT USAGE, CREATE ON SCHEMA public TO owner WITH GRANT OPTION;
  GRANT rds_iam TO owner WITH ADMIN OPTION;
END $$`;

/**
 * Creates the role `owner` in a new cluster, over the Data API: the first role that signs in with IAM must be created
 * by a role with a password. It runs only once. Creating a member of rds_iam may make the creator a member too, and
 * members cannot use a password. Later changes are migrations. Throws when the cluster has no administrator secret.
 */
export const createOwner = (scope: Construct, cluster: DatabaseCluster): IDependable => {
  const { secret } = cluster;
  if (!secret) throw new Error('The cluster has no administrator secret; give it generated credentials.');
  const logGroup = new LogGroup(scope, 'OwnerLog', {
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const role = new Role(scope, 'OwnerRole', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  logGroup.grantWrite(role);
  role.addToPolicy(new PolicyStatement({ actions: ['rds-data:ExecuteStatement'], resources: [cluster.clusterArn] }));
  role.addToPolicy(new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [secret.secretArn] }));
  const resource = new AwsCustomResource(scope, 'Owner', {
    resourceType: 'Custom::DatabaseOwner',
    onCreate: {
      service: '@aws-sdk/client-rds-data',
      action: 'ExecuteStatementCommand',
      parameters: {
        resourceArn: cluster.clusterArn,
        secretArn: secret.secretArn,
        database: 'startline',
        sql: createOwnerSql,
      },
      physicalResourceId: PhysicalResourceId.of('owner'),
    },
    role,
    logGroup,
    timeout: Duration.minutes(2),
    installLatestAwsSdk: false,
  });
  resource.node.addDependency(role);
  return resource;
};
