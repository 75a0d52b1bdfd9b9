import { type Memcached, MemcachedError } from '../memcached/memcached';
import type { Counters } from './cache-statistics';
import { compress } from './compression';
import { type Entry, entryOf, readEntry } from './entry';
import { freshSecondsOf, type Plan, refreshBelowSeconds } from './freshness';
import type { Loader } from './loads';

export interface Wanted<T> {
  readonly plan: Plan;
  readonly loader: Loader<T>;
  /** False after the key was invalidated in this process. */
  readonly isCurrent: () => boolean;
}

export interface LookupResult<T> {
  readonly entry: Entry<T>;
  /**
   * Whether the process may hold the value. `never`: it may be old. `at-once`: all processes ask for it often, or
   * memcached does not have it.
   */
  readonly hold: 'never' | 'if-asked-often' | 'at-once';
}

interface Needs {
  readonly memcached: Memcached;
  readonly counters: Counters;
  /** How long to wait for another process's load before loading here too, in milliseconds. */
  readonly waitMs: number;
  /** A value is asked for often when the last request for it was at most this long ago. */
  readonly oftenSeconds: number;
}

/** A process that was chosen to load and has not stored its value after this time is taken for dead. */
const vivifySeconds = 5;
/** Memcached's clock ticks in seconds, and the clocks of two processes differ. */
const toleranceSeconds = 2;

/** Looks for a value in memcached. If it is missing, one of all processes loads it. */
export class Lookup {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  async find<T>(wanted: Wanted<T>): Promise<LookupResult<T>> {
    const { plan, loader } = wanted;
    const { counters, waitMs, oftenSeconds } = this.#needs;
    if (plan.isWithoutStamp) return this.#loadWithoutMemcached(wanted);
    const giveUpAt = Date.now() + waitMs;
    for (let pause = 10; ; pause = Math.min(pause * 2, 80)) {
      const fetched = await this.#ask(plan);
      if (!fetched) return this.#loadWithoutMemcached(wanted);
      const { value, won, version, askedSecondsAgo } = fetched;
      const entry = value && usable(plan, readEntry<T>(plan.key, value));
      // A missing value is cached so briefly that each request would refresh it early.
      if (entry && (!won || entry.value === undefined)) {
        loader.pass();
        counters.memcachedHits += 1;
        const isAskedOften = askedSecondsAgo !== undefined && askedSecondsAgo <= oftenSeconds;
        return { entry, hold: isAskedOften ? 'at-once' : 'if-asked-often' };
      }
      if (won || value || Date.now() >= giveUpAt) return this.#reload(wanted, version, entry);
      loader.pass();
      if (pause === 10) counters.waits += 1;
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random() / 2)));
    }
  }

  /** `undefined`: memcached does not answer. */
  async #ask({ key, freshSeconds }: Plan) {
    try {
      return await this.#needs.memcached.fetch(key, {
        vivifySeconds,
        refreshBelowSeconds: refreshBelowSeconds(freshSeconds),
      });
    } catch (error) {
      if (error instanceof MemcachedError) return undefined;
      throw error;
    }
  }

  async #loadWithoutMemcached<T>(wanted: Wanted<T>): Promise<LookupResult<T>> {
    this.#needs.counters.misses += 1;
    const entry = await load(wanted);
    this.#needs.counters.notStored += 1;
    return { entry, hold: wanted.isCurrent() ? 'at-once' : 'never' };
  }

  /** `version`: of what memcached has now, the old value or the empty placeholder for the new one. */
  async #reload<T>(wanted: Wanted<T>, version: string, old: Entry<T> | undefined): Promise<LookupResult<T>> {
    const { counters, memcached } = this.#needs;
    if (old) counters.earlyRefreshes += 1;
    else counters.misses += 1;
    try {
      const entry = await load(wanted);
      return { entry, hold: await this.#store(wanted, entry, version) };
    } catch (error) {
      if (!old) {
        // Deletes the placeholder, so that another process may load.
        await memcached.delete(wanted.plan.key).catch(() => {});
        throw error;
      }
      counters.staleValues += 1;
      return { entry: old, hold: 'never' };
    }
  }

  /** Stores only over what was there before the load: an invalidation meanwhile, by any process, has removed it. */
  async #store<T>({ plan, isCurrent }: Wanted<T>, { text, value, at }: Entry<T>, version: string) {
    const { counters, memcached } = this.#needs;
    if (!isCurrent()) {
      counters.notStored += 1;
      return 'never';
    }
    const left = freshSecondsOf(plan, value) - (Date.now() - at) / 1000;
    try {
      if (await memcached.replace(plan.key, compress(text), version, left))
        return isCurrent() ? 'if-asked-often' : 'never';
      counters.notStored += 1;
      return 'never';
    } catch {
      // Deletes the placeholder of a value that cannot be stored: otherwise others would wait for it.
      counters.notStored += 1;
      await memcached.delete(plan.key).catch(() => {});
      return isCurrent() ? 'at-once' : 'never';
    }
  }
}

const load = async <T>({ plan, loader }: Wanted<T>): Promise<Entry<T>> => {
  const { value, at } = await loader.load();
  return entryOf(plan.key, value, at);
};

/** A node that was stopped may return expired values before it looks at its clock again. */
const usable = <T>(plan: Plan, entry: Entry<T> | undefined): Entry<T> | undefined =>
  entry && Date.now() - entry.at <= (freshSecondsOf(plan, entry.value) + toleranceSeconds) * 1000 ? entry : undefined;
