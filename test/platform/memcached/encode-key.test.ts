import fc from 'fast-check';
import { encodeKey } from '../../../lambdas/platform/memcached/wire';

const anyKey = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ maxLength: 260 }),
  fc.string({ unit: fc.integer({ min: 0xd700, max: 0xe000 }).map((unit) => String.fromCharCode(unit)), maxLength: 4 }),
  fc.string({ unit: fc.constantFrom('~', '#', 'a', 'é', ' '), maxLength: 6 }),
);

test('every key becomes one that memcached accepts', () => {
  fc.assert(
    fc.property(anyKey, (key) => expect(encodeKey(key)).toMatch(/^[!-~]{1,250}$/)),
    { numRuns: 2000 },
  );
});

test('two keys never become one, not even a key and what another became', () => {
  fc.assert(
    fc.property(anyKey, anyKey, (one, other) => {
      expect(encodeKey(one)).toBe(encodeKey(one));
      expect(encodeKey(one) === encodeKey(other)).toBe(one === other);
      expect(encodeKey(encodeKey(one)) === encodeKey(one)).toBe(encodeKey(one) === one);
    }),
    { numRuns: 2000 },
  );
});

test('names as we write them stay readable', () => {
  expect(encodeKey('race:spring-run:spots')).toBe('race:spring-run:spots');
  expect(encodeKey('x'.repeat(250))).toHaveLength(250);
  expect(encodeKey('x'.repeat(251))).toMatch(/^~#/);
});
