import type { RaceMessage } from '../../../lambdas/api/messages/races';
import { Heading } from '../page/heading';
import * as words from '../texts/feed';
import { Leaders } from './leaders';
import { useOffline, useTold } from './live-page';
import { Standing } from './standing';
import { Line } from './ticker';
import { useFeed } from './use-feed';

/** For a screen on a wall: who leads and what was said last, with nothing to press. */
export const Board = ({ race }: { readonly race: RaceMessage }) => {
  const feed = useFeed(race.id);
  const isOffline = useOffline();
  const { told, orders, pinned, names } = useTold(race.id, feed);
  const last = told.findLast(({ kind, isWithdrawn }) => kind !== 'positions' && !isWithdrawn);
  return (
    <>
      <Heading title={`${words.title}, ${race.name}`}>{race.name}</Heading>
      <Standing race={race} feed={feed} isOffline={isOffline} />
      {pinned?.body && <p class="note">{String(pinned.body.text)}</p>}
      {last && (
        <p class="feed-last">
          <Line told={last} names={names} resultsHref={`/races/${race.id}/results`} />
        </p>
      )}
      <div class="feed-lists">
        {orders.map((order) => (
          <Leaders key={order.list} order={order} names={names} timeZone={race.timeZone} />
        ))}
      </div>
    </>
  );
};
