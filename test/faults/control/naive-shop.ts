import type { Memcached } from '../../../lambdas/platform/memcached/memcached';
import type { Postgres } from '../../../lambdas/platform/postgres/postgres';
import type { Bank } from './bank';
import type { Shop } from './opening';

interface Needs {
  readonly sql: Postgres;
  readonly memcached: Memcached;
  /** `decr` and its value. The product's client has no such call, because it needs none. */
  readonly decrement: (key: string) => Promise<number | undefined>;
  readonly bank: Bank;
  readonly spots: number;
  /** Whether the database refuses rows beyond the capacity; otherwise it accepts all. */
  readonly guarded: boolean;
}

/** Connects as the owner: the registrar role creates no tables. */
export const naiveTable = `
  CREATE TABLE naive_registration (runner text PRIMARY KEY);
  GRANT SELECT, INSERT ON naive_registration TO registrar`;

const insert = 'INSERT INTO naive_registration (runner) VALUES ($1)';
const takeTurn = 'SELECT pg_advisory_xact_lock(1)';
const insertIfRoom = `
  INSERT INTO naive_registration (runner)
  SELECT $1 WHERE (SELECT count(*) FROM naive_registration) < $2 RETURNING runner`;

/**
 * A shop written without thinking of faults, as a real system of this kind was described: one counter in memcached,
 * counted down, and made again from the database when it is gone. The card is charged, then the row is written.
 */
export const naiveShop = ({ sql, memcached, decrement, bank, spots, guarded }: Needs): Shop => {
  const counter = 'spots-left';

  const takeOne = async (): Promise<boolean> => {
    let left = await decrement(counter);
    if (left === undefined) {
      const [row] = await sql.query<{ n: number }>('SELECT count(*)::int AS n FROM naive_registration');
      // One more than there are spots, because memcached does not count below 0: 0 must mean "none".
      await memcached.add(counter, String(spots - (row?.n ?? 0) + 1), 3600);
      left = await decrement(counter);
    }
    return (left ?? 0) > 0;
  };

  /** One runner at a time; the count is read in a statement after the wait, so this guard has no race of its own. */
  const insertInTurn = (runner: string) =>
    sql.transaction(async (turn) => {
      await turn.query(takeTurn);
      return turn.query(insertIfRoom, [runner, spots]);
    });

  return {
    async sellTo(runner) {
      if (!(await takeOne())) return 'out';
      await bank.charge(runner);
      const rows = guarded ? await insertInTurn(runner) : await sql.query(insert, [runner]);
      return guarded && rows.length === 0 ? 'out' : 'in';
    },
    settle: async () => undefined,
    runners: async () =>
      (await sql.query<{ runner: string }>('SELECT runner FROM naive_registration')).map(({ runner }) => runner),
  };
};
