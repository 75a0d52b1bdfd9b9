import type { Guard } from '../guard';

const times = 'test/functions/take-race-day.test.ts';
const nobody = 'without a key of this race and for this, nobody writes, and a stranger learns nothing of keys';
const file = 'lambdas/api-keys/postgres-api-keys.ts';

/** A machine does for one race what its key is for, and nothing else. */
export const guardsOfApiKeys: readonly Guard[] = [
  {
    guard: 'The secret of a key is compared: its id is no proof.',
    invariant: 'F10',
    file,
    from: 'if (!known || !timingSafeEqual(Buffer.from(sha256(read.secret)), Buffer.from(known.secret_hash)))',
    to: 'if (!known)',
    test: [times, nobody],
  },
  {
    guard: 'A key works for its own race.',
    invariant: 'F10',
    file,
    from: `if (known.race_id !== raceId) return refused('another-race');`,
    to: '',
    test: [times, nobody],
  },
  {
    guard: 'A key does what its scopes say.',
    invariant: 'F10',
    file,
    from: `if (!known.scopes.includes(scope)) return refused('another-scope');`,
    to: '',
    test: [times, nobody],
  },
  {
    guard: 'A withdrawn key does nothing.',
    invariant: 'F10',
    file,
    from: `if (known.is_withdrawn) return refused('withdrawn');`,
    to: '',
    test: [times, nobody],
  },
  {
    guard: 'A withdrawal waits for what the key is writing: a lock of the key’s row.',
    invariant: 'F10',
    file,
    from: 'FROM api_key WHERE id = $1 FOR SHARE`;',
    to: 'FROM api_key WHERE id = $1`;',
    test: [times, 'a withdrawal waits for a batch that is being written'],
  },
  {
    guard: 'A key of another race is not withdrawn.',
    invariant: 'F10',
    file,
    from: 'WHERE id = $1 AND race_id = $2 FOR NO KEY UPDATE',
    to: 'WHERE id = $1 AND $2::text IS NOT NULL FOR NO KEY UPDATE',
    test: [times, nobody],
  },
  {
    guard: 'A key is good for twenty requests a second.',
    invariant: 'F10',
    file: 'lambdas/api-keys/memcached-key-pace.ts',
    from: 'asked <= mostPerSecond &&',
    to: '',
    test: [times, 'a key is good for twenty requests a second'],
  },
  {
    guard: 'A network that guesses keys is not listened to.',
    invariant: 'F10',
    file: 'lambdas/api-keys/memcached-key-pace.ts',
    from: '&& (isKnown || !isUnknownTooOften)',
    to: '',
    test: ['test/api-keys/key-pace.test.ts', 'a network that guessed in one process is not listened to in another'],
  },
  {
    guard: 'A stranger behind the same address does not stop the timer.',
    invariant: 'F10',
    file: 'lambdas/api-keys/memcached-key-pace.ts',
    from: '&& (isKnown || !isUnknownTooOften)',
    to: '&& !isUnknownTooOften',
    test: ['test/api-keys/key-pace.test.ts', 'a key that was good goes on behind an address where others are guessed'],
  },
  {
    guard: 'A key that posted times is known.',
    invariant: 'F10',
    file: 'lambdas/results/take/take-times.ts',
    from: 'await pace.noteKnown(key);',
    to: '',
    test: ['test/functions/take-race-day.test.ts', 'a key is good for twenty requests a second'],
  },
  {
    guard: 'A /48 of IPv6 that guesses keys is not listened to.',
    invariant: 'F10',
    file: 'lambdas/domain/network.ts',
    from: 'network === undefined ? [own] : [own, { caller: network, addresses: addressesPerNetwork }]',
    to: 'network === undefined ? [own] : [own]',
    test: ['test/api-keys/key-pace.test.ts', 'somebody with a whole network of addresses guesses four times as often'],
  },
];
