import { follow } from '../../static/src/feed/follow';
import { countOutage, type OutageWish } from './outage';

/** What a crowd causes is in proportion to its size, so a thousand stand for any number. */
const followers = 1_000;
const outages = ([2, 5, 20, 60] as const).flatMap((pollAfter) =>
  [true, false].map((isRefused): OutageWish => ({ followers, pollAfter, awaySeconds: 40, isRefused })),
);

/** What a second has at most, by chance, when it has so many on average. */
const byChance = (mean: number) => mean + 4 * Math.sqrt(mean);

/** What goes beyond the promise of decision 119. */
const tooMuchOf = (wish: OutageWish): readonly string[] => {
  const { away, back, latest } = countOutage(wish);
  const { pollAfter, isRefused } = wish;
  const pause = Math.max(10, pollAfter);
  const inStep = followers / pollAfter;
  // Those who failed together ask again within half of the pause.
  const together = isRefused ? 0 : followers / (pause / 2);
  // The first pause is shorter than that of a crowd in step, so for a while more of them ask.
  const most = byChance(Math.max(1.75 * inStep, together));
  const bounds: readonly (readonly [string, number, number])[] = [
    ['asked in a second while it was away', away, most],
    ['asked in a second after its return', back, most],
    ['seconds until the last one was back', latest, 1.25 * pause + (isRefused ? 0 : 8) + 1],
  ];
  return bounds.flatMap(([what, found, most]) => (found > most ? [`${what}: ${found}, at most ${most}`] : []));
};

test.each(outages)('a crowd is back soon after its server, and does not fall upon it: %o', (wish) => {
  expect(tooMuchOf(wish)).toEqual([]);
});

/** A follower whose pauses after a miss are others. */
const pausing =
  (pause: (misses: number, pollAfter: number) => readonly [least: number, most: number]): typeof follow =>
  (before, event) => {
    const followed = follow(before, event);
    const { head, misses } = followed.following;
    if (event.kind !== 'no-head' || !head) return followed;
    const [least, most] = pause(misses, head.pollAfter);
    return { ...followed, wishes: [{ kind: 'head', least, most }] };
  };

test.each([
  ['doubles up to a minute', pausing((misses) => [0, Math.min(60, 2 ** misses)]), 'until the last one was back'],
  ['waits for the same time as all others', pausing(() => [10, 10]), 'after its return'],
  ['asks as often as three people would', pausing(() => [7.5, 12.5]), 'after its return'],
  ['asks again at once', pausing((misses) => (misses > 1 ? [7.5, 12.5] : [0, 0.5])), 'while it was away'],
] as const)('the count notices a follower who %s', (_, react, what) => {
  const all = outages.slice(2).flatMap((wish) => tooMuchOf({ ...wish, react }));
  expect(all).toContainEqual(expect.stringContaining(what));
});
