import type { Cache } from '../../platform/cache/cache';
import type { Sql } from '../../platform/postgres/postgres';
import type { Pools, StockedPool } from './claim-of-quote';

/** A pool is never deleted; a new one, and another stock, are seen after this time. */
const freshSeconds = 10;

export class CachedPools implements Pools {
  readonly #cache: Cache;
  readonly #sql: Sql;

  constructor(cache: Cache, sql: Sql) {
    this.#cache = cache;
    this.#sql = sql;
  }

  async ofItems(raceId: string) {
    return new Map(await this.#cache.get(`stocked-pools:${raceId}`, () => this.#find(raceId), { freshSeconds }));
  }

  async #find(raceId: string): Promise<readonly (readonly [ref: string, pool: StockedPool])[]> {
    const rows = await this.#sql.query<{ ref: string; id: string; stock: number }>(
      `SELECT ref, id, stock FROM pool WHERE race_id = $1 AND kind = 'item'`,
      [raceId],
    );
    return rows.map(({ ref, id, stock }) => [ref, { id, stock }] as const);
  }
}
