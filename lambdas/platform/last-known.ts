import { LRUCache } from 'lru-cache';

const retryPauseMs = 1000;
/** Longer than a cache and a database that are well ever take. */
const answerDeadlineMs = 500;

/**
 * Remembers how a question was answered last, and answers so while it cannot be asked, or nobody answers: in a process
 * that has been asked before, a visitor does not notice that cache and database are away, or hang.
 */
export class StaleOnError<T> {
  readonly #known = new LRUCache<string, { readonly value: T }>({ max: 1000 });
  /** Until when nobody need try: each try may take seconds to fail. */
  #noRetryUntil = 0;

  async get(key: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#known.get(key);
    if (known && Date.now() < this.#noRetryUntil) return known.value;
    const asked = ask().then((value) => {
      this.#known.set(key, { value });
      return value;
    });
    if (!known) return asked;
    try {
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

/** What comes too late still counts, for the next who asks. */
const within = async <T>(answer: Promise<T>, ms: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
};
