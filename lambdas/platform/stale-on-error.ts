import { LRUCache } from 'lru-cache';
import { within } from './within';

const retryPauseMs = 1000;
/** A healthy cache or database never takes longer. */
const answerDeadlineMs = 500;

/**
 * Remembers the last answer to each question, and serves it while a new one fails or takes too long (as HTTP's
 * stale-if-error: https://www.rfc-editor.org/rfc/rfc5861#section-4). In a process that has an answer, visitors do not
 * notice that cache and database are down or hang.
 */
export class StaleOnError<T> {
  readonly #known = new LRUCache<string, { readonly value: T; readonly heldUntil: number }>({ max: 1000 });
  readonly #heldMs: number;
  /** Until then, in milliseconds since the epoch, nothing is tried: each try may take seconds to fail. */
  #noRetryUntil = 0;

  /** `heldMs`: for so long after an answer, nothing is asked at all. */
  constructor({ heldMs = 0 }: { readonly heldMs?: number } = {}) {
    this.#heldMs = heldMs;
  }

  async get(key: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#known.get(key);
    const now = Date.now();
    if (known && (now < known.heldUntil || now < this.#noRetryUntil)) return known.value;
    const asked = ask().then((value) => {
      this.#known.set(key, { value, heldUntil: now + this.#heldMs });
      return value;
    });
    if (!known) return asked;
    try {
      // An answer that comes too late is still remembered for the next caller.
      return await within(asked, answerDeadlineMs);
    } catch {
      this.#noRetryUntil = Date.now() + retryPauseMs;
      return known.value;
    }
  }

  forget(key: string): void {
    this.#known.delete(key);
  }
}
