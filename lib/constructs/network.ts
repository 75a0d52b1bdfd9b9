import { Aws } from 'aws-cdk-lib';
import type { InterfaceVpcEndpoint, SubnetSelection } from 'aws-cdk-lib/aws-ec2';
import {
  FlowLogDestination,
  FlowLogTrafficType,
  GatewayVpcEndpointAwsService,
  InterfaceVpcEndpointAwsService,
  Port,
  SecurityGroup,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import { AnyPrincipal, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Config } from '../config';
import { logging } from './logging';

/** An AWS service that can be reached from inside. */
export type AwsService = 'queues' | 'secrets' | 'mail';

const services = {
  queues: InterfaceVpcEndpointAwsService.SQS,
  secrets: InterfaceVpcEndpointAwsService.SECRETS_MANAGER,
  // The SES API; `SES` and `EMAIL_SMTP` would be the door for SMTP, which the SDK does not speak.
  mail: InterfaceVpcEndpointAwsService.EMAIL,
} as const;

/** What may pass through a door, by anybody of this account. SES takes no endpoint policy everywhere, so mail has none. */
const allowedActions: Partial<Record<AwsService, readonly string[]>> = {
  queues: ['sqs:SendMessage', 'sqs:ChangeMessageVisibility'],
  secrets: ['secretsmanager:GetSecretValue'],
};

/** Two availability zones without a way out: no NAT, no internet gateway, a few doors to AWS services. */
export class Network extends Construct {
  readonly vpc: Vpc;
  readonly subnets: SubnetSelection = { subnetType: SubnetType.PRIVATE_ISOLATED };
  readonly #endpoints: Readonly<Partial<Record<AwsService, InterfaceVpcEndpoint>>>;

  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id);
    this.vpc = new Vpc(this, 'Vpc', {
      maxAzs: 2,
      natGateways: 0,
      subnetConfiguration: [{ name: 'Isolated', subnetType: SubnetType.PRIVATE_ISOLATED, cidrMask: 20 }],
      gatewayEndpoints: { S3: { service: GatewayVpcEndpointAwsService.S3 } },
      flowLogs: {
        // What was refused tells of an attack or of a missing grant; logging what passed would cost more than the VPC.
        Refused: {
          destination: FlowLogDestination.toCloudWatchLogs(new LogGroup(this, 'RefusedLog', logging(config))),
          trafficType: FlowLogTrafficType.REJECT,
        },
      },
    });
    this.#endpoints = {
      queues: this.#endpoint('queues', config),
      secrets: this.#endpoint('secrets', config),
      // A door costs by the hour, and without a domain to send from nobody passes this one.
      ...(config.mailDomain && { mail: this.#endpoint('mail', config) }),
    };
  }

  /** Lets `client` call an AWS service. A function outside the VPC needs no door: it has the internet. */
  letReach(client: IFunction, service: AwsService): void {
    const endpoint = this.#endpoints[service];
    if (!client.isBoundToVpc || !endpoint) return;
    client.connections.allowTo(endpoint, Port.tcp(443), `${client.node.id} to ${service}`);
  }

  #endpoint(name: AwsService, { endpointZones }: Config): InterfaceVpcEndpoint {
    // Our own group: the endpoint's default one would admit the whole VPC, or, were it closed, describe nothing.
    const guard = new SecurityGroup(this, `${name}-guard`, {
      vpc: this.vpc,
      description: `Door to ${name}`,
      allowAllOutbound: false,
    });
    const endpoint = this.vpc.addInterfaceEndpoint(name, {
      service: services[name],
      subnets: { subnets: this.vpc.isolatedSubnets.slice(0, endpointZones) },
      securityGroups: [guard],
      open: false,
    });
    const actions = allowedActions[name];
    if (actions) {
      endpoint.addToPolicy(
        new PolicyStatement({
          principals: [new AnyPrincipal()],
          actions: [...actions],
          resources: ['*'],
          conditions: {
            StringEquals: { 'aws:PrincipalAccount': Aws.ACCOUNT_ID, 'aws:ResourceAccount': Aws.ACCOUNT_ID },
          },
        }),
      );
    }
    return endpoint;
  }
}
