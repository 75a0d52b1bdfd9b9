import type { Guard } from '../guard';

const memcached = 'test/platform/memcached/faults.test.ts';
const watch = 'test/watch/repairs.test.ts';

/** Connections to memcached, and the watch that repeats what was lost. */
export const guardsOfMemcached: readonly Guard[] = [
  {
    guard: 'A connection to memcached ends with a request that timed out: its answer comes too late for anybody.',
    invariant: 'S10',
    file: 'lambdas/platform/memcached/pipeline.ts',
    from: `else this.destroy(new MemcachedError('timeout',`,
    to: `else this.#pending[this.#next++]?.reject(new MemcachedError('timeout',`,
    test: [memcached, 'a late answer reaches nobody'],
  },
  {
    guard: 'An answer of memcached counts for the request whose mark it bears.',
    invariant: 'S10',
    file: 'lambdas/platform/memcached/pipeline.ts',
    from: 'if (!isReplyTo(reply, request.opaque))',
    to: `if (request.opaque === '')`,
    test: [memcached, 'everybody waiting is told when the server answers with'],
  },
  {
    guard: 'An answer nobody asked for ends the connection.',
    invariant: 'S10',
    file: 'lambdas/platform/memcached/pipeline.ts',
    from: 'if (!request) throw new MemcachedError',
    to: 'if (!request) return;\n    if (!request) throw new MemcachedError',
    test: [memcached, 'an answer too many ends the connection'],
  },
  {
    guard: 'Two keys never become one in memcached.',
    invariant: 'S10',
    file: 'lambdas/platform/memcached/wire.ts',
    from: `Buffer.from(key, 'utf16le')`,
    to: `Buffer.from(key, 'utf8')`,
    test: ['test/platform/memcached/encode-key.test.ts', 'two keys never become one'],
  },
  {
    guard: 'A payment that nobody settled is ordered again.',
    invariant: 'S6',
    file: 'lambdas/watch/watch-invariants.ts',
    from: 'await orders.repeatPayments(payments);',
    to: '',
    test: [watch, 'a payment that nobody settled is ordered again'],
  },
  {
    guard: 'A mail that the lanes have passed by is ordered again.',
    invariant: 'L4',
    file: 'lambdas/watch/watch-invariants.ts',
    from: 'await orders.repeatMails(mails);',
    to: '',
    test: [watch, 'a mail that the lanes have passed by is ordered again'],
  },
  {
    guard: 'A counter that came back with old data is moved on.',
    invariant: 'S9',
    file: 'lambdas/watch/memcached-remembered.ts',
    from: 'await this.#memcached.increment(counterKey(blockId), by);',
    to: '',
    test: [watch, 'a counter that came back with old data is moved on'],
  },
  {
    guard: 'A migration that was applied is not edited.',
    invariant: 'S1',
    file: 'lambdas/migrations/migrate.ts',
    from: 'refuseEdited(await appliedIn(sql), all);',
    to: '',
    test: ['test/migrations/migrate.test.ts', 'one that was edited after it was applied is refused by name'],
  },
];
