// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of other files, to the letter.
import type { Guard } from './guard';

const rules = 'test/spots/cutting.test.ts';
const dealing = 'test/spots/deal-together.test.ts';
const holding = 'test/spots/hold-spot.test.ts';

/** Who comes together is dealt spots together, or none; and a crowd of groups is dealt as fast as a crowd. */
export const guardsOfDealingTogether: readonly Guard[] = [
  {
    guard: 'At the end of a block nobody is dealt fewer spots than they are.',
    invariant: 'S14',
    file: 'lambdas/spots/block.ts',
    from: 'size <= dealt && dealt <= block.numbers.length ?',
    to: 'size <= dealt && dealt - size < block.numbers.length ?',
    test: [rules, 'at the end of a block nobody gets a part'],
  },
  {
    guard: 'A block for several is cut whole, or not at all.',
    invariant: 'S14',
    file: 'lambdas/spots/postgres-ledger.ts',
    from: 'AND (SELECT count(*) FROM picked) >= $6',
    to: 'AND $6::int > 0',
    test: [dealing, 'of rows that others have locked a family gets none rather than some'],
  },
  {
    guard: 'A hold without a spot for each is not made.',
    invariant: 'S14',
    file: 'lambdas/spots/hold.ts',
    from: 'if (spot === undefined) throw new Error(`there is no spot for ${registrationId}: a hold is for all or for nobody`);',
    to: 'if (spot === undefined) return { registrationId, spot: 0 };',
    test: [holding, 'of two spots for three people nobody is given any'],
  },
  {
    guard: 'All of a group are counted: the numbers behind the first are nobody else’s.',
    invariant: 'S9',
    file: 'lambdas/spots/memcached-counters.ts',
    from: 'this.#memcached.increment(counterKey(blockId), size)',
    to: 'this.#memcached.increment(counterKey(blockId), Math.min(size, 1))',
    test: [
      'test/spots/memcached-counters.test.ts',
      'several are counted at once, and nobody else is counted among them',
    ],
  },
  {
    guard: 'A kept hold is for the same people.',
    invariant: 'S14',
    file: 'lambdas/spots/hold-spot.ts',
    from: 'isForAll(hold, peopleOf(wish)) &&',
    to: '',
    test: [holding, 'asked again for the same people, he is given the same hold'],
  },
  {
    guard: 'Everybody in a group has an id of his own.',
    invariant: 'S14',
    file: 'lambdas/api/holds.ts',
    from: 'new Set([registrationId, ...companions]).size === 1 + companions.length',
    to: 'registrationId.length + companions.length > 0',
    test: ['test/spots/routes.test.ts', 'as companions is told so, and nothing is held'],
  },
  {
    guard: 'Every spot of a group counts against what a session may hold.',
    invariant: 'L5',
    file: 'lambdas/spots/find-spots.ts',
    from: 'held.count(session, counted)',
    to: 'held.count(session, 1)',
    test: [holding, 'every spot of a group counts against what a session may hold'],
  },
  {
    guard: 'A session holds five times at most: with each hold some cards can be tried.',
    invariant: 'L5',
    file: 'lambdas/spots/find-spots.ts',
    from: 'Math.max(spots, limits.leastPerHold)',
    to: 'spots',
    test: [holding, 'a session holds as often as before, or for two large groups'],
  },
  {
    guard: 'A group takes nobody’s block away: where others deal from a short one it gets its own.',
    invariant: 'L5',
    file: 'lambdas/spots/cutting.ts',
    from: `return isDealt || blockSize(sellable)`,
    to: `return blockSize(sellable)`,
    test: [rules, 'gets one of its own where others deal from a short one'],
  },
  {
    guard: 'A group gets a block of its own where an eighth of what is left is too short for it.',
    invariant: 'L5',
    file: 'lambdas/spots/cutting.ts',
    from: `return isDealt || blockSize(sellable) < shortestFor(size) ?`,
    to: `return isDealt ?`,
    test: [rules, 'else one for him alone'],
  },
  {
    guard: 'Where only groups come, they have blocks cut for all: not each asks the ledger.',
    invariant: 'L5',
    file: 'lambdas/spots/cutting.ts',
    from: 'blockSize(sellable) < shortestFor(size) ?',
    to: 'size > 1 ?',
    test: [dealing, 'a relay, where nobody comes alone, is dealt from blocks like any race'],
  },
  {
    guard: 'What a group was told is remembered for the next: the ledger is not asked by each.',
    invariant: 'L5',
    file: 'lambdas/spots/next-block.ts',
    from: 'return size === 1 ? undefined : blocks.refused(eventId, size);',
    to: 'return undefined;',
    test: [dealing, 'when all is sold a crowd of families asks the ledger a few times'],
  },
  {
    guard: 'That there are too few for a group keeps nobody from buying alone.',
    invariant: 'L5',
    file: 'lambdas/spots/memcached-blocks.ts',
    from: 'const key = size === 1 ? `block:${eventId}` : refusedKey(eventId, size);',
    to: 'const key = `block:${eventId}`;',
    test: [dealing, 'that there are too few for a family is no news for one alone'],
  },
  {
    guard: 'However many are counted at once, somebody cuts ahead.',
    invariant: 'L5',
    file: 'lambdas/spots/block.ts',
    from: 'return dealt - size < place && place <= dealt;',
    to: 'return dealt === place;',
    test: [rules, 'however many come together, one of them cuts ahead'],
  },
  {
    guard: 'Who was given his own hold again may come with others the next moment.',
    invariant: 'L5',
    file: 'lambdas/spots/hold-spot.ts',
    from: 'if (isFirst) await held.end(wish.registrationId);',
    to: '',
    test: [holding, 'asked again for the same people, he is given the same hold'],
  },
];
