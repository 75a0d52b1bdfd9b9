import type { Attributes } from './attributes';
import type { Draft } from './message';
import { invalid } from './problem';

/** A message accepted within the last five minutes, and whether the disk has it yet. */
export interface Seen {
  readonly id: string;
  readonly sequence: number;
  readonly at: number;
  readonly kept: Promise<void>;
}

const intervalMs = 5 * 60_000;

/** FIFO's memory of deduplication ids: five minutes from the first send, also when that message has long been deleted. */
export class Deduplication {
  readonly #seen = new Map<string, Seen>();

  find(key: string, now: number): Seen | undefined {
    this.#forget(now);
    return this.#seen.get(key);
  }

  remember(key: string, seen: Seen): void {
    this.#seen.set(key, seen);
  }

  /** The message could not be kept after all: its sender may try again. */
  withdraw(key: string): void {
    this.#seen.delete(key);
  }

  *entries(now: number): Generator<[string, Seen]> {
    this.#forget(now);
    yield* this.#seen.entries();
  }

  #forget(now: number): void {
    // A map keeps the order of insertion, and ids come in the order of time.
    for (const [key, { at }] of this.#seen) {
      if (at + intervalMs > now) break;
      this.#seen.delete(key);
    }
  }
}

/** Under what key a message is recognised: its own id, or the hash of its body where the queue does so. */
export const deduplicationKey = (draft: Draft, attributes: Attributes): string => {
  const id = draft.deduplicationId;
  if (id === undefined) throw invalid('A FIFO queue needs a MessageDeduplicationId, or ContentBasedDeduplication.');
  return attributes.DeduplicationScope === 'messageGroup' ? `${draft.group} ${id}` : id;
};
