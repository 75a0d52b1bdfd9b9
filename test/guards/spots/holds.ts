import type { Guard } from '../guard';

const ledger = 'test/spots/blocks/postgres-ledger.test.ts';
const holding = 'test/spots/holds/hold-spot.test.ts';
const heldSpots = 'test/spots/holds/memcached-held-spots.test.ts';

/** What is held, by which runner, and what comes back. */
export const guardsOfHolds: readonly Guard[] = [
  {
    guard: 'Reclaim closes a block when nobody can come with a hold of it any more.',
    invariant: 'S1',
    file: 'lambdas/ledger/dealing-sql.ts',
    from: `SET closed = true WHERE \${of} = $1 AND NOT closed AND closes_at < clock_timestamp()`,
    to: `SET closed = true WHERE \${of} = $1 AND NOT closed`,
    test: [ledger, 'leaves a block alone while a hold of it may still come in'],
  },
  {
    guard: 'Reclaim frees no spot with a runner on it.',
    invariant: 'S1',
    file: 'lambdas/ledger/dealing-sql.ts',
    from: `    AND NOT EXISTS (SELECT 1 FROM \${taken.table} r WHERE r.\${of} = s.\${of} AND r.\${taken.number} = s.number)\n`,
    to: '',
    test: [ledger, 'takes back what nobody registered, and only that'],
  },
  {
    guard: 'Reclaim waits for a writer in one statement and looks in the next.',
    invariant: 'S1',
    file: 'lambdas/spots/blocks/postgres-ledger.ts',
    from: 'await sql.query(of.lockNumbers, [id, numbers, blockId]);',
    to: '',
    test: [ledger, 'waits for a writer in the middle of its transaction'],
  },
  {
    guard: 'Nobody is told "sold out" while something is held.',
    invariant: 'L5',
    file: 'lambdas/spots/blocks/postgres-ledger.ts',
    from: 'if (state?.left) {',
    to: 'if (!state) {',
    test: [ledger, 'says held while a dealt spot may come back'],
  },
  {
    guard: 'One registration has one spot dealt at a time.',
    invariant: 'L5',
    file: 'lambdas/spots/holds/hold-spot.ts',
    from: 'if (isFirst) return undefined;',
    to: 'return undefined;',
    test: [holding, 'asked three times at once with one id, they get one spot'],
  },
  {
    guard: 'A process that is second in any pool is second: dealing begins once.',
    invariant: 'L5',
    file: 'lambdas/platform/memcached/mark-in-all.ts',
    from: "if (!(await pool.add(key, '1', seconds))) return false;",
    to: "await pool.add(key, '1', seconds);",
    test: [heldSpots, 'one at a time has a spot dealt to a registration'],
  },
  {
    guard: 'Of two that begin at once one is first: they meet in the first pool.',
    invariant: 'L5',
    file: 'lambdas/platform/memcached/mark-in-all.ts',
    from: 'for (const pool of pools) {',
    to: "for (const pool of pools.map((one) => { const mark = one.add(key, '1', seconds); return { add: (..._: unknown[]) => mark }; })) {",
    test: ['test/platform/memcached/mark-in-all.test.ts', 'of two that begin at once one is first'],
  },
  {
    guard: 'The first caller knows what others kept: each pool is read after its mark.',
    invariant: 'L5',
    file: 'lambdas/spots/holds/memcached-held-spots.ts',
    from: `        const marked = pool.add(...mark);
        read(pool);
        return marked;`,
    to: `        read(pool);
        return pool.add(...mark);`,
    test: [heldSpots, 'each zone is marked before it is read'],
  },
  {
    guard: 'A hold is kept before its turn ends.',
    invariant: 'L5',
    file: 'lambdas/spots/holds/memcached-held-spots.ts',
    from: `    const keeping = this.keep(held, seconds);
    // In the same write as what is kept. If it fails, the mark expires soon.
    const ending = this.end(held.hold.registrationId);`,
    to: `    const ending = this.end(held.hold.registrationId);
    const keeping = this.keep(held, seconds);`,
    test: [heldSpots, 'each zone is marked before it is read'],
  },
  {
    guard: 'The mark of a hold is on the node of the hold.',
    invariant: 'L5',
    file: 'lambdas/spots/holds/memcached-held-spots.ts',
    from: 'holding:{',
    to: 'holding:',
    test: [heldSpots, 'each zone is marked before it is read'],
  },
  {
    guard: 'A dealing that ended lets the next one begin.',
    invariant: 'L5',
    file: 'lambdas/spots/holds/hold-spot.ts',
    from: `      await held.end(registrationId);
      if (found.kind`,
    to: '      if (found.kind',
    test: [holding, 'who got none may ask again at once'],
  },
  {
    guard: 'A session holds a few spots, and an address some more, not all of them.',
    invariant: 'L5',
    file: 'lambdas/spots/holds/find-spots.ts',
    from: "if (ruling.kind === 'too-many') {",
    to: "if (ruling.kind === 'too-many' && people.length < 0) {",
    test: [holding, 'a session holds up to its limit and no more'],
  },
  {
    guard: 'A hold ends with its block, whatever the clock of the machine says that made it.',
    invariant: 'L2',
    file: 'lambdas/spots/blocks/block.ts',
    from: 'Math.min(askedAt, dealUntil)',
    to: 'askedAt',
    test: [holding, 'a hold never outlives its block'],
  },
];
