// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of other files, to the letter.
import type { Guard } from '../guard';

const ledger = 'test/spots/blocks/postgres-ledger.test.ts';
const dealing = 'test/spots/blocks/deal-spot.test.ts';
const holding = 'test/spots/holds/hold-spot.test.ts';
const anyLeft = 'test/spots/event-sql.test.ts';
const memcached = 'test/platform/memcached/faults.test.ts';

/** A process that was held up continues where it stopped, and no number is lost. */
export const guardsOfStalls: readonly Guard[] = [
  {
    guard: 'A request to memcached is late only once the socket was looked at.',
    invariant: 'L2',
    file: 'lambdas/platform/memcached/pipeline.ts',
    from: `  readonly #checkDeadline = (): void => {
    // Not at once: if our own process was stopped, the reply may be here already, and is read before an immediate runs.
    setImmediate(() => {`,
    to: `  readonly #checkDeadline = (): void => {
    [setImmediate].forEach(() => {`,
    test: [memcached, 'a process that is held up again before its second check reads the answer first'],
  },
  {
    guard: 'Answers longer than the socket’s buffer are waited for while they come.',
    invariant: 'L2',
    file: 'lambdas/platform/memcached/pipeline.ts',
    from: 'else if (received !== this.#received && now - from < timeoutMs)',
    to: 'else if (received > this.#received && now - from < timeoutMs)',
    test: [memcached, 'a process that was held up itself does not take a late answer for a lost one'],
  },
  {
    guard: 'Each request to memcached that is late gets the same time.',
    invariant: 'L2',
    file: 'lambdas/platform/memcached/pipeline.ts',
    from: 'this.#late?.request === request ? this.#late',
    to: 'this.#late ? this.#late',
    test: [memcached, 'a process that was held up waits as long the next time'],
  },
  {
    guard: 'A statement is late only once the socket was looked at.',
    invariant: 'L2',
    file: 'lambdas/platform/postgres/open-postgres.ts',
    from: `setImmediate(reject, new Error('Query read timeout'))`,
    to: `reject(new Error('Query read timeout'))`,
    test: [
      'test/platform/postgres/open-postgres.test.ts',
      'a process that was held up itself does not take a late answer for a lost one',
    ],
  },
  {
    guard: 'A block ends early only once it is dealt to its end, or its counter is gone.',
    invariant: 'L5',
    file: 'lambdas/spots/blocks/block.ts',
    from: 'export const graceAfter = { spent: 30, lost: 90, expired: undefined, ahead: undefined }',
    to: 'export const graceAfter = { spent: 30, lost: 90, expired: undefined, ahead: 30 as undefined }',
    test: [ledger, 'once it was dealt to its end, when the last hold of it can have ended'],
  },
  {
    guard: 'A block that nobody deals from ends with its last hold.',
    invariant: 'L2',
    file: 'lambdas/spots/blocks/postgres-ledger.ts',
    from: 'if (left !== undefined && grace !== undefined)',
    to: 'if (left === eventId && grace !== undefined)',
    test: [ledger, 'once it was dealt to its end, when the last hold of it can have ended'],
  },
  {
    guard: 'A block ends no later than planned, whatever is said of it.',
    invariant: 'L2',
    file: 'lambdas/ledger/dealing-sql.ts',
    from: 'SET closes_at = least(closes_at, clock_timestamp() + make_interval(secs => hold_seconds + $3))',
    to: 'SET closes_at = clock_timestamp() + make_interval(secs => hold_seconds + $3)',
    test: [ledger, 'once its counter is lost, a minute later'],
  },
  {
    guard: 'A process that is dealt the last number of a block says so.',
    invariant: 'L2',
    file: 'lambdas/spots/blocks/deal-spot.ts',
    from: `else if (isSpent) await end(block, 'spent').catch(report);`,
    to: '',
    test: [dealing, 'when the process that was dealt the last number dies before it says so'],
  },
  {
    guard: 'A process that finds a counter gone says so.',
    invariant: 'L2',
    file: 'lambdas/spots/blocks/deal-spot.ts',
    from: `else if (dealt === 'lost') await endLost(block).catch(report);`,
    to: '',
    test: [dealing, 'a block whose counter alone is gone, after the next one was cut'],
  },
  {
    guard: 'A counter that does not answer is not taken for gone.',
    invariant: 'L5',
    file: 'lambdas/spots/blocks/deal-spot.ts',
    from: `return inARow < maxFailuresInARow ? 'unknown' : 'ahead';`,
    to: `return inARow < maxFailuresInARow ? 'unknown' : 'lost';`,
    test: [dealing, 'a block whose counter is gone ends soon'],
  },
  {
    guard: 'A hold counts from before its number was asked for.',
    invariant: 'L5',
    file: 'lambdas/spots/holds/hold-spot.ts',
    from: 'expiresAt: holdExpiry(askedAt, block),',
    to: 'expiresAt: holdExpiry(now().getTime(), block),',
    test: [holding, 'a process that is held up holds it no longer'],
  },
  {
    guard: 'A sweep that comes while a hold may still be paid for waits.',
    invariant: 'L5',
    file: 'lambdas/registration/record/postgres-sweeps.ts',
    from: 'WHERE until > clock_timestamp() AND NOT EXISTS',
    to: 'WHERE until < clock_timestamp() AND NOT EXISTS',
    test: ['test/registration/postgres-registrations.test.ts', 'that comes before the end of a long hold waits'],
  },
  {
    guard: 'A sweep that waits comes again.',
    invariant: 'S6',
    file: 'lambdas/registration/record/record-registrations.ts',
    from: 'for (const sweep of some) if (recorded.deferred.includes(sweep.registrationId)) deferred.add(sweep);',
    to: '',
    test: ['test/registration/record-registrations.test.ts', 'a sweep that comes too early comes again'],
  },
  {
    guard: 'Nobody is told "sold out" while there are blocks that were not looked at.',
    invariant: 'L5',
    file: 'lambdas/ledger/dealing-sql.ts',
    from: '= ${maxBlocksLookedAt})`',
    to: '= -1)`',
    test: [anyLeft, 'it is said that something is left until every block was looked at'],
  },
  {
    guard: 'A block counts as full once each of its numbers is registered, or went elsewhere.',
    invariant: 'L5',
    file: 'lambdas/ledger/dealing-sql.ts',
    from: "WHERE f.id = b.id AND NOT EXISTS (${untaken('$1')})",
    to: 'WHERE f.id = b.id',
    test: [anyLeft, 'one unregistered spot is found among blocks that are full'],
  },
  {
    guard: 'What was dealt to a request that fails is given back.',
    invariant: 'L2',
    file: 'lambdas/spots/holds/hold-spot.ts',
    from: `      await giveBack(needs, found);
      throw error;`,
    to: '      throw error;',
    test: [holding, 'what was dealt to a request that fails is given back'],
  },
  {
    guard: 'What is offered by name is given back by nobody else.',
    invariant: 'S11',
    file: 'lambdas/spots/holds/hold-spot.ts',
    from: 'if (owner !== undefined) return;',
    to: '',
    test: [holding, 'what was dealt to a request that fails is given back'],
  },
  {
    guard: 'A process that was held up looks again whether another got a spot for the same registration.',
    invariant: 'L2',
    file: 'lambdas/spots/holds/hold-spot.ts',
    from: 'if (now().getTime() - beganAt > holdingSeconds * 1000)',
    to: 'if (beganAt < 0)',
    test: [holding, 'a process that was held up for longer than others wait'],
  },
  {
    guard: 'A hold that is kept nowhere is counted.',
    invariant: 'L2',
    file: 'lambdas/spots/holds/memcached-held-spots.ts',
    from: `if (good.length === 0) this.#count('HeldSpotsUnanswered');`,
    to: '',
    test: ['test/spots/holds/memcached-held-spots.test.ts', 'what is kept in one zone is kept'],
  },
  {
    guard: 'Nothing is begun without time to end it.',
    invariant: 'L2',
    file: 'lambdas/platform/http/api.ts',
    from: 'context.getRemainingTimeInMillis() < minRemainingMs',
    to: 'minRemainingMs < 0',
    test: ['test/platform/http/api.test.ts', 'a request with too little time left is refused at once'],
  },
  {
    guard: 'What the ledger could not be told of a block it is told again.',
    invariant: 'L2',
    file: 'lambdas/spots/blocks/deal-spot.ts',
    from: 'if (unreportedEnds.size > 0) await reportOneEnd();',
    to: '',
    test: [dealing, 'what the ledger could not be told of a block it is told with the next request'],
  },
  {
    guard: 'While the ledger is being told of a spent block, no other request tells it.',
    invariant: 'L2',
    file: 'lambdas/spots/blocks/deal-spot.ts',
    from: `    try {
      return await reportEnd();`,
    to: `    unreportedEnds.set(block.id, { block, reason });
    try {
      return await reportEnd();`,
    test: [dealing, 'while the ledger is being told of a spent block, nobody else tells it'],
  },
  {
    guard: 'While the ledger does not answer, what it was not told of keeps nobody waiting.',
    invariant: 'L2',
    file: 'lambdas/spots/blocks/deal-spot.ts',
    from: 'if (!first || now().getTime() < nextReportAt) return;',
    to: 'if (!first) return;',
    test: [dealing, 'what the ledger could not be told of a block it is told with the next request'],
  },
  {
    guard: 'What was given back no longer counts as held.',
    invariant: 'L5',
    file: 'lambdas/spots/holds/hold-spot.ts',
    from: 'await tally.takeBack(amounts);',
    to: '',
    test: [holding, 'what failed requests gave back counts against nobody'],
  },
];
