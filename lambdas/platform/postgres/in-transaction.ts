import type { QueryResult } from 'pg';
import type { Sql } from './postgres';

/** Runs one statement on one borrowed connection. */
export type Run = (text: string, values?: readonly unknown[]) => Promise<QueryResult>;

/**
 * BEGIN, `work`, COMMIT. If `work` throws: ROLLBACK, then throws the same error. `begun` is called when BEGIN was
 * answered: until then, nothing has run.
 */
export const inTransaction = async <T>(
  run: Run,
  work: (sql: Sql) => Promise<T>,
  begun: () => void = () => {},
): Promise<T> => {
  let over = false;
  const sql: Sql = {
    query: async (text, values) => {
      if (over) throw new Error('this transaction is over: its Sql must not be used after its work returned');
      return (await run(text, values)).rows;
    },
  };

  await run('BEGIN');
  begun();
  try {
    const result = await work(sql);
    over = true;
    // When a statement had failed and its error was swallowed, PostgreSQL answers COMMIT with ROLLBACK and reports no
    // error.
    const { command } = await run('COMMIT');
    if (command !== 'COMMIT') throw new Error('nothing was committed: a statement of this transaction had failed');
    return result;
  } catch (error) {
    over = true;
    await run('ROLLBACK').catch(() => {});
    throw error;
  }
};
