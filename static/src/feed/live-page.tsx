import { useEffect, useState } from 'preact/hooks';
import type { RaceMessage } from '../../../lambdas/api/messages/races';
import { Heading } from '../page/heading';
import * as words from '../texts/feed';
import { calendarDay } from '../time/dates';
import { ordersIn, pinnedIn, toldBy } from './board';
import { Followed, useFollowed } from './followed';
import { Leaders } from './leaders';
import { type Names, useNames } from './names';
import { Standing } from './standing';
import { Line, Ticker } from './ticker';
import { type Feed, useFeed } from './use-feed';

/** Whether the browser knows that there is no connection. */
export const useOffline = (): boolean => {
  const [isOffline, setOffline] = useState(!navigator.onLine);
  useEffect(() => {
    const change = () => setOffline(!navigator.onLine);
    addEventListener('online', change);
    addEventListener('offline', change);
    return () => {
      removeEventListener('online', change);
      removeEventListener('offline', change);
    };
  }, []);
  return isOffline;
};

/** So many bibs get names: those who lead, and those of the last messages. */
const mostNamed = 60;

/** What is told, who leads, and what those who run are called. */
export const useTold = (raceId: string, { before, messages }: Feed, followed: readonly number[] = []) => {
  const told = toldBy(messages);
  const withBefore = toldBy([...before.filter(({ number }) => number < (messages[0]?.number ?? 0)), ...messages]);
  const orders = ordersIn(withBefore);
  const split = told.slice(-30).flatMap(({ kind, body }) => (kind === 'split' && body ? [Number(body.bib)] : []));
  const bibs = [...new Set([...followed, ...orders.flatMap(({ leaders }) => leaders.map(({ bib }) => bib)), ...split])];
  const names: Names = useNames(raceId, bibs.slice(0, mostNamed));
  return { told, withBefore, orders, pinned: pinnedIn(withBefore), names };
};

export const LivePage = ({ race }: { readonly race: RaceMessage }) => {
  const feed = useFeed(race.id);
  const isOffline = useOffline();
  const followed = useFollowed(race.id);
  const { told, withBefore, orders, pinned, names } = useTold(race.id, feed, followed.bibs);
  const resultsHref = `/races/${race.id}/results`;
  return (
    <>
      <p class="crumb">
        <a href={`/races/${race.id}`}>{race.name}</a>
      </p>
      <Heading title={`${words.title}, ${race.name}`}>{words.title}</Heading>
      <p class="quiet">
        {calendarDay(race.date)}, {race.place}
      </p>
      {feed.isGone ? (
        <section class="note" aria-labelledby="none">
          <h2 id="none">{words.noneTitle}</h2>
          <p>{words.noneWords}</p>
        </section>
      ) : (
        <Standing race={race} feed={feed} isOffline={isOffline} />
      )}
      {pinned?.body && (
        <p class="note feed-pinned">
          <Line told={pinned} {...{ names, resultsHref }} />
        </p>
      )}
      {told.length > 0 && <Followed followed={followed} told={withBefore} names={names} timeZone={race.timeZone} />}
      <div class="feed-columns">
        {orders.length > 0 && (
          <div>
            {orders.map((order) => (
              <Leaders key={order.list} order={order} names={names} timeZone={race.timeZone} />
            ))}
          </div>
        )}
        {told.length > 0 && (
          <Ticker
            told={told}
            names={names}
            timeZone={race.timeZone}
            resultsHref={resultsHref}
            isEnded={feed.following.head?.state === 'ended'}
            hasOlder={feed.following.from > 1}
            readOlder={() => feed.tell({ kind: 'older' })}
          />
        )}
      </div>
    </>
  );
};
