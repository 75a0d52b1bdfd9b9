import { RemovalPolicy } from 'aws-cdk-lib';
import type { LogGroupProps, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Config } from '../config';

/** Every log is kept as long as the profile says, and goes with its stack: a log outliving it is kept, and paid, for ever. */
export const logging = ({ logDays }: Config): LogGroupProps => ({
  retention: logDays satisfies RetentionDays,
  removalPolicy: RemovalPolicy.DESTROY,
});
