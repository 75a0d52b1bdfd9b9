import * as v from 'valibot';
import type { CallSqs } from '../../platform/queue/call-sqs';
import type { Delivery, MessageVisibility } from '../ports';

interface Queue {
  readonly url: string;
  readonly call: CallSqs;
}

const maxBatchEntries = 10;
const answer = v.object({ Failed: v.optional(v.array(v.object({ Message: v.optional(v.string()) })), []) });

/** Changes how long messages stay hidden. If that fails, they come back after the queue's own visibility timeout. */
export class SqsVisibility implements MessageVisibility {
  readonly #queues: readonly Queue[];
  readonly #warn: (message: string, error: unknown) => void;

  /** `queues`: those that messages may come from. */
  constructor(queues: readonly Queue[], warn: (message: string, error: unknown) => void) {
    this.#queues = queues;
    this.#warn = warn;
  }

  async hide(deliveries: readonly Pick<Delivery, 'receiptHandle' | 'queueName'>[], seconds: number) {
    for (const queue of this.#queues) {
      const here = deliveries.filter(({ queueName }) => queue.url.endsWith(`/${queueName}`));
      for (let start = 0; start < here.length; start += maxBatchEntries) {
        await this.#change(queue, here.slice(start, start + maxBatchEntries), seconds);
      }
    }
  }

  async #change(
    { url, call }: Queue,
    deliveries: readonly { readonly receiptHandle: string }[],
    VisibilityTimeout: number,
  ) {
    const Entries = deliveries.map(({ receiptHandle }, index) => ({
      Id: String(index),
      ReceiptHandle: receiptHandle,
      VisibilityTimeout,
    }));
    try {
      const { Failed } = v.parse(answer, await call('ChangeMessageVisibilityBatch', { QueueUrl: url, Entries }));
      if (Failed.length > 0) this.#warn('Mails wait for another time than they should.', Failed[0]?.Message);
    } catch (error) {
      this.#warn('Mails wait for another time than they should.', error);
    }
  }
}
