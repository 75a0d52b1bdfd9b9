import { firstOf, segmentOf } from '../../lambdas/feed/segments';
import { follow } from '../../static/src/feed/follow';
import type { Wish } from '../../static/src/feed/wishes';
import { type CrowdWish, tooMuchOf } from './crowd';

const crowd = (followers: number, allowedPerSecond: number): CrowdWish => ({
  followers,
  allowedPerSecond,
  seconds: 110,
  rate: 1,
});
/** So many are there that they may ask every ten seconds only. */
const large = crowd(10_000, 1_000);
/** The same with fewer: what a crowd causes is in proportion to its size. */
const redacted = { ...crowd(2_000, 200), isRedacted: true };

test.each([crowd(100, 1_000), large, redacted])(
  'the origin is asked for a head once a second, and the edge for no more than the race allows: %o',
  (wish) => {
    expect(tooMuchOf(wish)).toEqual([]);
  },
);

/** They read all segments again that they have read. */
const readsAgain: typeof follow = (before, event) => {
  const followed = follow(before, event);
  const { epoch, from, have } = followed.following;
  if (before.epoch < 0 || epoch === before.epoch) return followed;
  const again: Wish[] = [];
  for (let segment = segmentOf(from); firstOf(segment + 1) <= have; segment++)
    again.push({ kind: 'segment', epoch, segment, least: 0, most: 0 });
  return { ...followed, wishes: [...followed.wishes, ...again] };
};

test.each([
  ['an edge that asks the origin for each of them', { ...large, isAlone: true }, 'heads a second'],
  ['heads that are shorter than the pause', { ...large, isShort: true }, 'requests a second'],
  ['a crowd that is counted when its first window is over', { ...large, isLate: true }, 'counted while they come'],
  ['a crowd that reads everything again after a redaction', { ...redacted, react: readsAgain }, 'segments in a second'],
  ['a crowd that reads at once what holds again', { ...redacted, isAtOnce: true }, 'segments in a second'],
] as const)('the count notices %s', (_, wish, what) => {
  expect(tooMuchOf(wish)).toContainEqual(expect.stringContaining(what));
});
