import type { Guard } from '../guard';

/** What one member of staff learns of another. */
export const guardsOfStaff: readonly Guard[] = [
  {
    guard: 'Only the staff of a race is told who is busy in it.',
    invariant: 'S10',
    file: 'lambdas/staff/postgres-command-log.ts',
    from: 'WHERE c.race_id = $1 AND c.name',
    to: 'WHERE $1::text IS NOT NULL AND c.name',
    test: ['test/staff/locked-ranking.test.ts', 'nobody is told who is busy in another race'],
  },
];
