import { randomUUID } from 'node:crypto';
import type { Journal } from '../storage/journal';
import type { JournalRecord } from '../storage/journal-record';
import { Agenda } from './agenda';
import { type Attributes, readRedrivePolicy } from './attributes';
import { type Deduplication, deduplicationKey } from './deduplication';
import { fairOrder } from './fair-order';
import { extraDelayMs, type Faults, isRedelivered, noFaults, redeliverySeconds } from './fault-injection';
import { fifoOrder } from './fifo-order';
import { type Draft, type Kept, type Message, restored } from './message';
import type { Order } from './order';
import { Pollers, type Receive } from './pollers';
import { Problem } from './problem';
import { messageToHide, readReceipt, refusedReceipt } from './receipt';

/** SQS's limit of messages in flight in one standard queue. */
const maxInFlight = 120_000;

/** What a queue is made of. */
export interface QueueParts {
  readonly name: string;
  readonly arn: string;
  readonly attributes: Attributes;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly journal: Pick<Journal, 'append' | 'close' | 'remove'>;
  readonly deduplication: Deduplication;
  /** The queue at an ARN: messages that were delivered too often go there. */
  readonly queueAt: (arn: string) => Pick<Queue, 'adopt'> | undefined;
}

/** One queue. Everything it acknowledges is in its journal first. */
export class Queue {
  readonly name: string;
  readonly arn: string;
  readonly fifo: boolean;
  readonly createdAt: number;
  modifiedAt: number;
  attributes: Attributes;
  faults: Faults = noFaults;
  readonly #journal: QueueParts['journal'];
  readonly #deduplication: Deduplication;
  readonly #queueAt: QueueParts['queueAt'];
  readonly #messages = new Map<string, Message>();
  readonly #order: Order;
  readonly #agenda = new Agenda<{ id: string; version: number }>(() => this.#serve());
  readonly #pollers: Pollers;
  #counts = { delayed: 0, visible: 0, inFlight: 0, gone: 0 };
  #lastSequence = 0;

  constructor({ name, arn, attributes, createdAt, journal, deduplication, queueAt }: QueueParts) {
    this.name = name;
    this.arn = arn;
    this.fifo = name.endsWith('.fifo');
    this.attributes = attributes;
    this.createdAt = createdAt;
    this.modifiedAt = createdAt;
    this.#journal = journal;
    this.#deduplication = deduplication;
    this.#queueAt = queueAt;
    this.#order = this.fifo ? fifoOrder() : fairOrder();
    this.#pollers = new Pollers((receive) => this.#take(receive));
  }

  get counts(): { readonly delayed: number; readonly visible: number; readonly inFlight: number } {
    this.#catchUp();
    return this.#counts;
  }

  /** Resolves when the message is on disk. It cannot be received before. */
  async send(draft: Draft): Promise<{ id: string; sequence: number }> {
    const now = Date.now();
    const key = this.fifo ? deduplicationKey(draft, this.attributes) : undefined;
    const earlier = key === undefined ? undefined : this.#deduplication.find(key, now);
    if (earlier) {
      await earlier.kept;
      return earlier;
    }
    const { delaySeconds = this.#number('DelaySeconds'), ...content } = draft;
    const sequence = this.#nextSequence(now);
    const visibleAt = now + delaySeconds * 1000 + extraDelayMs(this.faults, Math.random);
    const kept: Kept = { ...content, id: randomUUID(), sequence, sentAt: now, visibleAt };
    const done = this.#keep(kept);
    if (key !== undefined) {
      this.#deduplication.remember(key, { id: kept.id, sequence, at: now, kept: done });
      done.catch(() => this.#deduplication.withdraw(key));
    }
    await done;
    return kept;
  }

  /** Takes over a message of another queue, unchanged. */
  adopt({ kept, receiveCount }: Message, sourceQueue: string | undefined): Promise<void> {
    const now = Date.now();
    const sequence = this.#nextSequence(now);
    return this.#keep({ ...kept, sequence, visibleAt: now, sourceQueue, deliveries: receiveCount });
  }

  receive(receive: Receive, waitSeconds: number, signal: AbortSignal): Promise<Message[]> {
    this.#catchUp();
    if (this.#counts.inFlight >= maxInFlight && !this.fifo)
      throw new Problem('OverLimit', `Too many messages are in flight: ${maxInFlight}. Delete what was received.`);
    return this.#pollers.receive(receive, waitSeconds, signal);
  }

  /**
   * Deletes a message by the receipt of its last delivery. Does nothing when the message is gone or was delivered
   * again.
   */
  delete(receipt: string): void {
    const { message, current } = readReceipt(receipt, this.#messages);
    if (!message || !current) return;
    if (this.fifo && message.state === 'visible' && message.firstReceivedAt !== undefined)
      throw refusedReceipt(receipt, 'The receipt handle has expired.');
    if (isRedelivered(this.faults, message.receiveCount)) this.giveBack(message);
    else this.remove(message);
  }

  /**
   * Behaves as if `seconds` had passed: shows every message in flight, and those delayed by no more than that. Returns
   * how many.
   */
  hurry(seconds: number): number {
    const until = Date.now() + seconds * 1000;
    const isDue = ({ state, kept }: Message) =>
      state === 'inFlight' || (state === 'delayed' && kept.visibleAt <= until);
    const due = [...this.#messages.values()].filter(isDue);
    for (const message of due) this.#show(message);
    this.#serve();
    return due.length;
  }

  /** Hides a delivered message for `seconds` from now. 0 shows it at once. Throws a Problem. */
  changeVisibility(receipt: string, seconds: number): void {
    const now = Date.now();
    const message = messageToHide(receipt, this.#messages, seconds, now);
    if (seconds === 0) this.#show(message);
    else this.#hide(message, now + seconds * 1000);
    this.#serve();
  }

  /** Shows a message again at once when its receiver hung up before the answer. */
  giveBack(message: Message): void {
    if (message.state === 'inFlight') this.#show(message);
    this.#serve();
  }

  remove(message: Message): void {
    this.#drop(message);
    if (this.fifo) this.#serve();
  }

  purge(): Promise<void> {
    for (const message of this.#messages.values()) this.#enter(message, 'gone');
    this.#messages.clear();
    this.#order.clear();
    return this.#write({ is: 'purged' });
  }

  setAttributes(changed: Attributes): Promise<void> {
    const attributes = { ...this.attributes, ...changed };
    this.attributes = Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== ''));
    this.modifiedAt = Date.now();
    return this.#write({ is: 'queue', attributes: this.attributes, createdAt: this.createdAt });
  }

  /** Everything that must survive a crash, as a compacted journal. */
  *records(): Generator<JournalRecord> {
    yield { is: 'queue', attributes: this.attributes, createdAt: this.createdAt };
    for (const [key, { id, sequence, at }] of this.#deduplication.entries(Date.now()))
      yield { is: 'seen', key, id, sequence, at };
    for (const { kept } of this.#messages.values()) yield { is: 'message', message: kept };
  }

  /** Adds a message that is already on disk. */
  restore(kept: Kept): void {
    const message = restored(kept);
    this.#lastSequence = Math.max(this.#lastSequence, kept.sequence);
    this.#messages.set(kept.id, message);
    this.#order.arrive(message);
    if (kept.visibleAt > Date.now()) this.#hide(message, kept.visibleAt, 'delayed');
    else this.#show(message);
  }

  async close(): Promise<void> {
    this.#stop();
    await this.#journal.close();
  }

  async destroy(): Promise<void> {
    this.#stop();
    await this.#journal.remove();
  }

  #stop(): void {
    this.#agenda.stop();
    this.#pollers.close();
  }

  #number(attribute: string): number {
    return Number(this.attributes[attribute]);
  }

  #nextSequence(now: number): number {
    // Based on the clock, so that numbers still rise after a restart with an empty queue.
    this.#lastSequence = Math.max(this.#lastSequence + 1, now * 1000);
    return this.#lastSequence;
  }

  #write(record: JournalRecord, then?: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#journal.append(record, (error) => {
        if (error) return reject(error);
        then?.();
        resolve();
      });
    });
  }

  #keep(kept: Kept): Promise<void> {
    return this.#write({ is: 'message', message: kept }, () => {
      this.restore(kept);
      this.#pollers.serveSoon();
    });
  }

  #enter(message: Message, state: Message['state']): void {
    this.#counts[message.state]--;
    this.#counts[state]++;
    message.state = state;
    message.version++;
  }

  #drop(message: Message): void {
    if (message.state === 'gone') return;
    this.#enter(message, 'gone');
    this.#messages.delete(message.kept.id);
    this.#order.leave(message);
    this.#journal.append({ is: 'gone', id: message.kept.id });
  }

  #show(message: Message): void {
    this.#enter(message, 'visible');
    this.#order.show(message);
  }

  #hide(message: Message, until: number, state: 'delayed' | 'inFlight' = 'inFlight'): void {
    this.#enter(message, state);
    this.#agenda.add(until, { id: message.kept.id, version: message.version });
  }

  /** Shows every message whose delay or visibility timeout is over. */
  #catchUp(): void {
    const now = Date.now();
    for (let entry = this.#agenda.due(now); entry; entry = this.#agenda.due(now)) {
      const message = this.#messages.get(entry.id);
      if (message?.version === entry.version) this.#show(message);
    }
  }

  #serve(): void {
    this.#catchUp();
    this.#pollers.serve();
  }

  #take({ most, visibilitySeconds = this.#number('VisibilityTimeout') }: Receive): Message[] {
    const now = Date.now();
    const oldest = now - this.#number('MessageRetentionPeriod') * 1000;
    const policy = readRedrivePolicy(this.attributes.RedrivePolicy ?? '');
    const deadLetterQueue = policy && this.#queueAt(policy.deadLetterTargetArn);
    const taken: Message[] = [];
    for (let next = this.#order.take(most); next.length > 0; next = this.#order.take(most - taken.length)) {
      for (const message of next) {
        if (message.kept.sentAt < oldest) this.#drop(message);
        else if (deadLetterQueue && message.receiveCount >= policy.maxReceiveCount)
          this.#moveToDeadLetters(message, deadLetterQueue);
        else {
          message.receiveCount++;
          message.firstReceivedAt ??= now;
          message.deliveredAt = now;
          const comesAgain = isRedelivered(this.faults, message.receiveCount);
          this.#hide(message, now + (comesAgain ? redeliverySeconds : visibilitySeconds) * 1000);
          taken.push(message);
        }
      }
    }
    return taken;
  }

  #moveToDeadLetters(message: Message, deadLetterQueue: Pick<Queue, 'adopt'>): void {
    // The message is hidden during the move. If the process dies between the two writes, it is in both queues. If the
    // disk refuses, it becomes visible again and the next receive tries again.
    this.#hide(message, Date.now() + 30_000);
    deadLetterQueue.adopt(message, this.arn).then(
      () => this.remove(message),
      () => undefined,
    );
  }
}
