import { Aws } from 'aws-cdk-lib';
import {
  FlowLogDestination,
  FlowLogTrafficType,
  GatewayVpcEndpointAwsService,
  Peer,
  Port,
  SecurityGroup,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import {
  Cluster,
  type ContainerDefinition,
  ContainerDependencyCondition,
  ContainerImage,
  ContainerInsights,
  CpuArchitecture,
  FargateTaskDefinition,
  LogDrivers,
  OperatingSystemFamily,
} from 'aws-cdk-lib/aws-ecs';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Config } from '../../config';
import { logging } from '../logging';
import { generatorCode } from './generator-code';

/**
 * AWS's copies of the official images: pulled without an account, from the same region. Each names an exact version, and
 * may name a digest after it (docs/deploying.md, "The images of the generators").
 */
const nodeImage = 'public.ecr.aws/docker/library/node:24.21.0-slim';
const fetchImage = 'public.ecr.aws/aws-cli/aws-cli:2.32.9';
const codeFolder = '/code';
const codeFile = `${codeFolder}/generator.mjs`;

/**
 * The generators: containers with one public address each, in a separate network. Each generator plays one office,
 * because a system limits what one address may hold.
 */
export class LoadGenerators extends Construct {
  readonly cluster: Cluster;
  readonly task: FargateTaskDefinition;
  readonly container: ContainerDefinition;
  readonly guard: SecurityGroup;

  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id);
    const vpc = new Vpc(this, 'Vpc', {
      ...(config.zones ? { availabilityZones: [...config.zones] } : { maxAzs: 2 }),
      natGateways: 0,
      subnetConfiguration: [
        { name: 'Public', subnetType: SubnetType.PUBLIC, cidrMask: 20, mapPublicIpOnLaunch: false },
      ],
      gatewayEndpoints: { S3: { service: GatewayVpcEndpointAwsService.S3 } },
      flowLogs: {
        Refused: {
          destination: FlowLogDestination.toCloudWatchLogs(new LogGroup(this, 'RefusedLog', logging(config))),
          trafficType: FlowLogTrafficType.REJECT,
        },
      },
    });
    this.guard = new SecurityGroup(this, 'Guard', {
      vpc,
      description: 'Generators ask over HTTPS, and nobody asks them',
      allowAllOutbound: false,
    });
    this.guard.addEgressRule(Peer.anyIpv4(), Port.tcp(443), 'the system under test, its processor, AWS');
    this.cluster = new Cluster(this, 'Cluster', {
      vpc,
      enableFargateCapacityProviders: true,
      containerInsightsV2: ContainerInsights.ENABLED,
    });

    // A whole core: with a fraction, Fargate takes the CPU away in slices of 100 ms, and the generator would be late.
    this.task = new FargateTaskDefinition(this, 'Task', {
      cpu: 1024,
      memoryLimitMiB: 2048,
      runtimePlatform: { cpuArchitecture: CpuArchitecture.ARM64, operatingSystemFamily: OperatingSystemFamily.LINUX },
      volumes: [{ name: 'code' }],
    });
    const logGroup = new LogGroup(this, 'Log', logging(config));
    const logDriver = (streamPrefix: string) => LogDrivers.awsLogs({ logGroup, streamPrefix });
    const code = generatorCode(this, 'Code');
    this.task.addToTaskRolePolicy(
      new PolicyStatement({
        actions: ['s3:GetObject'],
        resources: [code.bucket.arnForObjects(code.s3ObjectKey)],
      }),
    );
    const fetch = this.task.addContainer('Fetch', {
      image: ContainerImage.fromRegistry(fetchImage),
      command: ['s3', 'cp', '--no-progress', '--region', Aws.REGION, code.s3ObjectUrl, codeFile],
      essential: false,
      readonlyRootFilesystem: true,
      logging: logDriver('fetch'),
    });
    fetch.addMountPoints({ sourceVolume: 'code', containerPath: codeFolder, readOnly: false });
    this.container = this.task.addContainer('Generator', {
      image: ContainerImage.fromRegistry(nodeImage),
      command: ['node', codeFile],
      user: 'node',
      readonlyRootFilesystem: true,
      logging: logDriver('generator'),
    });
    this.container.addMountPoints({ sourceVolume: 'code', containerPath: codeFolder, readOnly: true });
    this.container.addContainerDependencies({ container: fetch, condition: ContainerDependencyCondition.SUCCESS });
  }
}
