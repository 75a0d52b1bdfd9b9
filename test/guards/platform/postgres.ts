import type { Guard } from '../guard';

const file = 'lambdas/platform/postgres/open-postgres.ts';
const test = 'test/platform/postgres/open-postgres.test.ts';

/** Connections to PostgreSQL: what may have run is never repeated. */
export const guardsOfPostgres: readonly Guard[] = [
  {
    guard: 'A transaction that has begun is not repeated when its connection is lost.',
    invariant: 'S3',
    file,
    from: 'if (!begun && !reconnected && isLoss(error))',
    to: 'if (!reconnected && isLoss(error))',
    test: [test, 'a transaction that has begun'],
  },
  {
    guard: 'A statement is not repeated when its connection is lost.',
    invariant: 'S3',
    file,
    from: 'return this.#borrow(async (run) => (await run(text, values)).rows);',
    to: `const ask = () => this.#borrow(async (run) => (await run(text, values)).rows);
    return ask().catch((error) => (isLoss(error) ? ask() : Promise.reject(error)));`,
    test: [test, 'a statement whose connection is lost before its answer'],
  },
  {
    guard: 'A connection that was idle for long is asked whether it works, before a statement is entrusted to it.',
    invariant: 'L5',
    file,
    from: 'performance.now() - usedAt < trustedMs) return client;',
    to: 'performance.now() - usedAt < Number.POSITIVE_INFINITY) return client;',
    test: [test, 'finds its connections dead when it thaws, and nobody notices'],
  },
];
