import type { Cache } from '../../platform/cache/cache';
import type { Memcached } from '../../platform/memcached/memcached';
import type { Sql } from '../../platform/postgres/postgres';
import type { SpotCounts } from '../../races/availability';
import type { Race } from '../../races/race';
import { counterKey } from '../blocks/block';
import { countSpots, type LedgerCount } from './postgres-spot-counts';

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
      counts.map(async ({ eventId, sellable, block, held, waitedFor }) => ({
        eventId,
        sellable,
        undealt: await this.#undealt(block),
        held,
        waitedFor,
      })),
    );
  }

  // A counter that is gone or does not answer counts as fully dealt: showing too few spots is better than too many.
  async #undealt(block: LedgerCount['block']) {
    if (!block) return 0;
    const dealt = await this.#memcached.get(counterKey(block.id)).catch(() => undefined);
    return dealt ? Math.max(0, block.size - Number(dealt.toString().trim())) : 0;
  }
}
