import fc from 'fast-check';
import { drawnKey, drawSeed, lateKey, passHash, turnOf } from '../../../lambdas/line/rules/signed-turns';

const seed = drawSeed(Buffer.alloc(32, 1), Buffer.alloc(32, 2), Buffer.alloc(48, 3));

// Others compute the same: docs and the page hold on to these.
test('hash, seed and key of a known pass are these', () => {
  const hash = passHash('AAECAwQFBgcICQoLDA0ODw');
  expect(hash.toString('hex')).toBe('6cea22106e86c8ace1284783db3f7fc3d008f9e850fe88d11f7562d9c88cbcd1');
  expect(seed.toString('hex')).toBe('93de4ef6b9c92cf1ff1df8c76d3c43c7e1b311989bb47a6e6b01ea641fe13695');
  expect(drawnKey(seed, hash)).toBe(0.29963259514245166);
});

test('a turn of the draw follows from seed and pass alone, and there is none before the draw', () => {
  const pass = { passId: 'some', wave: 0 };
  expect(turnOf(pass, undefined)).toBeUndefined();
  expect(turnOf({ ...pass, key: 0.001 }, seed)).toBe(turnOf(pass, seed));
});

test('a later turn is fixed in the pass, whatever the seed is', () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 90_000 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (wave, key) => {
      const pass = { passId: 'some', wave, key };
      expect(turnOf(pass, undefined)).toBe(wave + key);
      expect(turnOf(pass, seed)).toBe(wave + key);
    }),
  ));

test('a later pass without its key has no turn', () =>
  expect(turnOf({ passId: 'some', wave: 2 }, seed)).toBeUndefined());

/** Sum of (observed − expected)² ÷ expected over 64 equal parts of [0, 1). */
const chiSquared = (keys: readonly number[]) => {
  const parts = new Array<number>(64).fill(0);
  for (const key of keys) parts[Math.floor(key * 64)] = (parts[Math.floor(key * 64)] ?? 0) + 1;
  const expected = keys.length / 64;
  return parts.reduce((sum, seen) => sum + (seen - expected) ** 2 / expected, 0);
};
const ids = Array.from({ length: 20_000 }, (_, n) => `pass-${n}`);

// 63 degrees of freedom: 120 is passed once in 50,000 draws, and the ids here never change.
test.each([
  ['of the draw', (id: string) => drawnKey(seed, passHash(id))],
  ['of later waves', (id: string) => lateKey(Buffer.alloc(32, 4), id)],
])('keys %s are spread evenly', (_, keyOf) => expect(chiSquared(ids.map(keyOf))).toBeLessThan(120));
