import { writeRaceAudit } from '../../ledger/audit';
import { addPool, addUnits, analyzeUnits, countUnits, findPool, firstEvent, lockPool } from '../../ledger/unit-sql';
import type { Postgres, Sql } from '../../platform/postgres/postgres';
import { retryOnConflict } from '../../platform/retry';
import { trimPool } from '../claims/postgres-unit-ledger';
import type { StockSet, Stocks, StockWish } from './ports';

interface Counted {
  readonly stock: number;
  readonly units: number;
  readonly sellable: number;
  readonly given: number;
}

/** After so many new rows, plans that were made without them are wrong. */
const minToAnalyze = 100;

export class PostgresStocks implements Stocks {
  readonly #postgres: Postgres;
  readonly #newId: () => string;

  constructor(postgres: Postgres, newId: () => string) {
    this.#postgres = postgres;
    this.#newId = newId;
  }

  set(wish: StockWish): Promise<StockSet> {
    return this.#postgres.transaction((sql) => this.#set(sql, wish), { retryOn: retryOnConflict });
  }

  async #set(sql: Sql, { raceId, variant, stock, isDryRun }: StockWish): Promise<StockSet> {
    const [event] = await sql.query(firstEvent, [raceId]);
    if (!event) return { kind: 'no-such-race' };
    if (!isDryRun) await sql.query(addPool, [this.#newId(), raceId, 'item', variant]);
    const [pool] = await sql.query<{ id: string }>(findPool, [raceId, 'item', variant]);
    if (!pool) return { kind: 'set', before: 0, units: stock, given: 0 };
    if (!isDryRun) await sql.query(lockPool, [pool.id]);
    const now = await this.#count(sql, pool.id);
    if (stock < now.given) return { kind: 'given', given: now.given };
    const more = Math.max(0, stock - now.units);
    if (stock === now.stock) return { kind: 'set', before: now.stock, units: now.units, given: now.given };
    if (isDryRun) return { kind: 'set', before: now.stock, units: unitsAt(stock, now), given: now.given };

    await sql.query(addUnits, [pool.id, stock, more]);
    await trimPool(sql, pool.id);
    if (more >= minToAnalyze) await sql.query(analyzeUnits);
    const detail = { variant, from: now.stock, to: stock };
    await writeRaceAudit(sql, raceId, 'stock-changed', detail);
    const after = await this.#count(sql, pool.id);
    return { kind: 'set', before: now.stock, units: after.units, given: after.given };
  }

  async #count(sql: Sql, pool: string): Promise<Counted> {
    const [row] = await sql.query<Counted>(countUnits, [pool]);
    if (!row) throw new Error(`pool ${pool} is there and cannot be counted`);
    return row;
  }
}

/** Only sellable ones go when the stock is lowered. */
const unitsAt = (stock: number, { units, sellable }: Counted): number =>
  stock >= units ? stock : units - Math.min(units - stock, sellable);
