import type { Memcached } from '../memcached/memcached';
import type { Counters } from './cache-statistics';
import { Frequency } from './frequency';
import { type Freshness, freshSecondsOf, type Plan, planOf, refreshBelowSeconds, storedKeyOf } from './freshness';
import { Groups } from './groups';
import type { Loader } from './loads';
import { Lookup, type LookupResult } from './lookup';
import { type Found, ProcessMemory } from './process-memory';
import { SingleFlight } from './single-flight';

interface Needs {
  readonly memcached: Memcached;
  readonly counters: Counters;
  readonly maxBytes: number;
  readonly waitMs: number;
  readonly threshold: number;
  readonly windowSeconds: number;
}

/** Looks for a value in the process, then in memcached, and decides whether the process holds it. */
export class Levels {
  readonly #memcached: Memcached;
  readonly #counters: Counters;
  readonly #threshold: number;
  readonly #frequency: Frequency;
  readonly #groups: Groups;
  readonly #held: ProcessMemory;
  readonly #flights = new SingleFlight();
  readonly #lookup: Lookup;

  constructor({ memcached, counters, maxBytes, waitMs, threshold, windowSeconds }: Needs) {
    this.#memcached = memcached;
    this.#counters = counters;
    this.#threshold = threshold;
    this.#frequency = new Frequency(windowSeconds);
    this.#groups = new Groups(memcached);
    this.#held = new ProcessMemory(maxBytes);
    this.#lookup = new Lookup({ memcached, counters, waitMs, oftenSeconds: windowSeconds / threshold });
  }

  async find<T>(key: string, freshness: Freshness, loader: Loader<T>): Promise<Found<T>> {
    const { group } = freshness;
    const now = Date.now();
    // The stamp is read before the load: after an invalidation meanwhile, the loaded value is stored under a key that
    // is not read any more.
    const stamp = group === undefined ? undefined : (this.#groups.held(group, now) ?? (await this.#groups.read(group)));
    const storedKey = storedKeyOf(key, freshness, stamp);
    const times = this.#frequency.count(key, now);

    const held = this.#held.find<T>(storedKey, now);
    if (held) {
      this.#counters.processHits += 1;
      loader.pass();
      return held;
    }
    const joined = this.#flights.join<Found<T>>(storedKey);
    if (joined) {
      this.#counters.joined += 1;
      loader.pass();
      return joined;
    }
    return this.#flights.start(storedKey, async (isCurrent) => {
      const plan = planOf(key, freshness, stamp, Date.now());
      try {
        const result = await this.#lookup.find({ plan, loader, isCurrent });
        const { value, text } = result.entry;
        const found = { value, size: text.length };
        if (isCurrent() && this.#mayHold(result, times)) this.#hold(found, plan, result.entry.at);
        return found;
      } finally {
        loader.pass();
      }
    });
  }

  async invalidate(key: string): Promise<void> {
    this.#held.forget(key);
    this.#flights.forget(key);
    await this.#memcached.delete(key);
  }

  invalidateGroup(group: string): Promise<void> {
    return this.#groups.renew(group);
  }

  endGroup(group: string): Promise<void> {
    return this.#groups.renew(group, 0);
  }

  async isNews(group: string, seconds: number): Promise<boolean> {
    const madeAt = await this.#groups.madeAt(group);
    return madeAt !== undefined && Date.now() < madeAt + seconds * 1000;
  }

  #mayHold({ hold }: Pick<LookupResult<unknown>, 'hold'>, times: number): boolean {
    return hold === 'at-once' || (hold === 'if-asked-often' && times >= this.#threshold);
  }

  #hold(found: Found<unknown>, plan: Plan, at: number): void {
    const fresh = freshSecondsOf(plan, found.value);
    // Not to the end of its time: memcached can choose this process for the early refresh only if the process asks.
    const until = Math.min(Date.now() + plan.processSeconds * 1000, at + (fresh - refreshBelowSeconds(fresh)) * 1000);
    if (until <= Date.now()) return;
    this.#counters.promotions += 1;
    this.#held.hold(found, plan.key, until);
  }
}
