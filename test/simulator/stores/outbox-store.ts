import type { Postgres, Sql } from '../../../lambdas/platform/postgres/postgres';
import type { Database, Posted } from '../world/database';
import type { Machine } from '../world/machine';

/**
 * As much PostgreSQL as the real `relayOutbox` uses: it reads rows that nobody else holds, sends them, and deletes them
 * at the end. A caller that dies in between has deleted nothing. `relayPut` deletes outside of a transaction what it has sent.
 */
export const outboxStore = (database: Database, machine: Machine, locks: Map<string, Machine>): Postgres => {
  const read = (values: readonly unknown[]) =>
    database.ask(machine, 'read outbox', ({ outbox }) => {
      const [queue, ids, refused, age] = values;
      const rows = outbox.filter(
        (row) =>
          row.queue === queue &&
          (!Array.isArray(ids) || ids.includes(row.id)) &&
          !(Array.isArray(refused) && refused.includes(row.id)) &&
          row.createdAt <= database.now - Number(age) * 1000 &&
          !locks.get(row.id)?.isAlive,
      );
      for (const { id } of rows) locks.set(id, machine);
      return rows.map(toRow);
    });

  const statement = (gone: Set<string>): Sql => ({
    query: async <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
      if (text.startsWith('SELECT')) {
        const rows = await read(values);
        // The port's callers state the type of their rows; nothing here can check it.
        return rows as object[] as Row[];
      }
      if (!text.startsWith('DELETE FROM outbox')) throw new Error(`the simulated outbox does not know: ${text}`);
      for (const id of [values[0]].flat()) gone.add(String(id));
      return [];
    },
  });

  const commit = (gone: ReadonlySet<string>) =>
    database.transact(machine, 'relay outbox', (state) => ({
      state: gone.size > 0 ? { ...state, outbox: state.outbox.filter(({ id }) => !gone.has(id)) } : state,
      answer: undefined,
    }));

  const transaction = async <T>(work: (sql: Sql) => Promise<T>): Promise<T> => {
    const gone = new Set<string>();
    try {
      const answer = await work(statement(gone));
      await commit(gone);
      return answer;
    } finally {
      for (const [id, holder] of locks) if (holder === machine) locks.delete(id);
    }
  };

  const query: Sql['query'] = async (text, values) => {
    if (text.startsWith('SELECT')) throw new Error('it is read in a transaction, which holds the rows');
    const gone = new Set<string>();
    const rows = await statement(gone).query<never>(text, values);
    await commit(gone);
    return rows;
  };

  return { query, transaction, close: async () => undefined };
};

const toRow = ({ id, group, deduplicationId, body }: Posted) => ({
  id,
  message_group: group ?? null,
  deduplication_id: deduplicationId ?? null,
  body,
});
