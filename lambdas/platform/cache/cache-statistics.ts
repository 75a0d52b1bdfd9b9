/** What a cache has done since it was made. Counts keys, except where it says otherwise. */
export interface CacheStatistics {
  /** Served from the process's own memory. */
  readonly processHits: number;
  /** Served from memcached. */
  readonly memcachedHits: number;
  /** Shared a lookup of the same key that was under way in this process. */
  readonly joined: number;
  /** Neither level had it. */
  readonly misses: number;
  /** Calls of loaders, each for one key or for many. */
  readonly loads: number;
  /** Waited for the load of another process. */
  readonly waits: number;
  /** Loads before the value was too old, by the one caller that memcached chose. */
  readonly earlyRefreshes: number;
  /** Old values served because a refresh failed. */
  readonly staleValues: number;
  /** Values taken into the process's memory. */
  readonly promotions: number;
  /**
   * Loaded values that memcached does not have: it is down, the value is too large, or it was invalidated meanwhile.
   */
  readonly notStored: number;
}

export type Counters = { -readonly [Name in keyof CacheStatistics]: number };

export const zeroes = (): Counters => ({
  processHits: 0,
  memcachedHits: 0,
  joined: 0,
  misses: 0,
  loads: 0,
  waits: 0,
  earlyRefreshes: 0,
  staleValues: 0,
  promotions: 0,
  notStored: 0,
});
