export type OutboxQueue = 'payments' | 'mail' | 'urgent-mail' | 'publications';

/** A message that must be sent because of what is committed together with it. */
export interface OutboxMessage {
  /** Two messages with the same id are one message. */
  readonly id: string;
  readonly queue: OutboxQueue;
  readonly body: unknown;
  readonly group?: string;
  readonly deduplicationId?: string;
}

/** What a transaction has put in the outbox: a message, which then need not be read again, or only its id. */
export type Put = OutboxMessage | string;

/** Sends what was put in the outbox, once that is committed. */
export type Relay = (put: readonly Put[]) => Promise<unknown>;
