import type { Guard } from '../guard';

const file = 'lambdas/ledger/canary-rows.ts';
const test = 'test/watch/canary-rows.test.ts';
const aWeek = 'a week after they ended';

/** Old rows of the canary are deleted at each deployment. Nothing else may go with them. */
export const guardsOfCanary: readonly Guard[] = [
  {
    guard: 'Registrations are deleted in the race of the canary only.',
    invariant: 'S3',
    file,
    from: `WHERE g.event_id = $1 AND \${isCanary} AND NOT g.live`,
    to: 'WHERE g.event_id = $1 AND NOT g.live',
    test: [test, 'an event of runners loses nothing'],
  },
  {
    guard: 'Blocks are deleted in the race of the canary only.',
    invariant: 'S1',
    file,
    from: `WHERE b.event_id = $1 AND \${isCanary} AND b.closed`,
    to: 'WHERE b.event_id = $1 AND b.closed',
    test: [test, 'an event of runners loses nothing'],
  },
  {
    guard: 'A registration that has its spot is not deleted.',
    invariant: 'S3',
    file,
    from: 'NOT g.live AND g.recorded_at <',
    to: 'g.recorded_at <',
    test: [test, aWeek],
  },
  {
    guard: 'A registration is not deleted while messages about it may come.',
    invariant: 'S3',
    file,
    from: 'g.recorded_at < clock_timestamp() - make_interval(days => $2)',
    to: 'g.recorded_at < clock_timestamp() - make_interval(days => 0 * $2)',
    test: [test, aWeek],
  },
  {
    guard: 'A payment on its way is not deleted.',
    invariant: 'S6',
    file,
    from: `AND NOT EXISTS (SELECT FROM payment p WHERE p.registration_id = g.id AND p.state = 'authorised')`,
    to: '',
    test: [test, aWeek],
  },
  {
    guard: 'A block with a spot that is sold is not deleted.',
    invariant: 'S1',
    file,
    from: 'AND NOT EXISTS (SELECT FROM spot s WHERE s.event_id = $1 AND s.block = b.id)',
    to: '',
    test: [test, aWeek],
  },
  {
    guard: 'The block that is dealt from is not deleted.',
    invariant: 'S1',
    file,
    from: 'AND NOT EXISTS (SELECT FROM event e WHERE e.id = $1 AND e.current_block = b.id)',
    to: '',
    test: [test, 'the block that is dealt from stays'],
  },
];
