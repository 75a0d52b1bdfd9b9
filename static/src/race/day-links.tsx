import { useEffect, useState } from 'preact/hooks';
import { at } from '../http/api';
import { isThere } from '../page/services';
import * as words from '../texts/code';

/** Whether there is something at an address. */
const useThere = (address: string): boolean => {
  const [hasOne, setThere] = useState(false);
  useEffect(() => {
    void isThere(address).then(setThere);
  }, [address]);
  return hasOne;
};

/** Links to the live page and to the results, once there are some. Nothing asks for them before the day of the race. */
export const DayLinks = ({ raceId }: { raceId: string }) => {
  const [hasFeed, hasResults] = [
    useThere(at`/api/races/${raceId}/feed`),
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
