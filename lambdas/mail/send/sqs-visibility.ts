import { ChangeMessageVisibilityBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Delivery, MessageVisibility } from '../ports';

const maxBatchEntries = 10;

/** Changes how long messages stay hidden. If that fails, they come back after the queue's own visibility timeout. */
export class SqsVisibility implements MessageVisibility {
  readonly #urls: readonly string[];
  readonly #warn: (message: string, error: unknown) => void;
  readonly #client: SQSClient;

  /** `urls`: of the queues that messages may come from. */
  constructor(urls: readonly string[], warn: (message: string, error: unknown) => void, client = sqs()) {
    this.#urls = urls;
    this.#warn = warn;
    this.#client = client;
  }

  async hide(deliveries: readonly Pick<Delivery, 'receiptHandle' | 'queueName'>[], seconds: number) {
    for (const url of this.#urls) {
      const here = deliveries.filter(({ queueName }) => url.endsWith(`/${queueName}`));
      for (let start = 0; start < here.length; start += maxBatchEntries) {
        await this.#change(url, here.slice(start, start + maxBatchEntries), seconds);
      }
    }
  }

  async #change(url: string, deliveries: readonly { readonly receiptHandle: string }[], VisibilityTimeout: number) {
    const Entries = deliveries.map(({ receiptHandle }, index) => ({
      Id: String(index),
      ReceiptHandle: receiptHandle,
      VisibilityTimeout,
    }));
    try {
      const { Failed = [] } = await this.#client.send(
        new ChangeMessageVisibilityBatchCommand({ QueueUrl: url, Entries }),
      );
      if (Failed.length > 0) this.#warn('Mails wait for another time than they should.', Failed[0]?.Message);
    } catch (error) {
      this.#warn('Mails wait for another time than they should.', error);
    }
  }
}

const sqs = () =>
  new SQSClient({
    // Otherwise the host of the queue's URL would override an endpoint set in the environment.
    useQueueUrlAsEndpoint: false,
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 800, requestTimeout: 1200, throwOnRequestTimeout: true },
  });
