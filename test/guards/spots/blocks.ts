// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of other files, to the letter.
import type { Guard } from '../guard';

const ledger = 'test/spots/blocks/postgres-ledger.test.ts';
const dealing = 'test/spots/blocks/deal-spot.test.ts';

/** Blocks are cut once, in time, and dealt once whatever the cache forgets. */
export const guardsOfBlocks: readonly Guard[] = [
  {
    guard: 'A block is cut of rows that are in no block.',
    invariant: 'S1',
    file: 'lambdas/ledger/dealing-sql.ts',
    from: `AND block IS NULL ORDER BY number LIMIT \${most} FOR UPDATE SKIP LOCKED\`;

  const take = (into: string) => \`
    UPDATE \${unit} s SET block = \${into} FROM picked WHERE s.\${of} = $1 AND s.number = picked.number AND s.block IS NULL\`;`,
    to: `ORDER BY number LIMIT \${most} FOR UPDATE SKIP LOCKED\`;

  const take = (into: string) => \`
    UPDATE \${unit} s SET block = \${into} FROM picked WHERE s.\${of} = $1 AND s.number = picked.number\`;`,
    test: [ledger, 'a process that looks ahead and finds nothing does not hide the last block'],
  },
  {
    guard: 'Those who cut take turns: the event’s row is locked.',
    invariant: 'L5',
    file: 'lambdas/ledger/event-sql.ts',
    from: ' FOR NO KEY UPDATE OF e',
    to: '',
    test: [ledger, 'a process that leaves a block while another is cutting the next one waits for that'],
  },
  {
    guard:
      'A process that asks for the block after another gets what others cut meanwhile (compare-and-set, the rule).',
    invariant: 'L5',
    file: 'lambdas/spots/blocks/block.ts',
    from: `(current.id !== left || reason === 'expired')`,
    to: `reason === 'expired'`,
    test: [ledger, 'many callers who leave the same block get the same next block'],
  },
  {
    guard: 'The block that is cut becomes the current one (compare-and-set, the statement).',
    invariant: 'L5',
    file: 'lambdas/spots/blocks/postgres-ledger.ts',
    from: 'await sql.query(of.sql.setCurrent, [eventId, id]);',
    to: '',
    test: [ledger, 'many callers who leave the same block get the same next block'],
  },
  {
    guard: 'A block expires by the database’s clock, not by that of the caller.',
    invariant: 'L5',
    file: 'lambdas/spots/blocks/block.ts',
    from: ` || reason === 'expired'`,
    to: '',
    test: [ledger, 'a caller whose clock runs ahead is given the block that has not expired'],
  },
  {
    guard: 'Nothing is cut before the opening or after the end.',
    invariant: 'S11',
    file: 'lambdas/spots/blocks/block.ts',
    from: `if (phase !== 'open') return phase;`,
    to: '',
    test: [ledger, 'the gun is the database clock'],
  },
  {
    guard: 'A block is dealt from until the race closes, and no longer.',
    invariant: 'S11',
    file: 'lambdas/ledger/dealing-sql.ts',
    from: 'least(${start}, r.closes_at)',
    to: '${start}',
    test: [ledger, 'a block is not dealt from after the race closes'],
  },
  {
    guard: 'A block is committed only once it has its counter.',
    invariant: 'S9',
    file: 'lambdas/spots/blocks/postgres-ledger.ts',
    from: 'await counters.open(id);',
    to: 'void counters.open(id).catch(() => undefined);',
    test: [ledger, 'when its counter cannot be made, nothing is cut'],
  },
  {
    guard: 'A counter is added, never set: a block that has one is not dealt from the beginning again.',
    invariant: 'S9',
    file: 'lambdas/spots/blocks/memcached-blocks.ts',
    from: `if (!(await this.#memcached.add(counterKey(blockId), '0', lifetimeSeconds)))`,
    to: `if ((await this.#memcached.set(counterKey(blockId), '0', lifetimeSeconds)) !== undefined)`,
    test: ['test/spots/blocks/memcached-counters.test.ts', 'a block that has a counter does not get another one'],
  },
  {
    guard: 'Counting makes no counter: a block whose counter is lost is lost, not dealt again.',
    invariant: 'S9',
    file: 'lambdas/platform/memcached/open-memcached.ts',
    from: '` D${by} v`',
    to: '` N3600 J1 D${by} v`',
    test: ['test/platform/memcached/open-memcached.test.ts', 'a counter counts everybody once'],
  },
  {
    guard: 'What memcached adds stays when somebody adds it again.',
    invariant: 'S9',
    file: 'lambdas/platform/memcached/open-memcached.ts',
    from: `' ME'`,
    to: `''`,
    test: ['test/platform/memcached/open-memcached.test.ts', 'only one of many adds wins'],
  },
  {
    guard: 'An increment without an answer admits nobody, and three are needed before a block counts as lost.',
    invariant: 'S9',
    file: 'lambdas/spots/blocks/deal-spot.ts',
    from: `return inARow < maxFailuresInARow ? 'unknown' : 'ahead';`,
    to: `return 'ahead';`,
    test: [dealing, 'an increment without an answer admits nobody'],
  },
  {
    guard: 'A process that may cut looks again whether another did meanwhile.',
    invariant: 'L5',
    file: 'lambdas/spots/blocks/deal-spot.ts',
    from: 'const meanwhile = await known(request, gone, reason);',
    to: 'const meanwhile = undefined;',
    test: [dealing, 'goes on with the block after it, and skips none'],
  },
  {
    guard: 'Who finds a block spent while the next one is cut waits for it.',
    invariant: 'L5',
    file: 'lambdas/spots/blocks/deal-spot.ts',
    from: 'await blocks.mayCut(eventId, id).catch(() => true)',
    to: 'true',
    test: [dealing, 'waits for it, and nobody cuts another'],
  },
  {
    guard: 'The right to cut is given back at once.',
    invariant: 'L5',
    file: 'lambdas/spots/blocks/deal-spot.ts',
    from: `await blocks.remember(eventId, size, answer);
    await blocks.wasCut(eventId, left);`,
    to: 'await blocks.remember(eventId, size, answer);',
    test: [dealing, 'answered each time, not kept waiting'],
  },
  {
    guard: 'An event that fails does not keep the spots of other events away.',
    invariant: 'L5',
    file: 'lambdas/spots/blocks/reclaim-spots.ts',
    from: "await collectFailure(take('spots', ledger, eventId));",
    to: "await take('spots', ledger, eventId);",
    test: ['test/spots/reclaim-spots.test.ts', 'an event or pool whose spots or units cannot be taken bac'],
  },
];
