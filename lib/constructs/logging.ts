import { CfnResource, RemovalPolicy } from 'aws-cdk-lib';
import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type LogGroupProps, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Config } from '../config';

/**
 * Every log is kept for the profile's days and deleted with its stack. A log that outlives its stack would be kept, and
 * charged, for ever.
 */
export const logging = ({ logDays }: Config): LogGroupProps => ({
  retention: logDays satisfies RetentionDays,
  removalPolicy: RemovalPolicy.DESTROY,
});

/**
 * Gives a log group of ours to the functions with which CDK makes its custom resources, wherever they are below `scope`.
 * Lambda would otherwise make a group for each, without a retention.
 */
export const logProviders = (scope: Construct, config: Config): void => {
  for (const child of scope.node.findAll()) {
    const isProvider =
      CfnResource.isCfnResource(child) &&
      child.cfnResourceType === 'AWS::Lambda::Function' &&
      !(child instanceof CfnFunction);
    if (!isProvider) continue;
    const logGroup = new LogGroup(child, 'Log', logging(config));
    child.addPropertyOverride('LoggingConfig', { LogGroup: logGroup.logGroupName });
  }
};
