import type { Counters } from './cache-statistics';
import { limitTo } from './limit';

/** What a loader returned. */
export interface Loaded<T> {
  readonly value: T;
  /** When its load began, in milliseconds since the epoch. */
  readonly at: number;
}

/** One key's share of a load. */
export interface Loader<T> {
  load(): Promise<Loaded<T>>;
  /** The key needs no load now: the others do not wait for it. */
  pass(): void;
}

/** The loads of one process; the number that run at once is limited. */
export class Loads {
  readonly #limited: ReturnType<typeof limitTo>;
  readonly #counters: Counters;

  constructor(counters: Counters, most: number, mostWaiting: number) {
    this.#counters = counters;
    this.#limited = limitTo(most, mostWaiting);
  }

  one<T>(load: () => Promise<T>): Loader<T> {
    return { load: () => this.#run(load), pass: () => {} };
  }

  /**
   * Loaders of many keys that share one call. The call starts once each key has asked for its load or passed. A key
   * that asks later, after another process did not deliver in time, gets a call of its own.
   */
  forMany<T>(
    keys: Iterable<string>,
    load: (missing: readonly string[]) => Promise<ReadonlyMap<string, T>>,
  ): (key: string) => Loader<T | undefined> {
    const undecided = new Set(keys);
    const missing: string[] = [];
    let begin: () => void = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    let values: Promise<Loaded<ReadonlyMap<string, T>>> | undefined;
    const of = async (key: string, loading: Promise<Loaded<ReadonlyMap<string, T>>>) => {
      const { value, at } = await loading;
      return { value: value.get(key), at };
    };
    const decide = (key: string) => {
      if (undecided.delete(key) && undecided.size === 0) begin();
    };
    return (key) => ({
      load: () => {
        if (!undecided.has(key))
          return of(
            key,
            this.#run(() => load([key])),
          );
        missing.push(key);
        values ??= begun.then(() => this.#run(() => load(missing)));
        const mine = of(key, values);
        decide(key);
        return mine;
      },
      pass: () => decide(key),
    });
  }

  #run<T>(load: () => Promise<T>): Promise<Loaded<T>> {
    return this.#limited(async () => {
      this.#counters.loads += 1;
      const at = Date.now();
      return { value: await load(), at };
    });
  }
}
