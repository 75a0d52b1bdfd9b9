import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Secret, type SecretProps } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Setting } from '../../../lambdas/contract/settings';
import type { ServiceFunction } from '../service-function';
import type { Network } from './network';

export interface RetainedSecretProps extends SecretProps {
  readonly address: Setting;
  readonly network: Network;
  /** Why it is not rotated automatically, and how the operator rotates it. */
  readonly rotation: string;
}

/**
 * A JSON object in Secrets Manager, encrypted with the account's default key. A customer-managed key would cost as much
 * again and add no protection, since nothing outside this account may read the secret. It is kept when its stack is
 * deleted, but not when its creation is rolled back.
 */
export class RetainedSecret extends Construct {
  readonly secret: Secret;
  readonly #address: Setting;
  readonly #network: Network;

  constructor(scope: Construct, id: string, { address, network, rotation, ...props }: RetainedSecretProps) {
    super(scope, id);
    this.secret = new Secret(this, 'Secret', { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE, ...props });
    this.#address = address;
    this.#network = network;
    Validations.of(this).acknowledge({ id: 'AwsSolutions-SMG4', reason: rotation });
  }

  /** Lets `client` read it: grants network access and permission, and sets the address. */
  grantRead(client: ServiceFunction): void {
    this.#network.letReach(client, 'secrets');
    this.secret.grantRead(client);
    client.tell(this.#address, this.secret.secretArn);
  }
}
