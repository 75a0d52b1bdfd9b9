import { useEffect, useState } from 'preact/hooks';
import { at } from '../http/api';
import { isThere } from '../page/services';
import * as words from '../texts/code';

/** Whether there is something at an address, if it is to be looked for. */
const useThere = (address: string, isLookedFor = true): boolean => {
  const [hasOne, setThere] = useState(false);
  useEffect(() => {
    if (isLookedFor) void isThere(address).then(setThere);
  }, [address, isLookedFor]);
  return hasOne;
};

/** How long after its first hour a race is looked at live. After that, the results tell more. */
const liveMs = 3 * 86_400_000;

/** Links to the live page and to the results, once there are some. Nothing asks for them before the day of the race. */
export const DayLinks = ({ raceId, day, time }: { raceId: string; day: number; time: number }) => {
  const [hasFeed, hasResults] = [
    useThere(at`/api/races/${raceId}/feed`, time < day + liveMs),
    useThere(at`/results/${raceId}/current.json`),
  ];
  return hasFeed || hasResults ? (
    <p>
      {hasFeed && (
        <a class="button" href={at`/races/${raceId}/live`}>
          {words.live}
        </a>
      )}{' '}
      {hasResults && (
        <a class={hasFeed ? 'button button-quiet' : 'button'} href={at`/races/${raceId}/results`}>
          {words.results}
        </a>
      )}
    </p>
  ) : null;
};
