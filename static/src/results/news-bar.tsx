import { useEffect, useState } from 'preact/hooks';
import type { RaceMessage } from '../../../lambdas/api/messages/races';
import type { Pointer, VersionKind } from '../../../lambdas/results/files';
import { pollSeconds } from '../http/backoff';
import { announce } from '../page/announce';
import * as t from '../texts/page';
import * as words from '../texts/results';
import { shortInstant } from '../time/dates';
import { now } from '../time/ticker';
import { isFailure, type Reading, readerOf } from './open-results';
import { isFinal } from './read-version';

interface News {
  readonly pointer: Pointer;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** Looks for newer results while the page is visible. `isOffline`: the last look got no answer. */
export const useNews = (raceId: string, kind: VersionKind | undefined) => {
  // How often the page looks for newer results. Final results seldom change.
  const seconds = isFinal(kind) ? 120 : 15;
  const [news, setNews] = useState<News>();
  const [isOffline, setOffline] = useState(!navigator.onLine);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCurrent = true;
    const look = async () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') {
        const answer = await readerOf(raceId).look();
        if (!isCurrent) return;
        setOffline(answer.kind === 'network');
        if (answer.kind === 'ok') {
          const pointer = answer.value;
          setNews((before) => pointer && { pointer, since: before?.since ?? now.peek() });
        }
      }
      timer = setTimeout(look, 1000 * pollSeconds(seconds, Math.random()));
    };
    const wentOffline = () => setOffline(true);
    const lookNow = () => void look();
    timer = setTimeout(look, 1000 * pollSeconds(seconds, Math.random()));
    addEventListener('offline', wentOffline);
    addEventListener('online', lookNow);
    document.addEventListener('visibilitychange', lookNow);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      removeEventListener('offline', wentOffline);
      removeEventListener('online', lookNow);
      document.removeEventListener('visibilitychange', lookNow);
    };
  }, [raceId, seconds]);
  /** Takes the newer results. */
  const take = () => {
    if (news) readerOf(raceId).take(news.pointer);
    setNews(undefined);
  };
  return { news, isOffline, take };
};

interface NewsBarProps {
  readonly race: RaceMessage;
  readonly reading: Reading<unknown>;
}

/** Says that there are newer results, or no connection. It lies over the page, so the text below does not move when it appears. */
export const NewsBar = ({ race, reading: { answer, failure, again } }: NewsBarProps) => {
  const version = answer?.kind === 'ok' ? answer.version : undefined;
  const { news, isOffline, take } = useNews(race.id, version?.set.kind);
  const isStale = version !== undefined && (isOffline || failure !== undefined);
  useEffect(() => {
    if (!isOffline && (failure ?? (answer && isFailure(answer)))) again();
  }, [isOffline]);
  const update = () => {
    take();
    again();
    announce(words.updateDone);
  };
  const write = (instant: string) => shortInstant(instant, race.timeZone);
  return (
    <div class="result-news" role="status">
      {isStale && (
        <p>
          {words.offline(write(version.manifest.at))}{' '}
          <button type="button" class="plain" onClick={again}>
            {t.tryAgain}
          </button>
        </p>
      )}
      {!isStale && news && (
        <p>
          {words.updated(write(new Date(news.since).toISOString()))}{' '}
          <button type="button" class="plain" onClick={update}>
            {words.update}
          </button>
        </p>
      )}
    </div>
  );
};
