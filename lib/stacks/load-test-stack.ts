import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { type IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Config } from '../config';
import { loadBudget } from '../constructs/load-test/load-budget';
import { LoadFunction } from '../constructs/load-test/load-function';
import { LoadGenerators } from '../constructs/load-test/load-generators';
import { loadRun } from '../constructs/load-test/load-run';

/** The prefix of the runs' files, also in loadtest/aws/s3-run-files.ts. */
const runsPrefix = 'runs/';
/** The default limit for one run, in US dollars: enough for somewhat more than 10,000 runners. */
const usualDollars = 10;
/**
 * Seconds from the request for a generator until it is ready: its machine, two images, the code. Usually it takes half
 * of this.
 */
const startSeconds = '120';

/**
 * The load test of a deployed Startline. It knows only its target's address: it may be in another account, and it may
 * do there only what any runner may. It is made only when a target is named, because it costs money even when idle.
 */
export class LoadTestStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    config: Config,
    { target, dollars = usualDollars }: NonNullable<Config['loadTest']>,
    props: StackProps,
  ) {
    super(scope, id, props);
    const files = new Bucket(this, 'Files', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.RETAIN,
      lifecycleRules: [{ expiration: Duration.days(config.logDays) }],
    });
    Validations.of(files).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'What load tests leave concerns nobody: invented people and figures.',
    });
    const environment = { BUCKET: files.bucketName };
    const prepare = new LoadFunction(this, 'prepare-run', config, {
      ...environment,
      TARGET: target,
      MOST_DOLLARS: `${dollars}`,
      START_SECONDS: startSeconds,
    });
    const gather = new LoadFunction(this, 'gather-run', config, environment);
    const generators = new LoadGenerators(this, 'Generators', config);
    for (const part of [prepare, gather, generators.task.taskRole]) grantFiles(files, part);
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::<Files8E6940B8.Arn>/runs/*]',
      reason: 'The files of a run are named after it, so they have no name before.',
    });

    const run = loadRun(this, config, { prepare, generators, gather, files });
    loadBudget(this, config, 10 * dollars);
    new CfnOutput(this, 'StateMachine', { value: run.stateMachineArn });
    new CfnOutput(this, 'Bucket', { value: files.bucketName });
    new CfnOutput(this, 'Target', { value: target });
    new CfnOutput(this, 'MostDollars', { value: `${dollars}` });
    new CfnOutput(this, 'StartSeconds', { value: startSeconds });
  }
}

/**
 * Lets `part` read and write the runs' files. It may also list the bucket, without a condition: for a missing file S3
 * answers 404 only to callers that may list.
 */
const grantFiles = (files: Bucket, part: IGrantable): void => {
  for (const [actions, resource] of [
    [['s3:GetObject', 's3:PutObject'], files.arnForObjects(`${runsPrefix}*`)],
    [['s3:ListBucket'], files.bucketArn],
  ] as const)
    part.grantPrincipal.addToPrincipalPolicy(new PolicyStatement({ actions: [...actions], resources: [resource] }));
};
