import { Aws, Duration, Validations } from 'aws-cdk-lib';
import { SubnetType } from 'aws-cdk-lib/aws-ec2';
import { FargatePlatformVersion, PropagatedTagSource } from 'aws-cdk-lib/aws-ecs';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import {
  DefinitionBody,
  DistributedMap,
  IntegrationPattern,
  JitterType,
  JsonPath,
  LogLevel,
  ProcessorMode,
  ProcessorType,
  StateMachine,
  Timeout,
  Wait,
  WaitTime,
} from 'aws-cdk-lib/aws-stepfunctions';
import {
  CapacityProviderOptions,
  EcsFargateLaunchTarget,
  EcsRunTask,
  LambdaInvoke,
} from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';
import type { Config } from '../../config';
import { arnInFinding } from '../findings';
import { logging } from '../logging';
import type { LoadGenerators } from './load-generators';

interface Steps {
  readonly prepare: IFunction;
  readonly generators: LoadGenerators;
  readonly gather: IFunction;
  /** The bucket with the files of all runs. */
  readonly files: IBucket;
}

/**
 * The longest time of a generator, and of the whole run, in minutes. A plan that may take longer than an hour is
 * refused beforehand.
 */
const mostMinutes = { generator: 65, run: 90 } as const;

/**
 * A run: prepare (price, target, canary), all generators, gather. When a generator fails, the results of the others are
 * still gathered; the report names the missing ones and is void.
 */
export const loadRun = (
  scope: Construct,
  config: Config,
  { prepare, generators, gather, files }: Steps,
): StateMachine => {
  const generate = EcsRunTask.jsonPath(scope, 'Generate a share', {
    integrationPattern: IntegrationPattern.RUN_JOB,
    cluster: generators.cluster,
    taskDefinition: generators.task,
    launchTarget: new EcsFargateLaunchTarget({
      platformVersion: FargatePlatformVersion.LATEST,
      capacityProviderOptions: CapacityProviderOptions.custom([{ capacityProvider: 'FARGATE_SPOT', weight: 1 }]),
    }),
    assignPublicIp: true,
    subnets: { subnetType: SubnetType.PUBLIC },
    securityGroups: [generators.guard],
    propagatedTagSource: PropagatedTagSource.TASK_DEFINITION,
    containerOverrides: [
      {
        containerDefinition: generators.container,
        environment: [
          { name: 'AWS_REGION', value: Aws.REGION },
          { name: 'BUCKET', value: files.bucketName },
          { name: 'RUN', value: JsonPath.stringAt('$.run') },
          { name: 'SHARE', value: JsonPath.stringAt('$.share') },
        ],
      },
    ],
    taskTimeout: Timeout.duration(Duration.minutes(mostMinutes.generator)),
  });
  // Retries only generators that never started: after a restart, runners would come twice. Fargate takes twenty RunTask
  // calls a second. The retries alone outlast a thousand calls at once; the wait before makes them rare.
  generate.addRetry({
    errors: ['ECS.AmazonECSException', 'ECS.ServerException', 'ECS.ThrottlingException'],
    interval: Duration.seconds(2),
    backoffRate: 1.5,
    maxDelay: Duration.seconds(10),
    maxAttempts: 30,
    jitterStrategy: JitterType.FULL,
  });
  const turn = new Wait(scope, 'Wait for its turn', { time: WaitTime.secondsPath('$.wait') });
  const all = new DistributedMap(scope, 'Generate all shares', {
    label: 'Generators',
    itemsPath: '$.shares',
    itemSelector: {
      run: JsonPath.stringAt('$.run'),
      share: JsonPath.stringAt('$$.Map.Item.Value.share'),
      wait: JsonPath.numberAt('$$.Map.Item.Value.wait'),
    },
    // All generators must run at the same time.
    maxConcurrency: 1_000,
    toleratedFailurePercentage: 100,
    resultPath: JsonPath.DISCARD,
  });
  all.itemProcessor(turn.next(generate), { mode: ProcessorMode.DISTRIBUTED, executionType: ProcessorType.STANDARD });
  Validations.of(all).acknowledge({
    id: '@aws-cdk/aws-stepfunctions:propertyIgnored',
    reason: 'Without an execution type CDK refuses the map; with one it says that it takes it from elsewhere.',
  });

  const run = new StateMachine(scope, 'Run', {
    definitionBody: DefinitionBody.fromChainable(
      LambdaInvoke.jsonPath(scope, 'Prepare', {
        lambdaFunction: prepare,
        payloadResponseOnly: true,
        // The canary has registered. A retry would be told that it is registered already.
        retryOnServiceExceptions: false,
      })
        .next(all)
        .next(LambdaInvoke.jsonPath(scope, 'Gather', { lambdaFunction: gather, payloadResponseOnly: true })),
    ),
    timeout: Duration.minutes(mostMinutes.run),
    tracingEnabled: true,
    logs: { destination: new LogGroup(scope, 'RunLog', logging(config)), level: LogLevel.ALL },
  });
  // Costs are allocated by tags, and starting a container with tags needs this permission.
  run.addToRolePolicy(
    new PolicyStatement({
      actions: ['ecs:TagResource'],
      resources: [generators.cluster.arnForTasks('*')],
      conditions: { StringEquals: { 'ecs:CreateAction': 'RunTask' } },
    }),
  );
  acknowledgeRole(run);
  return run;
};

/** The permissions that CDK gives the state machine beyond single resources. */
const acknowledgeRole = (run: StateMachine): void => {
  const machine = '{"Fn::Select":[6,{"Fn::Split":[":",{"Ref":"RunC4A32B5F"}]}]}';
  const executions = arnInFinding(
    run,
    `arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:${machine}`,
  );
  const reasons = {
    '*': 'Tasks, log deliveries and X-Ray segments have no name before they are made.',
    [arnInFinding(run, 'arn:<AWS::Partition>:ecs:<AWS::Region>:<AWS::AccountId>:task/<GeneratorsCluster9E81A88E>/*')]:
      'The tasks of this cluster, which have no name before they are made.',
    '<preparerun18FCF1A1.Arn>:*': 'The versions of one function.',
    '<gatherrunD70ADFEF.Arn>:*': 'The versions of one function.',
    [`${executions}:*`]: 'The executions of this machine itself: its map starts and ends them.',
    [`${executions}/Generators:*`]: 'The executions of this machine itself: its map starts and ends them.',
  };
  Validations.of(run).acknowledge(
    ...Object.entries(reasons).map(([resource, reason]) => ({
      id: `AwsSolutions-IAM5[Resource::${resource}]`,
      reason,
    })),
  );
};
