import { Duration, Stack } from 'aws-cdk-lib';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { DeduplicationScope, FifoThroughputLimit, Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Setting } from '../../lambdas/contract/settings';
import { eventSources, type QueueName, retentionDays } from '../event-sources';
import type { Network } from './data/network';
import type { ServiceFunction } from './service-function';

/** A queue with dead letters: a message that fails again and again moves to `deadLetters` and is not lost. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly #name: QueueName;
  readonly #network: Network;

  constructor(scope: Construct, name: QueueName, network: Network) {
    super(scope, name);
    this.#name = name;
    this.#network = network;
    const { fifo, visibilitySeconds, maxReceiveCount } = eventSources[name];
    const common: QueueProps = {
      enforceSSL: true,
      // SQS's own key: it is free, and EventBridge can write to the queue. With the account's KMS key for SQS it could
      // not.
      encryption: QueueEncryption.SQS_MANAGED,
      retentionPeriod: Duration.days(retentionDays),
      ...(fifo && {
        fifo,
        deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
        fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
      }),
    };
    this.deadLetters = new Queue(this, 'DeadLetters', common);
    this.queue = new Queue(this, 'Queue', {
      ...common,
      visibilityTimeout: Duration.seconds(visibilitySeconds),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount },
    });
    // Readers and alarms are in another stack, and come and go with the configuration.
    const { queueArn, queueName, queueUrl } = this.queue;
    const dead = [this.deadLetters.queueArn, this.deadLetters.queueName, this.deadLetters.queueUrl];
    for (const used of [queueArn, queueName, queueUrl, ...dead]) Stack.of(this).exportValue(used);
  }

  /**
   * Lets `client` use this queue: grants network access and permission, and sets the address. The function
   * that sends mail puts off what waits for its turn; all others send, also to a queue that feeds them.
   */
  grantUse(client: ServiceFunction, address: Setting): void {
    this.#network.letReach(client, 'queues');
    const putsOff = eventSources[this.#name].delivers === 'send-mail' && client.contractName === 'send-mail';
    // Not grantSendMessages, which also grants reading the queue's attributes.
    this.queue.grant(client, putsOff ? 'sqs:ChangeMessageVisibility' : 'sqs:SendMessage');
    client.tell(address, this.queue.queueUrl);
  }

  /** Lets `client` ask how long this queue is, and its dead letters. Returns their addresses. */
  grantLook(client: ServiceFunction): { readonly url: string; readonly deadLetters: string } {
    this.#network.letReach(client, 'queues');
    for (const queue of [this.queue, this.deadLetters]) queue.grant(client, 'sqs:GetQueueAttributes');
    return { url: this.queue.queueUrl, deadLetters: this.deadLetters.queueUrl };
  }

  /** @param enabled false: messages wait in the queue. */
  deliverTo(worker: ServiceFunction, enabled = true): void {
    const { batchSize, windowSeconds, maxConcurrency } = eventSources[this.#name];
    worker.live.addEventSource(
      new SqsEventSource(this.queue, {
        batchSize,
        maxBatchingWindow: windowSeconds > 0 ? Duration.seconds(windowSeconds) : undefined,
        maxConcurrency,
        reportBatchItemFailures: true,
        enabled,
      }),
    );
  }
}
