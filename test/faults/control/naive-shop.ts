import type { Memcached } from '../../../lambdas/platform/memcached/memcached';
import type { Postgres } from '../../../lambdas/platform/postgres/postgres';
import type { Bank } from './bank';
import type { Shop } from './opening';

interface Needs {
  readonly sql: Postgres;
  readonly memcached: Memcached;
  /** `decr` and its value: the product's client has none, because it has no use for it. */
  readonly decrement: (key: string) => Promise<number | undefined>;
  readonly bank: Bank;
  readonly spots: number;
  /** Whether the database refuses a row too many; else it takes all. */
  readonly guarded: boolean;
}

/** As the owner: the registrar makes no tables. */
export const naiveTable = `
  CREATE TABLE naive_registration (runner text PRIMARY KEY);
  GRANT SELECT, INSERT ON naive_registration TO registrar`;

const insert = 'INSERT INTO naive_registration (runner) VALUES ($1)';
const takeTurn = 'SELECT pg_advisory_xact_lock(1)';
const insertIfRoom = `
  INSERT INTO naive_registration (runner)
  SELECT $1 WHERE (SELECT count(*) FROM naive_registration) < $2 RETURNING runner`;

/**
 * What one writes who has not thought of faults, and what a real system of this kind was described as: one counter in
 * memcached, counted down, made again from the database when it is gone; the card is charged, then the row is written.
 */
export const naiveShop = ({ sql, memcached, decrement, bank, spots, guarded }: Needs): Shop => {
  const counter = 'spots-left';

  const takeOne = async (): Promise<boolean> => {
    let left = await decrement(counter);
    if (left === undefined) {
      const [row] = await sql.query<{ n: number }>('SELECT count(*)::int AS n FROM naive_registration');
      // One more than there are, because memcached counts down to 0 and no further: 0 must mean "none".
      await memcached.add(counter, String(spots - (row?.n ?? 0) + 1), 3600);
      left = await decrement(counter);
    }
    return (left ?? 0) > 0;
  };

  /** One at a time, and counted in a statement after the wait: this guard at least is no race of its own. */
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
