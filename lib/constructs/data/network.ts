import { Aws } from 'aws-cdk-lib';
import type { IConnectable, InterfaceVpcEndpoint, SubnetSelection } from 'aws-cdk-lib/aws-ec2';
import {
  FlowLogDestination,
  FlowLogTrafficType,
  GatewayVpcEndpointAwsService,
  InterfaceVpcEndpointAwsService,
  Peer,
  Port,
  SecurityGroup,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import { AnyPrincipal, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Config } from '../../config';
import { logging } from '../logging';

/** An AWS service that has an endpoint in the VPC. */
export type EndpointName = 'queues' | 'secrets' | 'mail';

const services = {
  queues: InterfaceVpcEndpointAwsService.SQS,
  secrets: InterfaceVpcEndpointAwsService.SECRETS_MANAGER,
  // The SES API. `SES` and `EMAIL_SMTP` are endpoints for SMTP, which the SDK does not use.
  mail: InterfaceVpcEndpointAwsService.EMAIL,
} as const;

/**
 * The actions that an endpoint allows to this account. SES has endpoint policies only in some regions, so mail has
 * none.
 */
const allowedActions: Partial<Record<EndpointName, readonly string[]>> = {
  queues: ['sqs:SendMessage', 'sqs:ChangeMessageVisibility', 'sqs:GetQueueAttributes'],
  secrets: ['secretsmanager:GetSecretValue'],
};

/** Two availability zones without internet access: no NAT, no internet gateway, only endpoints of AWS services. */
export class Network extends Construct {
  readonly vpc: Vpc;
  readonly subnets: SubnetSelection = { subnetType: SubnetType.PRIVATE_ISOLATED };
  readonly #endpoints: Readonly<Record<EndpointName, IConnectable>>;

  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id);
    this.vpc = new Vpc(this, 'Vpc', {
      ...(config.zones ? { availabilityZones: [...config.zones] } : { maxAzs: 2 }),
      natGateways: 0,
      subnetConfiguration: [{ name: 'Isolated', subnetType: SubnetType.PRIVATE_ISOLATED, cidrMask: 20 }],
      flowLogs: {
        // Refused packets indicate an attack or a missing grant. A log of accepted packets would cost more than the
        // VPC.
        Refused: {
          destination: FlowLogDestination.toCloudWatchLogs(new LogGroup(this, 'RefusedLog', logging(config))),
          trafficType: FlowLogTrafficType.REJECT,
        },
      },
    });
    this.#endpoints = {
      queues: this.#endpoint('queues', config),
      secrets: this.#endpoint('secrets', config),
      // An endpoint is charged per hour, and without a domain to send from none of our functions uses this one.
      mail: config.mail ? this.#endpoint('mail', config) : this.#guard('mail'),
    };
    this.vpc
      .addGatewayEndpoint('files', { service: GatewayVpcEndpointAwsService.S3, subnets: [this.subnets] })
      .addToPolicy(
        onlyUs([
          's3:GetObject',
          's3:PutObject',
          's3:PutObjectTagging',
          's3:DeleteObject',
          's3:ListBucket',
          's3:AbortMultipartUpload',
        ]),
      );
  }

  /** Lets `client` call an AWS service. A function outside the VPC needs no endpoint: it has internet access. */
  letReach(client: IFunction, service: EndpointName): void {
    if (!client.isBoundToVpc) return;
    client.connections.allowTo(this.#endpoints[service], Port.tcp(443), `${client.node.id} to ${service}`);
  }

  /**
   * Lets `client` call S3, whose endpoint has no security group. A template does not know the addresses of S3 in its region, so any
   * address is allowed. No route leads out of the network but that to S3.
   */
  letReachFiles(client: IFunction): void {
    if (!client.isBoundToVpc) return;
    client.connections.allowTo(Peer.anyIpv4(), Port.tcp(443), `${client.node.id} to files`);
  }

  /**
   * The security group of an endpoint: the endpoint's default group admits the whole VPC or, when closed, has no
   * description. It exists without its endpoint too, because functions import it: a mail domain can be added and removed.
   */
  #guard(name: EndpointName): SecurityGroup {
    return new SecurityGroup(this, `${name}-guard`, {
      vpc: this.vpc,
      description: `Door to ${name}`,
      allowAllOutbound: false,
    });
  }

  #endpoint(name: EndpointName, { endpointZones }: Config): InterfaceVpcEndpoint {
    const endpoint = this.vpc.addInterfaceEndpoint(name, {
      service: services[name],
      subnets: { subnets: this.vpc.isolatedSubnets.slice(0, endpointZones) },
      securityGroups: [this.#guard(name)],
      open: false,
    });
    const actions = allowedActions[name];
    if (actions) endpoint.addToPolicy(onlyUs(actions));
    return endpoint;
  }
}

const onlyUs = (actions: readonly string[]): PolicyStatement =>
  new PolicyStatement({
    principals: [new AnyPrincipal()],
    actions: [...actions],
    resources: ['*'],
    conditions: {
      StringEquals: { 'aws:PrincipalAccount': Aws.ACCOUNT_ID, 'aws:ResourceAccount': Aws.ACCOUNT_ID },
    },
  });
