import fc from 'fast-check';
import { passesBelow, turnAt, type Waves, waveOf } from '../../../lambdas/line/rules/waves';

const gun = Date.parse('2027-03-01T09:00:00.000Z');
const opening = { gun, isListOpen: true, kind: 'opening' as const };

test.each([
  ['a millisecond before the gun', 0, -1],
  ['at the gun', 2, 0],
  ['in the last millisecond of the same second', 2, 999],
  ['a second later', 3, 1000],
])('somebody who came %s is in wave %i', (_, wave, after) => expect(waveOf(opening, gun + after, 0)).toBe(wave));

test('people who came in time follow the draw when they enrol late, or when many came from their address', () => {
  expect(waveOf({ ...opening, isListOpen: false }, gun - 1, 0)).toBe(1);
  expect(waveOf(opening, gun - 1, 1)).toBe(1);
});

test('in a line that began in the middle of a sale, everybody comes late', () => {
  expect(waveOf({ ...opening, kind: 'surge' }, gun - 1, 0)).toBe(2);
});

test.each([
  ['once', 1, 2],
  ['twice', 2, 62],
  ['three times', 3, 122],
])(
  'who comes with the gun from an address that used its budget up %s stands where others do who come later',
  (_, usedUp, wave) => {
    expect(waveOf(opening, gun, usedUp)).toBe(wave);
    expect(waveOf({ ...opening, isListOpen: false }, gun - 1, usedUp)).toBe(usedUp === 1 ? 1 : wave);
    // Who comes later than that stands where they came.
    expect(waveOf(opening, gun + 600_000, usedUp)).toBe(602);
  },
);

test('nobody is called of a wave that is to come', () => {
  const waves = [
    [0, 10, 1],
    [2, 5, 1],
    [62, 5, 1],
  ] as const;
  expect([turnAt(waves, 12, 61), turnAt(waves, 100, 61), turnAt(waves, 100, 62)]).toEqual([2.4, 3, 63]);
});

/** Waves with gaps, each with somebody in it. */
const someWaves = fc
  .array(fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 9 })), {
    minLength: 1,
    maxLength: 20,
  })
  .map((parts) => {
    let next = 0;
    return parts.map(([gap, passes, width]) => {
      const wave = next + gap;
      next = wave + width;
      return [wave, passes, width] as const;
    });
  });
const sizeOf = (waves: Waves) => waves.reduce((sum, [, passes]) => sum + passes, 0);

test('as many passes are below a turn as were called to it', () =>
  fc.assert(
    fc.property(someWaves, fc.double({ min: 0, max: 1, noNaN: true }), (waves, share) => {
      const passes = share * sizeOf(waves);
      expect(passesBelow(waves, turnAt(waves, passes))).toBeCloseTo(passes, 4);
    }),
  ));

test('when all are called, nobody is called who is still to come', () =>
  fc.assert(
    fc.property(someWaves, fc.nat(1000), (waves, more) => {
      const [wave, , width] = waves.at(-1) ?? [0, 0, 0];
      expect(turnAt(waves, sizeOf(waves) + more)).toBe(wave + width);
    }),
  ));

test('nobody is called when nobody is there', () => expect(turnAt([], 5)).toBe(0));
