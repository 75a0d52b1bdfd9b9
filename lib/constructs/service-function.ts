import { Duration, Validations } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias, Architecture, Function as LambdaFunction, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { type FunctionName, functionNames } from '../../lambdas/contract/functions';
import type { Setting } from '../../lambdas/contract/settings';
import type { Config } from '../config';
import { functions, livesInNetwork } from '../functions';
import type { Network } from './data/network';
import { functionCode } from './function-code';
import { logging } from './logging';

/** Makes every function in the same way. The id is the function's name in the contract and its entry file's name. */
export class ServiceFunction extends LambdaFunction {
  /** The alias that routes, queues and schedules call: it is never half deployed, and it can be warmed. */
  readonly live: Alias;
  readonly contractName: FunctionName;

  constructor(scope: Construct, name: FunctionName, network: Network, config: Config) {
    const { memoryMiB, timeoutSeconds, bulkhead } = functions[name];
    const inside = livesInNetwork(name);
    const logGroup = new LogGroup(scope, `${name}-log`, logging(config));
    super(scope, name, {
      // The CDK makes a new version when the text of a template changes, also when an environment begins to name its account
      // and region. Lambda refuses a new version of a function that has not changed. So the description names both.
      ...(config.account && config.region && { description: `For ${config.account}, ${config.region}` }),
      ...functionCode('lambdas/functions', functionNames, name),
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: memoryMiB,
      timeout: Duration.seconds(timeoutSeconds),
      reservedConcurrentExecutions: (bulkhead && config.concurrency[bulkhead]) || undefined,
      environment: {
        NODE_OPTIONS: '--enable-source-maps',
        POWERTOOLS_SERVICE_NAME: name,
        POWERTOOLS_METRICS_NAMESPACE: config.name,
      },
      tracing: Tracing.ACTIVE,
      logGroup,
      role: roleOf(scope, name, logGroup, inside),
      ...(inside && { vpc: network.vpc, vpcSubnets: network.subnets, allowAllOutbound: false }),
    });
    this.contractName = name;
    this.live = new Alias(this, 'live', { aliasName: 'live', version: this.currentVersion });
    // A version that uses another cluster, or the proxy, is live once the rules of the network let it.
    if (inside) this.live.node.addDependency(...this.connections.securityGroups);
  }

  /** Sets an address of the function. Only the grants call this: an address without permission is useless. */
  tell(address: Setting, value: string): void {
    this.addEnvironment(address, value);
  }
}

/** Narrower than the managed policies: a function may write only to its own log. */
const roleOf = (scope: Construct, name: FunctionName, logGroup: LogGroup, inside: boolean): Role => {
  const role = new Role(scope, `${name}-role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  logGroup.grantWrite(role);
  if (inside) {
    role.addToPolicy(
      new PolicyStatement({
        actions: [
          'ec2:CreateNetworkInterface',
          'ec2:DescribeNetworkInterfaces',
          'ec2:DescribeSubnets',
          'ec2:DeleteNetworkInterface',
          'ec2:AssignPrivateIpAddresses',
          'ec2:UnassignPrivateIpAddresses',
        ],
        resources: ['*'],
      }),
    );
  }
  Validations.of(role).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason:
      'X-Ray segments and the network interfaces Lambda makes for itself belong to no resource that could be named.',
  });
  return role;
};
