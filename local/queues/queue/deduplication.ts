import type { Attributes } from './attributes';
import type { Draft } from './message';
import { invalid } from './problem';

/** A message accepted in the last five minutes. `kept` resolves when it is on disk. */
export interface Seen {
  readonly id: string;
  readonly sequence: number;
  readonly at: number;
  readonly kept: Promise<void>;
}

const intervalMs = 5 * 60_000;

/**
 * The deduplication ids of a FIFO queue: each is remembered for five minutes from the first send, also after its
 * message was deleted.
 */
export class Deduplication {
  readonly #seen = new Map<string, Seen>();

  find(key: string, now: number): Seen | undefined {
    this.#forget(now);
    return this.#seen.get(key);
  }

  remember(key: string, seen: Seen): void {
    this.#seen.set(key, seen);
  }

  /** Forgets a message that could not be kept, so that its sender may try again. */
  withdraw(key: string): void {
    this.#seen.delete(key);
  }

  *entries(now: number): Generator<[string, Seen]> {
    this.#forget(now);
    yield* this.#seen.entries();
  }

  #forget(now: number): void {
    // A map keeps the order of insertion, and ids are inserted in the order of time.
    for (const [key, { at }] of this.#seen) {
      if (at + intervalMs > now) break;
      this.#seen.delete(key);
    }
  }
}

/**
 * The key that tells duplicates: the message's own id, or the hash of its body where the queue deduplicates by content.
 * Throws a Problem without an id.
 */
export const deduplicationKey = (draft: Draft, attributes: Attributes): string => {
  const id = draft.deduplicationId;
  if (id === undefined) throw invalid('A FIFO queue needs a MessageDeduplicationId, or ContentBasedDeduplication.');
  return attributes.DeduplicationScope === 'messageGroup' ? `${draft.group} ${id}` : id;
};
