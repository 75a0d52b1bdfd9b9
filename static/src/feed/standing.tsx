import type { RaceMessage } from '../../../lambdas/api/messages/races';
import { count } from '../page/money';
import { useNow } from '../page/use-value';
import * as words from '../texts/feed';
import { whenThere } from '../time/time-there';
import { ago } from './feed-words';
import type { Feed } from './use-feed';

const quietMs = 120_000;

interface StandingProps {
  readonly race: RaceMessage;
  readonly feed: Feed;
  readonly isOffline: boolean;
}

/** How it stands between this page and the race, in one place. */
export const Standing = ({ race, feed, isOffline }: StandingProps) => {
  const { following, messages, newsAt, isOld, isNew, tell } = feed;
  const { head, have, choice } = following;
  const now = useNow();
  const lastAt = messages.at(-1)?.at;
  const isCut = isOffline || following.misses > 1;
  const isAway = isCut || isOld;
  const missing = (head?.head ?? 0) - have;
  if (!head)
    return (
      <p class="feed-standing" role="status">
        {isAway ? words.offlineAtFirst : words.starting}
      </p>
    );
  return (
    <div class="feed-standing">
      <div role="status">
        {isAway && newsAt !== undefined && (
          <p class="note">{(isCut ? words.offline : words.cutOff)(whenThere(newsAt, race.timeZone))}</p>
        )}
        {isNew && <p class="note">{words.begunAnew}</p>}
        {choice === 'asked' && (
          <div class="note">
            <p>{words.behind(count(missing), whenThere(lastAt ?? head.now, race.timeZone))}</p>
            <p class="actions">
              <button type="button" class="button" onClick={() => tell({ kind: 'catch-up' })}>
                {words.catchUp}
              </button>{' '}
              <button type="button" class="button button-quiet" onClick={() => tell({ kind: 'jump' })}>
                {words.jump}
              </button>
            </p>
          </div>
        )}
        {head.state === 'planned' && <p>{words.planned}</p>}
        {head.state === 'ended' && (
          <p>
            {words.ended} <a href={`/races/${race.id}/results`}>{words.seeResults}</a>
          </p>
        )}
        {head.state === 'live' && !lastAt && <p>{words.nothingYet}</p>}
      </div>
      {choice !== 'asked' && missing > 10 && (
        <p>
          {words.catchingUp(count(have - following.from + 1), count(head.head - following.from + 1))}{' '}
          <progress aria-hidden="true" max={head.head - following.from + 1} value={have - following.from + 1} />
        </p>
      )}
      {head.state === 'live' && lastAt && !isAway && (
        <p class="quiet">
          <b class="feed-badge">{words.live}</b>{' '}
          {now - Date.parse(lastAt) > quietMs ? words.quiet(ago(lastAt, now)) : words.lastNews(ago(lastAt, now))}
        </p>
      )}
    </div>
  );
};
