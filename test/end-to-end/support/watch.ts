import { type Finding, findingsIn, measure } from '../../../lambdas/watch/differences';
import { lateAfterSeconds } from '../../../lambdas/watch/figures';
import { PostgresBooks } from '../../../lambdas/watch/postgres-books';
import { withDatabase } from './database';
import type { RunningSystem } from './running-system';

/** What the watch would ring for now: something in the books of a running system that must never be. */
export const brokenIn = (system: RunningSystem): Promise<readonly Finding[]> =>
  withDatabase(system, async (postgres) => {
    const books = new PostgresBooks(postgres, lateAfterSeconds);
    const pass = { figures: await books.look(), comparison: await books.compare(), cache: undefined };
    return findingsIn(measure(pass)).filter(({ severity }) => severity === 'broken');
  });
