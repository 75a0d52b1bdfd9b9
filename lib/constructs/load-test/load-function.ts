import { Duration } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Runtime } from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Config } from '../../config';
import { logging } from '../logging';
import { esbuild } from '../service-function';

/** A step of a load test's run that is not a generator. Its id is the name of its entry file. */
export class LoadFunction extends NodejsFunction {
  constructor(
    scope: Construct,
    name: 'prepare-run' | 'gather-run',
    config: Config,
    environment: Readonly<Record<string, string>>,
  ) {
    const logGroup = new LogGroup(scope, `${name}-log`, logging(config));
    const role = new Role(scope, `${name}-role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    super(scope, name, {
      entry: `loadtest/aws/functions/${name}.ts`,
      depsLockFilePath: 'package-lock.json',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      bundling: esbuild,
      // Five hundred generators leave some hundred megabytes of results, which are read in parts.
      memorySize: 3008,
      timeout: Duration.minutes(10),
      environment: { NODE_OPTIONS: '--enable-source-maps', ...environment },
      logGroup,
      role,
    });
  }
}
