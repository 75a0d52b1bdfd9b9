import type { EntryChange } from './apply-rows';
import type { Known } from './usual-words';

/** Milliseconds for a kilometre. The first of a race is faster than a walk of five kilometres an hour, and nobody is as fast as sixty. */
const [fastestMs, slowestMs] = [60_000, 720_000];

/**
 * What the fastest runner of a file needs for a kilometre, in milliseconds, if that is no pace of a race. The file may have times of day,
 * or hours and minutes that were taken for minutes and seconds. Undefined: it is one, or the file has no times.
 */
export const doubtfulPace = (
  changes: readonly EntryChange[],
  { events }: Pick<Known, 'events'>,
): number | undefined => {
  const distance = events.find(({ isThis }) => isThis)?.distance;
  const fastest = changes.reduce(
    (least, { chipMs, gunMs }) => Math.min(least, chipMs || gunMs || least),
    Number.POSITIVE_INFINITY,
  );
  if (!distance || fastest === Number.POSITIVE_INFINITY) return undefined;
  const pace = Math.round(fastest / (distance / 1000));
  return pace < fastestMs || pace > slowestMs ? pace : undefined;
};
