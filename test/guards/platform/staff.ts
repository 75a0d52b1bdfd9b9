import type { Guard } from '../guard';

/** What one member of staff learns of another, and what they can order. */
export const guardsOfStaff: readonly Guard[] = [
  {
    guard: 'Only the staff of a race is told who is busy in it.',
    invariant: 'S10',
    file: 'lambdas/staff/postgres-command-log.ts',
    from: 'WHERE c.race_id = $1 AND c.name',
    to: 'WHERE $1::text IS NOT NULL AND c.name',
    test: ['test/staff/locked-ranking.test.ts', 'nobody is told who is busy in another race'],
  },
  {
    guard: 'A request for a secret that is sent again makes no second one.',
    invariant: 'F10',
    file: 'lambdas/staff/postgres-command-log.ts',
    from: 'AND NOT ($6::boolean AND',
    to: 'AND (true OR',
    test: ['test/staff/console-commands.test.ts', 'a secret is made once, and the same request again hears so'],
  },
  {
    guard: 'A stranger who asks for links all day fills no mailbox.',
    invariant: 'S15',
    file: 'lambdas/staff/postgres-sign-ins.ts',
    from: 'ELSE open = 0 AND lately',
    to: 'ELSE true OR lately',
    test: ['test/staff/sign-in.test.ts', 'fills no mailbox, also where a mail program opens every link'],
  },
];
