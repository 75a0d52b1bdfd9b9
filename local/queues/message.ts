import { createHash } from 'node:crypto';
import type { MessageAttributes } from './message-attributes';

/** What a sender gave. */
export interface Draft {
  readonly body: string;
  readonly attributes?: MessageAttributes | undefined;
  readonly traceHeader?: string | undefined;
  /** FIFO: messages of a group stay in order. Standard: the tenant, for fairness. */
  readonly group?: string | undefined;
  readonly deduplicationId?: string | undefined;
  readonly delaySeconds?: number | undefined;
}

/** What the journal keeps of a message: all that must outlive a crash. Times are epoch milliseconds. */
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
  /** ARN of the queue it died in. */
  readonly sourceQueue?: string | undefined;
  /** Deliveries in the queue it died in. */
  readonly deliveries?: number | undefined;
}

/** A message in a queue. `taken`: delivered, and hidden until its visibility timeout. */
export interface Message {
  readonly kept: Kept;
  readonly md5: string;
  state: 'delayed' | 'visible' | 'inFlight' | 'gone';
  /** Counts changes of state, so that an alarm set for an earlier state is known to be void. */
  version: number;
  receiveCount: number;
  /** Since this server started. */
  firstReceivedAt: number | undefined;
  deliveredAt: number;
}

/** A message as the journal has it, before the queue gives it a state. */
export const restored = (kept: Kept): Message => ({
  kept,
  md5: createHash('md5').update(kept.body).digest('hex'),
  state: 'gone',
  version: 0,
  receiveCount: kept.deliveries ?? 0,
  firstReceivedAt: undefined,
  deliveredAt: 0,
});
