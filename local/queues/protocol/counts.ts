/** What a server of queues was asked since its start. */
export interface Counts {
  /** Requests by their action, such as `SendMessageBatch`. */
  readonly requests: Record<string, number>;
  /** Messages that were sent, by the name of their queue. */
  readonly messages: Record<string, number>;
}

export const noCounts = (): Counts => ({ requests: {}, messages: {} });

export const countOne = (counts: Record<string, number>, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1;
};
