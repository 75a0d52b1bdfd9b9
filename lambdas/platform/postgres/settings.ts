import type { Postgres, Sql } from './postgres';

/**
 * The same database, where every transaction begins with these settings, and every statement alone is a transaction. They end
 * with it. So what the schema takes from `current_setting` is known to statements that know nothing of it.
 */
export const withSettings = (postgres: Postgres, settings: Readonly<Record<string, string>>): Postgres => {
  const begin = async (sql: Sql) => {
    await sql.query('SELECT set_config(name, value, true) FROM unnest($1::text[], $2::text[]) AS s(name, value)', [
      Object.keys(settings),
      Object.values(settings),
    ]);
    return sql;
  };
  return {
    query: (text, values) => postgres.transaction(async (sql) => (await begin(sql)).query(text, values)),
    transaction: (work, options) => postgres.transaction(async (sql) => work(await begin(sql)), options),
    close: () => postgres.close(),
  };
};

/** Does the work in one transaction that is taken back at the end: what it would do, without doing it. */
export const undone = async <T>(postgres: Postgres, work: (dry: Postgres) => Promise<T>): Promise<T> => {
  const done: { answer?: T } = {};
  const undo = new Error('taken back');
  await postgres
    .transaction(async (sql) => {
      done.answer = await work(inside(sql));
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return done.answer as T;
};

/** A transaction as a database: the transactions inside are savepoints, one after the other. */
const inside = (sql: Sql): Postgres => ({
  query: (text, values) => sql.query(text, values),
  async transaction(work) {
    await sql.query('SAVEPOINT inner_work');
    try {
      const result = await work(sql);
      await sql.query('RELEASE SAVEPOINT inner_work');
      return result;
    } catch (error) {
      await sql.query('ROLLBACK TO SAVEPOINT inner_work');
      throw error;
    }
  },
  close: async () => {},
});
