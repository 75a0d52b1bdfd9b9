import { type CrowdWish, tooMuchOf } from './crowd';

const crowd = (followers: number, allowedPerSecond: number): CrowdWish => ({
  followers,
  allowedPerSecond,
  seconds: 110,
  rate: 1,
});
/** So many are there that they may ask every ten seconds only. */
const large = crowd(10_000, 1_000);

test.each([crowd(100, 1_000), large])(
  'the origin is asked for a head once a second, and the edge for no more than the race allows: %o',
  (wish) => {
    expect(tooMuchOf(wish)).toEqual([]);
  },
);

test.each([
  ['an edge that asks the origin for each of them', { isAlone: true }, 'heads a second'],
  ['heads that are shorter than the pause', { isShort: true }, 'requests a second'],
  ['a crowd that is counted when its first window is over', { isLate: true }, 'counted while they come'],
] as const)('the count notices %s', (_, wrong, what) => {
  expect(tooMuchOf({ ...large, ...wrong })).toContainEqual(expect.stringContaining(what));
});
