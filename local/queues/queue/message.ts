import { hash } from 'node:crypto';
import type { MessageAttributes } from './message-attributes';

/** What a sender sends. */
export interface Draft {
  readonly body: string;
  readonly attributes?: MessageAttributes | undefined;
  readonly traceHeader?: string | undefined;
  /** FIFO queues keep the messages of a group in order. Standard queues share out deliveries fairly between groups. */
  readonly group?: string | undefined;
  readonly deduplicationId?: string | undefined;
  readonly delaySeconds?: number | undefined;
}

/** The part of a message that must survive a crash. Times are milliseconds since the epoch. */
export interface Kept {
  readonly id: string;
  readonly body: string;
  readonly attributes?: MessageAttributes | undefined;
  readonly traceHeader?: string | undefined;
  readonly group?: string | undefined;
  readonly deduplicationId?: string | undefined;
  readonly sequence: number;
  readonly sentAt: number;
  readonly visibleAt: number;
  /** In a dead-letter queue: the ARN of the queue that the message came from. */
  readonly sourceQueue?: string | undefined;
  /** In a dead-letter queue: the number of deliveries in the source queue. */
  readonly deliveries?: number | undefined;
}

/** A message in a queue. `inFlight`: delivered, and hidden until its visibility timeout. */
export interface Message {
  readonly kept: Kept;
  readonly md5: string;
  state: 'delayed' | 'visible' | 'inFlight' | 'gone';
  /** Counts the changes of state. A timer set for an earlier state is recognised by its old version. */
  version: number;
  receiveCount: number;
  /** Milliseconds since the epoch; undefined until the first delivery since this server started. */
  firstReceivedAt: number | undefined;
  deliveredAt: number;
}

/** A message as the journal has it, before the queue gives it a state. */
export const restored = (kept: Kept): Message => ({
  kept,
  md5: hash('md5', kept.body, 'hex'),
  state: 'gone',
  version: 0,
  receiveCount: kept.deliveries ?? 0,
  firstReceivedAt: undefined,
  deliveredAt: 0,
});
