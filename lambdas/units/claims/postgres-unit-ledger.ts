import { type Claim, isSameClaim } from '../../domain/claim';
import { authenticationGraceSeconds } from '../../domain/registration';
import { unitSql } from '../../ledger/dealing-sql';
import {
  claimUnits,
  countUnits,
  deleteUnits,
  dropClaims,
  duePools,
  lockPool,
  ownUnits,
  whatIsLeft,
} from '../../ledger/unit-sql';
import { groupCalls } from '../../platform/group-calls';
import { type Postgres, type Sql, sqlStateOf } from '../../platform/postgres/postgres';
import { foreignKeyViolation } from '../../platform/retry';
import { within } from '../../platform/within';
import { graceAfter, nextBlockFor, type Times, unitBlockSize } from '../../spots/blocks/block';
import type { Counters } from '../../spots/blocks/ports';
import { type Limited, PostgresLedger } from '../../spots/blocks/postgres-ledger';
import type { DirectClaim, DirectClaims, UnitLedger } from './ports';

/** With at most so many sellable ones a pool is dealt from no more: each registration claims its own. */
export const maxScarce = 8;

/**
 * How long after its last hold a claim is kept, in seconds: until the answer to a bank is no longer accepted, and its message
 * has reached the writer. Otherwise somebody who answers late could pay for a unit that is somebody else's by then.
 */
export const claimGraceSeconds = authenticationGraceSeconds + graceAfter.spent;

/** A runner waits no longer than this for what they do not want any more. */
const dropDeadlineMs = 200;

/** Deletes sellable units beyond a lowered stock, the highest numbers first. */
export const trimPool = async (sql: Sql, pool: string): Promise<void> => {
  const [row] = await sql.query<{ stock: number; units: number }>(countUnits, [pool]);
  if (row && row.units > row.stock) await sql.query(deleteUnits, [pool, row.units - row.stock]);
};

const units: Limited = {
  sql: unitSql,
  lock: lockPool,
  due: duePools,
  blockSize: unitBlockSize,
  moreGraceSeconds: authenticationGraceSeconds,
  next: (facts, left, reason, size) => {
    const answer = nextBlockFor(facts, left, reason, size, unitBlockSize);
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
  readonly #drop: (claims: readonly Claim[]) => Promise<void>;

  constructor(needs: Needs) {
    super({ ...needs, of: units });
    this.#postgres = needs.postgres;
    this.#newId = needs.newId;
    this.#drop = groupCalls(
      async (all: readonly (readonly Claim[])[]) => {
        await dropSeeingLines(needs.postgres, all.flat());
        return all.map(() => undefined);
      },
      // One after the other: two that drop at once would only wait for the same disk.
      { atOnce: 1, most: 100 },
    );
  }

  async claim({ pool, registrationId, quantity, except, dropped = [] }: DirectClaim): Promise<DirectClaims> {
    const sql = this.#postgres;
    const rows = await sql.query<{ number: number; block: string }>(ownUnits, [pool, registrationId]);
    const own = rows
      .map(({ number, block }) => ({ pool, number, block }))
      .filter((claim) => !dropped.some((one) => isSameClaim(one, claim)));
    const mine = own.filter(({ number }) => !except.includes(number)).slice(0, quantity);
    const more = quantity - mine.length;
    if (more === 0) return { claims: mine };
    const [block] = await sql.query<{ id: string; numbers: number[] }>(claimUnits, [
      pool,
      this.#newId(),
      0,
      claimGraceSeconds,
      more,
      more,
      registrationId,
    ]);
    if (block) return { claims: [...mine, ...block.numbers.map((number) => ({ pool, number, block: block.id }))] };

    const theirs = [...except, ...own.map(({ number }) => number)];
    const [left] = await sql.query<{ sellable: number; isHeld: boolean }>(whatIsLeft, [pool, theirs]);
    if (!left) throw new Error(`pool ${pool} cannot be counted`);
    // Enough, and yet none was claimed: somebody else is claiming them at this moment.
    const isHeld = left.isHeld || left.sellable >= more;
    if (isHeld) await sql.query(unitSql.markSomeFull, [pool]);
    const sellable = Math.min(left.sellable, more - 1);
    return { claims: mine, lacks: { kind: isHeld ? 'held' : 'gone', sellable } };
  }

  drop(claims: readonly Claim[]) {
    return within(this.#drop(claims), dropDeadlineMs);
  }
}

/** A line that was written meanwhile is seen by a second run; see `dropClaims`. */
const dropSeeingLines = async (sql: Sql, claims: readonly Claim[]): Promise<void> => {
  const columns = [
    claims.map(({ pool }) => pool),
    claims.map(({ number }) => number),
    claims.map(({ block }) => block),
  ];
  try {
    await sql.query(dropClaims, columns);
  } catch (error) {
    if (sqlStateOf(error) !== foreignKeyViolation) throw error;
    await sql.query(dropClaims, columns);
  }
};
