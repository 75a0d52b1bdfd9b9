import { addCodePools, addUses } from '../../../ledger/code-sql';
import { addUnits, deleteUnits, lockPool, lockSellable } from '../../../ledger/unit-sql';
import type { Sql } from '../../../platform/postgres/postgres';
import type { CreditLowered } from '../ports';

interface Wish {
  /** The registration that was given up for the credit. */
  readonly registrationId: string;
  /** What the credit is worth from now on, in the currency's smallest unit. With 0 it is good for nothing. */
  readonly worth: number;
  readonly isDryRun: boolean;
}

/**
 * Lowers a credit that nobody uses. It gets another pool, because quotes look credits up in a cache: one that is priced by what the
 * credit was worth until now finds no unit. Runs in its caller's transaction, after the lock of the registration.
 */
export const lowerCredit = async (
  sql: Sql,
  newId: () => string,
  { registrationId, worth, isDryRun }: Wish,
): Promise<CreditLowered> => {
  const [credit] = await sql.query<CreditRow>(lockCredit, [registrationId]);
  if (!credit) throw new Error(`Registration ${registrationId} is deferred and has no credit.`);
  const { id, pool_id: before, race_id: raceId } = credit;
  await sql.query(lockPool, [before]);
  const [unit] = await sql.query(lockSellable, [before]);
  const [use] = await sql.query<{ registration_id: string }>(findUse, [before]);
  if (use) return { kind: 'credit-used', usedBy: use.registration_id };
  if (!unit) return { kind: 'credit-claimed' };
  if (isDryRun) return { kind: 'lowered' };

  await sql.query(deleteUnits, [before, 1]);
  await sql.query(addUnits, [before, 0, 0]);
  const pool = worth > 0 ? newId() : before;
  if (pool !== before) {
    await sql.query(addCodePools, [[pool], raceId, [pool], 1]);
    await sql.query(addUses, [[pool], 1]);
  }
  await sql.query(setWorth, [id, worth, pool]);
  return { kind: 'lowered' };
};

/**
 * The credit that paid for a registration which its organiser ends. The runner gets an entry back, and not one that has expired
 * meanwhile. Runs in its caller's transaction.
 */
export const prolongCredit = (sql: Sql, registrationId: string) => sql.query(prolong, [registrationId]);

interface CreditRow {
  readonly id: string;
  readonly pool_id: string;
  readonly race_id: string;
}

const lockCredit = `
  SELECT c.id, c.pool_id, p.race_id FROM credit c JOIN pool p ON p.id = c.pool_id
  WHERE c.registration_id = $1 FOR NO KEY UPDATE OF c`;

/** After the lock of the unit: a line that was written while it waited is seen. */
const findUse = `
  SELECT registration_id FROM registration_line WHERE pool_id = $1 AND state IN ('given', 'over') LIMIT 1`;

/** A race is held once a year: the next one is sold within a year. */
const prolong = `
  UPDATE credit c SET expires_at = greatest(c.expires_at, clock_timestamp() + interval '1 year')
  FROM registration_line l WHERE l.registration_id = $1 AND l.kind = 'code' AND l.pool_id = c.pool_id`;

const setWorth = 'UPDATE credit SET worth = $2, pool_id = $3 WHERE id = $1';
