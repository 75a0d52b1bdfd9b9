import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { Outgoing, Queue } from '../../../lambdas/platform/queue/queue';
import { eventSources, type QueueName, sqsName } from '../../../lib/event-sources';
import type { Ended } from './fleet';
import type { Machine, Way, World } from './machine';

interface Waiting {
  readonly id: string;
  readonly body: string;
  readonly group: string | undefined;
  readonly order: number;
  /** A second copy of a message that is delivered twice. */
  readonly isCopy: boolean;
  visibleAt: number;
  receives: number;
  /** The receipt of the newest delivery: older ones are no longer valid. */
  receipt: string | undefined;
}

/** Starts an invocation with a batch; undefined when every environment is busy. */
export type Deliver = (event: SQSEvent) => Promise<Ended<SQSBatchResponse>> | undefined;

const way: Way = {
  latency: [2, 20],
  timeoutMs: 3000,
  down: 'queue-down',
  silent: 'queue-refuses',
  answerLost: 'queue-answer-lost',
  failure: (why) => new Error(`the queue is ${why}`),
};
const dedupMs = 300_000;

/**
 * A queue as SQS has them, at its worst: twice, late, in any order, but never lost. A FIFO queue keeps the order of
 * each group.
 */
export class WorkQueue {
  readonly name: QueueName;
  readonly #world: World;
  readonly #deliver: Deliver;
  readonly #seen = new Map<string, number>();
  #waiting: Waiting[] = [];
  #sent = 0;
  #running = 0;

  constructor(world: World, name: QueueName, deliver: Deliver) {
    this.#world = world;
    this.name = name;
    this.#deliver = deliver;
  }

  get length(): number {
    return this.#waiting.length;
  }

  /** As a process of ours sends to it. */
  client(machine: Machine): Queue {
    const send = (messages: readonly Outgoing[]) =>
      machine.call(`send to ${this.name}`, way, () => {
        for (const message of messages) this.#take(message);
      });
    return {
      send: (message) => send([message]),
      sendAll: async (messages) => {
        for (let start = 0; start < messages.length; start += 10) await send(messages.slice(start, start + 10));
      },
    };
  }

  /** ChangeMessageVisibility. */
  hide(machine: Machine, receipts: readonly string[], seconds: number): Promise<void> {
    return machine.call(`hide in ${this.name}`, way, () => {
      for (const message of this.#waiting)
        if (message.receipt !== undefined && receipts.includes(message.receipt)) this.#show(message, seconds * 1000);
    });
  }

  #take({ body, delaySeconds = 0, group, deduplicationId }: Outgoing): void {
    const { random, faultPlan, time } = this.#world;
    const { fifo } = eventSources[this.name];
    if (fifo && deduplicationId !== undefined) {
      const before = this.#seen.get(deduplicationId);
      if (before !== undefined && time.now - before < dedupMs) return;
      this.#seen.set(deduplicationId, time.now);
    }
    const late =
      !fifo && faultPlan.strikes('queue-delays', this.name) ? random.whole(1, random.pick([600, 1200, 3600])) : 0;
    this.#put(JSON.stringify(body), group, (delaySeconds + late) * 1000);
  }

  #put(body: string, group: string | undefined, delay: number, isCopy = false): void {
    const order = ++this.#sent;
    const message = {
      id: `${this.name}-${order}`,
      body,
      group,
      order,
      isCopy,
      visibleAt: 0,
      receives: 0,
      receipt: undefined,
    };
    this.#waiting.push(message);
    this.#show(message, delay);
  }

  #show(message: Waiting, delay: number): void {
    message.visibleAt = this.#world.time.now + delay;
    this.#poll(delay);
  }

  #poll(delay = 0): void {
    const { windowSeconds } = eventSources[this.name];
    const { time, random } = this.#world;
    const isAnyVisible = () => this.#waiting.some(({ visibleAt }) => visibleAt <= time.now);
    time.quietly(delay + random.whole(1, 50 + windowSeconds * 1000), () => {
      if (isAnyVisible()) time.after(0, () => this.#receive());
    });
  }

  #receive(): void {
    const { random, faultPlan, history } = this.#world;
    if (faultPlan.isOn('queue-down') || this.#running >= eventSources[this.name].maxConcurrency) {
      this.#poll(1000);
      return;
    }
    const { batchSize, visibilitySeconds, maxReceiveCount, fifo } = eventSources[this.name];
    const messages = this.#ready(fifo).slice(0, random.chance(0.5) ? batchSize : random.whole(1, batchSize));
    if (messages.length === 0) return;

    const batch: Waiting[] = [];
    for (const message of messages) {
      if (message.receives >= maxReceiveCount) {
        this.#remove(message);
        history.add({ kind: 'dead-letter', queue: this.name, body: message.body });
        continue;
      }
      message.receives += 1;
      message.receipt = `${message.id}-${message.receives}`;
      batch.push(message);
      this.#show(message, visibilitySeconds * 1000);
      // Once delivered, a message may be delivered again, even after success.
      if (!fifo && !message.isCopy && message.receives < 4 && faultPlan.strikes('queue-duplicates', message.id))
        this.#put(message.body, message.group, random.whole(0, random.pick([1000, 60_000, 3_600_000])), true);
    }
    if (batch.length === 0) return;
    const invocation = this.#deliver({ Records: batch.map((message) => this.#record(message)) });
    if (!invocation) {
      for (const message of batch) this.#show(message, 2000);
      return;
    }
    this.#running += 1;
    void invocation.then((ended) => {
      this.#running -= 1;
      this.#settle(batch, ended);
      this.#poll();
    });
  }

  /** In any order; in a FIFO queue the first of each message group that is not being processed, and those behind it. */
  #ready(fifo: boolean): Waiting[] {
    const { time, random } = this.#world;
    const visible = this.#waiting.filter(({ visibleAt }) => visibleAt <= time.now);
    if (!fifo)
      return visible
        .map((message) => ({ message, tie: random.next() }))
        .sort((a, b) => a.tie - b.tie)
        .map(({ message }) => message);
    const blocked = new Set(this.#waiting.filter(({ visibleAt }) => visibleAt > time.now).map(({ group }) => group));
    return visible.filter(({ group }) => !blocked.has(group)).sort((a, b) => a.order - b.order);
  }

  /** A failed message stays hidden until its time is over, as Lambda leaves it. */
  #settle(batch: readonly Waiting[], ended: Ended<SQSBatchResponse>): void {
    if (ended.kind !== 'ended') return;
    const failed = new Set(ended.value.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    for (const message of batch) if (!failed.has(message.id)) this.#remove(message);
  }

  #remove(message: Waiting): void {
    this.#waiting = this.#waiting.filter((one) => one !== message);
  }

  #record({ id, receipt = '', body, group, receives }: Waiting): SQSRecord {
    return {
      messageId: id,
      receiptHandle: receipt,
      body,
      attributes: {
        ApproximateReceiveCount: String(receives),
        SentTimestamp: '0',
        SenderId: 'simulated',
        ApproximateFirstReceiveTimestamp: '0',
        ...(group !== undefined && { MessageGroupId: group }),
      },
      messageAttributes: {},
      md5OfBody: '',
      eventSource: 'aws:sqs',
      eventSourceARN: `arn:aws:sqs:us-east-1:000000000000:${sqsName(this.name)}`,
      awsRegion: 'us-east-1',
    };
  }
}
