import { LRUCache } from 'lru-cache';

const restMs = 1000;

/**
 * Remembers how a question was answered last, and answers so while it cannot be asked: in a process that has been
 * asked before, a visitor does not notice that cache and database are away.
 */
export class LastKnown<T> {
  readonly #known = new LRUCache<string, { readonly value: T }>({ max: 1000 });
  /** Until when nobody need try: each try may take seconds to fail. */
  #restUntil = 0;

  async get(key: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#known.get(key);
    if (known && Date.now() < this.#restUntil) return known.value;
    try {
      const value = await ask();
      this.#known.set(key, { value });
      return value;
    } catch (error) {
      if (!known) throw error;
      this.#restUntil = Date.now() + restMs;
      return known.value;
    }
  }

  forget(key: string): void {
    this.#known.delete(key);
  }
}
