import { RemovalPolicy } from 'aws-cdk-lib';
import type { LogGroupProps, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Config } from '../config';

/**
 * Every log is kept for the profile's days and deleted with its stack. A log that outlives its stack would be kept, and
 * charged, for ever.
 */
export const logging = ({ logDays }: Config): LogGroupProps => ({
  retention: logDays satisfies RetentionDays,
  removalPolicy: RemovalPolicy.DESTROY,
});
