import {
  DeleteProvisionedConcurrencyConfigCommand,
  GetProvisionedConcurrencyConfigCommand,
  LambdaClient,
  ProvisionedConcurrencyConfigNotFoundException,
  PutProvisionedConcurrencyConfigCommand,
} from '@aws-sdk/client-lambda';
import type { WarmEnvironments, Warmth } from './ports';
import type { FunctionTarget } from './targets';

const none: Warmth = { asked: 0, failed: false, ready: true, available: 0 };

/**
 * Sets provisioned concurrency directly; nothing else may set it. Application Auto Scaling would keep settings of its
 * own beside these, and of two scheduled actions the last one wins.
 */
export class LambdaWarmEnvironments implements WarmEnvironments {
  readonly #client: LambdaClient;

  constructor(client = lambda()) {
    this.#client = client;
  }

  async look(target: FunctionTarget): Promise<Warmth> {
    try {
      const found = await this.#client.send(new GetProvisionedConcurrencyConfigCommand(of(target)));
      const asked = found.RequestedProvisionedConcurrentExecutions ?? 0;
      const available = found.AvailableProvisionedConcurrentExecutions ?? 0;
      return {
        asked,
        failed: found.Status === 'FAILED',
        ready: found.Status === 'READY' && available >= asked,
        available,
      };
    } catch (error) {
      if (error instanceof ProvisionedConcurrencyConfigNotFoundException) return none;
      throw error;
    }
  }

  async keep(target: FunctionTarget, environments: number): Promise<void> {
    // Lambda refuses 0: to keep nothing warm, the setting is deleted.
    await (environments === 0
      ? this.#client.send(new DeleteProvisionedConcurrencyConfigCommand(of(target)))
      : this.#client.send(
          new PutProvisionedConcurrencyConfigCommand({
            ...of(target),
            ProvisionedConcurrentExecutions: environments,
          }),
        ));
  }
}

const of = ({ name, alias }: FunctionTarget) => ({ FunctionName: name, Qualifier: alias });

const lambda = () =>
  new LambdaClient({
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 4000, throwOnRequestTimeout: true },
  });
