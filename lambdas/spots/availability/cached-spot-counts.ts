import type { Cache } from '../../platform/cache/cache';
import type { Memcached } from '../../platform/memcached/memcached';
import type { Sql } from '../../platform/postgres/postgres';
import type { SpotCounts } from '../../races/availability';
import type { Race } from '../../races/race';
import { undealtOf } from '../blocks/memcached-undealt';
import { countSpots } from './postgres-spot-counts';

/** Counts the spots every 2 seconds at most: one caller counts, and all others read the result. */
export class CachedSpotCounts implements SpotCounts {
  readonly #cache: Cache;
  readonly #sql: Sql;
  readonly #memcached: Pick<Memcached, 'get'>;

  /** `memcached` is the pool that spots are dealt from: it knows how far a block has been dealt. */
  constructor(cache: Cache, sql: Sql, memcached: Pick<Memcached, 'get'>) {
    this.#cache = cache;
    this.#sql = sql;
    this.#memcached = memcached;
  }

  of(race: Race) {
    return this.#cache.get(`spots:${race.id}`, () => this.#count(race), { freshSeconds: 2 });
  }

  async #count(race: Race) {
    const counts = await countSpots(
      this.#sql,
      race.events.map(({ id }) => id),
    );
    return Promise.all(
      counts.map(async ({ block, ...count }) => ({
        ...count,
        undealt: block ? await undealtOf(this.#memcached, block.id, block.size) : 0,
      })),
    );
  }
}
