/** Sends these messages of the outbox, by their ids. */
export type Relay = (outboxIds: readonly string[]) => Promise<unknown>;
