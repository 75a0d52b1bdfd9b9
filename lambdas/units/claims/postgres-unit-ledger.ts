import type { Claim } from '../../domain/claim';
import { unitSql } from '../../ledger/dealing-sql';
import {
  claimUnits,
  countUnits,
  deleteUnits,
  dropClaims,
  duePools,
  lockClaims,
  lockPool,
  ownUnits,
} from '../../ledger/unit-sql';
import type { Postgres, Sql } from '../../platform/postgres/postgres';
import { graceAfter, nextBlockFor, type Times } from '../../spots/blocks/block';
import type { Counters } from '../../spots/blocks/ports';
import { type Limited, PostgresLedger } from '../../spots/blocks/postgres-ledger';
import type { DirectClaim, NoneLeft, UnitLedger } from './ports';

/** With at most so many sellable ones a pool is dealt from no more: each registration claims its own. */
export const maxScarce = 8;

/** Deletes sellable units beyond a lowered stock, the highest numbers first. */
export const trimPool = async (sql: Sql, pool: string): Promise<void> => {
  const [row] = await sql.query<{ stock: number; units: number }>(countUnits, [pool]);
  if (row && row.units > row.stock) await sql.query(deleteUnits, [pool, row.units - row.stock]);
};

const units: Limited = {
  sql: unitSql,
  lock: lockPool,
  due: duePools,
  next: (facts, left, reason, size) => {
    const answer = nextBlockFor(facts, left, reason, size);
    if (answer === 'current') return answer;
    return answer === 'cut' && facts.sellable > maxScarce ? 'cut' : { kind: 'scarce' };
  },
  closed: async () => undefined,
  cameBack: trimPool,
};

interface Needs {
  readonly postgres: Postgres;
  readonly counters: Pick<Counters, 'open'>;
  readonly newId: () => string;
  readonly times: Times;
}

/** Deals units as spots are dealt, and the last ones of a pool one registration at a time. */
export class PostgresUnitLedger extends PostgresLedger implements UnitLedger {
  readonly #postgres: Postgres;
  readonly #newId: () => string;

  constructor(needs: Needs) {
    super({ ...needs, of: units });
    this.#postgres = needs.postgres;
    this.#newId = needs.newId;
  }

  async claim({ pool, registrationId, quantity, except }: DirectClaim): Promise<readonly Claim[] | NoneLeft> {
    const sql = this.#postgres;
    const own = await sql.query<{ number: number; block: string }>(ownUnits, [pool, registrationId]);
    const mine = own
      .filter(({ number }) => !except.includes(number))
      .slice(0, quantity)
      .map(({ number, block }) => ({ pool, number, block }));
    const more = quantity - mine.length;
    if (more === 0) return mine;
    const [block] = await sql.query<{ id: string; numbers: number[] }>(claimUnits, [
      pool,
      this.#newId(),
      0,
      graceAfter.spent,
      more,
      more,
      registrationId,
    ]);
    if (block) return [...mine, ...block.numbers.map((number) => ({ pool, number, block: block.id }))];

    const [sellable] = await sql.query<{ n: number }>(unitSql.countSellable, [pool]);
    if (sellable && sellable.n > 0) return { kind: 'too-few', sellable: Math.min(sellable.n, more - 1) + mine.length };
    const [state] = await sql.query<{ left: boolean }>(unitSql.anyLeft, [pool]);
    if (!state?.left) return { kind: 'sold-out' };
    await sql.query(unitSql.markFull, [pool]);
    return { kind: 'held' };
  }

  async drop(claims: readonly Claim[]) {
    const columns = [
      claims.map(({ pool }) => pool),
      claims.map(({ number }) => number),
      claims.map(({ block }) => block),
    ];
    await this.#postgres.transaction(async (sql) => {
      await sql.query(lockClaims, columns);
      await sql.query(dropClaims, columns);
    });
  }
}
