import type { Cache } from '../../platform/cache/cache';
import type { Sql } from '../../platform/postgres/postgres';
import type { Pools } from './claim-of-quote';

/** A pool is never deleted; a new one is seen after this time. */
const freshSeconds = 10;

export class CachedPools implements Pools {
  readonly #cache: Cache;
  readonly #sql: Sql;

  constructor(cache: Cache, sql: Sql) {
    this.#cache = cache;
    this.#sql = sql;
  }

  async ofItems(raceId: string) {
    return new Map(await this.#cache.get(`pools:${raceId}`, () => this.#find(raceId), { freshSeconds }));
  }

  async #find(raceId: string): Promise<readonly (readonly [string, string])[]> {
    const rows = await this.#sql.query<{ ref: string; id: string }>(
      `SELECT ref, id FROM pool WHERE race_id = $1 AND kind = 'item'`,
      [raceId],
    );
    return rows.map(({ ref, id }) => [ref, id] as const);
  }
}
