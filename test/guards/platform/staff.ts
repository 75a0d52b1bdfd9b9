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
  {
    guard: 'The owner who removes somebody is told of each key that they leave behind.',
    invariant: 'F10',
    file: 'lambdas/api-keys/postgres-api-keys.ts',
    from: `a.staff_id = $1 AND a.action = 'api-key-made'`,
    to: `a.staff_id = $1 AND a.action = 'role-given'`,
    test: ['test/staff/integrations.test.ts', 'an owner who removes another one is told which keys and webhooks'],
  },
  {
    guard: 'The keys of others stay when somebody is removed.',
    invariant: 'F10',
    file: 'lambdas/api-keys/postgres-api-keys.ts',
    from: `WHERE a.staff_id = $1 AND a.action = 'api-key-made'`,
    to: `WHERE $1::uuid IS NOT NULL AND a.action = 'api-key-made'`,
    test: ['test/staff/integrations.test.ts', 'with the choice to end them, keys are withdrawn and webhooks paused'],
  },
  {
    guard: 'What somebody made in a race in which they keep a role does not end.',
    invariant: 'F10',
    file: 'lambdas/staff/postgres-lost-races.ts',
    from: 'kept === null || kept === of.raceId',
    to: 'kept === null',
    test: ['test/staff/integrations.test.ts', 'somebody who loses their role for all races, and keeps one in a race'],
  },
  {
    guard: 'What somebody made does not end while they keep a role for all races.',
    invariant: 'F10',
    file: 'lambdas/staff/postgres-lost-races.ts',
    from: 'kept === null || kept === of.raceId',
    to: 'kept === of.raceId',
    test: ['test/staff/integrations.test.ts', 'somebody who loses their role in a race, and keeps one for all races'],
  },
];
