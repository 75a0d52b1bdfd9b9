import { Duration } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Config } from '../../config';
import { functionCode } from '../function-code';
import { logging } from '../logging';

const steps = ['prepare-run', 'gather-run'] as const;

/** A step of a load test's run that is not a generator. Its id is the name of its entry file. */
export class LoadFunction extends LambdaFunction {
  constructor(
    scope: Construct,
    name: (typeof steps)[number],
    config: Config,
    environment: Readonly<Record<string, string>>,
  ) {
    const logGroup = new LogGroup(scope, `${name}-log`, logging(config));
    const role = new Role(scope, `${name}-role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    super(scope, name, {
      ...functionCode('loadtest/aws/functions', steps, name),
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      // Five hundred generators leave some hundred megabytes of results, which are read in parts.
      memorySize: 3008,
      timeout: Duration.minutes(10),
      environment: { NODE_OPTIONS: '--enable-source-maps', ...environment },
      logGroup,
      role,
    });
  }
}
