import { useEffect, useState } from 'preact/hooks';
import type { RaceMessage } from '../../../lambdas/api/messages/races';
import type { Pointer } from '../../../lambdas/results/files';
import { sayPresent } from '../http/crowd';
import { announce } from '../page/announce';
import * as t from '../texts/page';
import * as words from '../texts/results';
import { shortInstant } from '../time/dates';
import { now } from '../time/ticker';
import { startLooks } from './news-looks';
import { isFailure, type Reading } from './open-results';
import type { FromVersion } from './read-version';
import { readerOf } from './reader-of';

interface News {
  readonly pointer: Pointer;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** Once in so many, in ms, everybody who reads live results may say so. */
const presenceMs = 30_000;

/** Looks for newer results than the answer has, while the page is visible. `isOffline`: the last look got no answer. */
export const useNews = (raceId: string, answer: FromVersion<unknown> | undefined) => {
  const [news, setNews] = useState<News>();
  const [isOffline, setOffline] = useState(!navigator.onLine);
  const from = answer?.kind === 'ok' ? answer : undefined;
  const kind = from?.version.set.kind;
  useEffect(() => {
    let saidIn = 0;
    // Everybody says that they read in windows of their own.
    const shift = Math.random();
    const looks = startLooks({
      look: readerOf(raceId).look,
      kind,
      pointer: from?.pointer,
      isVisible: () => document.visibilityState === 'visible',
      found: (answer) => {
        setOffline(answer.kind === 'network');
        if (answer.kind !== 'ok') return;
        const { pointer, isNewer } = answer.value;
        setNews((before) => (isNewer ? { pointer, since: before?.since ?? now.peek() } : undefined));
        const window = Math.floor(Date.now() / presenceMs + shift);
        const oneIn = pointer.presenceOneIn;
        if (oneIn && window !== saidIn && Math.random() * oneIn < 1) sayPresent(raceId, oneIn);
        saidIn = window;
      },
    });
    const wentOffline = () => setOffline(true);
    const lookNow = () => void looks.lookNow();
    addEventListener('offline', wentOffline);
    addEventListener('online', lookNow);
    document.addEventListener('visibilitychange', lookNow);
    return () => {
      looks.stop();
      removeEventListener('offline', wentOffline);
      removeEventListener('online', lookNow);
      document.removeEventListener('visibilitychange', lookNow);
    };
  }, [raceId, kind]);
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
  const { news, isOffline, take } = useNews(race.id, answer);
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
