import type { Guard } from '../guard';

const tests = 'test/jobs/cancel-race.test.ts';
const all = 'everybody who is in gets their money back once, and nothing is sold, held or offered any more';
const stops = 'a job stops between two registrations, and goes on where it stopped';
const named = 'the name must be typed as it is, and of a race that is there';
const cancelling = 'lambdas/jobs/cancel-race.ts';
const running = 'lambdas/jobs/run-jobs.ts';
const races = 'lambdas/jobs/postgres-cancellations.ts';
const queue = 'lambdas/jobs/postgres-job-queue.ts';

/** A race that is cancelled: everybody gets their money back, once, and nobody gets in. */
export const guardsOfCancelledRaces: readonly Guard[] = [
  {
    guard: 'A race is cancelled by somebody who typed its name.',
    invariant: 'S12',
    file: cancelling,
    from: `if (plan.raceName !== name) return { kind: 'name-differs', name: plan.raceName };`,
    to: '',
    test: [tests, named],
  },
  {
    guard: 'A dry run says that a race was cancelled otherwise before.',
    invariant: 'S12',
    file: cancelling,
    from: '((await cancellations.cancelled(raceId)) ?? wished)',
    to: 'wished',
    test: [tests, 'is told what stays'],
  },
  {
    guard: 'A dry run of cancelling a race cancels nothing.',
    invariant: 'S12',
    file: cancelling,
    from: `if (isDryRun) return { kind: 'cancelled', plan };`,
    to: '',
    test: [tests, all],
  },
  {
    guard: 'A race that is cancelled twice has one job, and its revision rises once.',
    invariant: 'S5',
    file: races,
    from: 'WHERE id = $1 AND cancelled_at IS NULL RETURNING id',
    to: 'WHERE id = $1 RETURNING id',
    test: [tests, all],
  },
  {
    guard: 'Nobody waits for a spot in a cancelled race.',
    invariant: 'S11',
    file: races,
    from: `await sql.query(\`UPDATE waiting SET state = 'not-needed' WHERE event_id = $1 AND state = 'waiting'\`, [eventId]);`,
    to: '',
    test: [tests, all],
  },
  {
    guard: 'The spots of a cancelled race that nobody is registered on are gone, and so are the holds of them.',
    invariant: 'S11',
    file: races,
    from: 'await this.#needs.reclaimIn(sql, eventId);',
    to: '',
    test: [tests, all],
  },
  {
    guard: 'The holds of a cancelled race end with it.',
    invariant: 'S11',
    file: races,
    from: 'await sql.query(expireBlocks, [eventId]);',
    to: '',
    test: [tests, all],
  },
  {
    guard: 'A job that a director stopped gives nobody their money back.',
    invariant: 'S5',
    file: running,
    from: 'if (!(await jobs.goesOn(job, lease))) return false;',
    to: '',
    test: [tests, stops],
  },
  {
    guard: 'A job gives back the percentage that the director chose.',
    invariant: 'S5',
    file: running,
    from: 'const answer = await cancel(id, refundPercent);',
    to: 'const answer = await cancel(id, refundPercent && 100);',
    test: [tests, all],
  },
  {
    guard: 'No more refunds are ordered than the processor carries out soon.',
    invariant: 'L3',
    file: running,
    from: ' || (await jobs.unsettled(job)) >= maxUnsettledRefunds',
    to: '',
    test: [tests, 'no more refunds wait for the processor than it carries out in half a minute'],
  },
  {
    guard: 'A job has one worker.',
    invariant: 'S5',
    file: queue,
    from: `WHERE state IN ('waiting', 'running') AND (lease_until IS NULL OR lease_until < clock_timestamp())`,
    to: `WHERE state IN ('waiting', 'running')`,
    test: [tests, 'a job that a worker has is taken by nobody else'],
  },
  {
    guard: 'A job is done when nobody is registered any more.',
    invariant: 'S6',
    file: queue,
    from: 'AND lease = $2 AND NOT EXISTS (',
    to: 'AND lease = $2 OR NOT EXISTS (',
    test: [tests, 'a card that is being charged is waited for, and said to be'],
  },
  {
    guard: 'Somebody looks when a cancelled race gives nobody their money back any more.',
    invariant: 'S6',
    file: 'lambdas/watch/books-sql.ts',
    from: `WHERE j.state <> 'done' AND greatest(j.made_at, j.resumed_at) < s.since`,
    to: `WHERE j.state = 'stopped' AND greatest(j.made_at, j.resumed_at) < s.since`,
    test: [
      'test/watch/differences.test.ts',
      'a cancelled race rings when nobody was given their money back for a quarter of an hour',
    ],
  },
];
