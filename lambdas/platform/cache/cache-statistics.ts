/** What a cache did since it was made, counted by keys asked for. */
export interface CacheStatistics {
  /** Served from the process's own memory. */
  readonly processHits: number;
  /** Served from memcached. */
  readonly memcachedHits: number;
  /** Joined somebody of the same process who was looking for the same. */
  readonly joined: number;
  /** Neither level had it. */
  readonly misses: number;
  /** Calls of loaders, for one key or for many. */
  readonly loads: number;
  /** Waited for another process's load. */
  readonly waits: number;
  /** Loads before the value was too old, by the one who was chosen for it. */
  readonly earlyRefreshes: number;
  /** Old values served because their refresh failed. */
  readonly staleValues: number;
  /** Values taken into the process's memory. */
  readonly promotions: number;
  /** Loaded values that memcached did not take: it is away, the value is too large, or was invalidated meanwhile. */
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
