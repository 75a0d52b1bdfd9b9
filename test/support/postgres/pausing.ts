import type { Postgres } from '../../../lambdas/platform/postgres/postgres';

/** Its transactions commit when `meanwhile` is over, which runs when all else of them is done. */
export const pausing = (postgres: Postgres, meanwhile: () => Promise<unknown>): Postgres => ({
  query: (text, values) => postgres.query(text, values),
  transaction: (work, options) =>
    postgres.transaction(async (sql) => {
      const answer = await work(sql);
      await meanwhile();
      return answer;
    }, options),
  close: async () => undefined,
});
