import { unitSql } from '../../ledger/dealing-sql';
import type { Cache } from '../../platform/cache/cache';
import type { Memcached } from '../../platform/memcached/memcached';
import type { Sql } from '../../platform/postgres/postgres';
import { undealtOf } from '../../spots/blocks/memcached-undealt';
import type { StockCounts, VariantCount } from './ports';

interface Row {
  readonly variant: string;
  readonly sellable: number;
  readonly block_id: string | null;
  readonly block_size: number | null;
  readonly held: boolean;
}

/** Counts the stock every 5 seconds at most: one caller counts, and all others read the result. */
export class CachedStock implements StockCounts {
  readonly #cache: Cache;
  readonly #sql: Sql;
  readonly #memcached: Pick<Memcached, 'get'>;

  /** `memcached` is the pool that units are dealt from: it knows how far a block has been dealt. */
  constructor(cache: Cache, sql: Sql, memcached: Pick<Memcached, 'get'>) {
    this.#cache = cache;
    this.#sql = sql;
    this.#memcached = memcached;
  }

  of(raceId: string) {
    return this.#cache.get(`stock:${raceId}`, () => this.#count(raceId), { freshSeconds: 5 });
  }

  async #count(raceId: string): Promise<readonly VariantCount[]> {
    const rows = await this.#sql.query<Row>(counts, [raceId]);
    return Promise.all(
      rows.map(async ({ variant, sellable, block_id: id, block_size: size, held }) => {
        const undealt = id === null || size === null ? 0 : await undealtOf(this.#memcached, id, size);
        return { variant, sellable, undealt, held };
      }),
    );
  }
}

/** Counting further would change no word that is shown. */
const maxCounted = 100;

const counts = `
  SELECT p.ref AS variant, s.sellable, b.id AS block_id, cardinality(b.numbers) AS block_size,
    CASE WHEN s.sellable = 0 THEN ${unitSql.isHeld('p.id', '')} ELSE false END AS held
  FROM pool p
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS sellable FROM (SELECT FROM unit WHERE pool_id = p.id AND block IS NULL LIMIT ${maxCounted}) u) s
  LEFT JOIN unit_block b ON b.id = p.current_block AND NOT b.closed AND b.deal_until > now()
  WHERE p.race_id = $1 AND p.kind = 'item'
  ORDER BY p.ref`;
