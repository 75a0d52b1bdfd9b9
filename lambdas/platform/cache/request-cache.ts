import { type Freshness, storedKeyOf } from './freshness';
import type { Found } from './process-memory';

type Find = <T>(key: string, load: () => Promise<T>, freshness: Freshness) => Promise<Found<T>>;

/** A cache as one request sees it: the first answer for a key holds for the whole request. */
export class RequestCache {
  readonly #find: Find;
  readonly #maxBytes: number;
  readonly #asked = new Map<string, Promise<Found<unknown>>>();
  #bytes = 0;

  /** Keeps at most `maxBytes` characters of JSON; values beyond that are asked for again. */
  constructor(find: Find, maxBytes: number) {
    this.#find = find;
    this.#maxBytes = maxBytes;
  }

  async get<T>(key: string, load: () => Promise<T>, freshness: Freshness): Promise<T> {
    const storedKey = storedKeyOf(key, freshness, undefined);
    const asked = this.#asked.get(storedKey) as Promise<Found<T>> | undefined;
    return (await (asked ?? this.#remember(storedKey, this.#find(key, load, freshness)))).value;
  }

  async #remember<T>(storedKey: string, asking: Promise<Found<T>>): Promise<Found<T>> {
    this.#asked.set(storedKey, asking);
    try {
      const found = await asking;
      if (this.#bytes + found.size > this.#maxBytes) this.#asked.delete(storedKey);
      else this.#bytes += found.size;
      return found;
    } catch (error) {
      this.#asked.delete(storedKey);
      throw error;
    }
  }
}
