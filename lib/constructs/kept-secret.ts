import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Secret, type SecretProps } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Address } from '../../lambdas/contract';
import type { Network } from './network';
import type { ServiceFunction } from './service-function';

export interface KeptSecretProps extends SecretProps {
  readonly address: Address;
  readonly network: Network;
  /** Why no machine rotates it, and how a person does. */
  readonly rotation: string;
}

/**
 * A JSON object in Secrets Manager, under the account's own key for it: a key of ours would cost as much again and
 * protect from nobody, since nothing outside this account may read the secret.
 */
export class KeptSecret extends Construct {
  readonly secret: Secret;
  readonly #address: Address;
  readonly #network: Network;

  constructor(scope: Construct, id: string, { address, network, rotation, ...props }: KeptSecretProps) {
    super(scope, id);
    this.secret = new Secret(this, 'Secret', { removalPolicy: RemovalPolicy.RETAIN, ...props });
    this.#address = address;
    this.#network = network;
    Validations.of(this).acknowledge({ id: 'AwsSolutions-SMG4', reason: rotation });
  }

  /** Lets `client` read it: network, permission and address in one motion. */
  grantRead(client: ServiceFunction): void {
    this.#network.letReach(client, 'secrets');
    this.secret.grantRead(client);
    client.tell(this.#address, this.secret.secretArn);
  }
}
