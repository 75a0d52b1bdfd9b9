import { useEffect, useRef, useState } from 'preact/hooks';
import type { FeedMessageRead } from '../../../lambdas/api/messages/race-day/feed';
import { segmentOf } from '../../../lambdas/feed/segments';
import { sayPresent } from '../http/crowd';
import { serverClock } from '../time/ticker';
import { createFollower, type Follower } from './drive';
import { beginFollowing, type Followed, type Following } from './follow';
import { isOldHead } from './head-age';
import { feedSource } from './read-feed';

export interface Feed {
  readonly following: Following;
  /** All that was read, in the order of their numbers. */
  readonly messages: readonly FeedMessageRead[];
  /** What still holds of before the first of them: the last order of each list, and the pinned notice. */
  readonly before: readonly FeedMessageRead[];
  /** The race has no feed. */
  readonly isGone: boolean;
  /** The feed began again while somebody read. */
  readonly isNew: boolean;
  /** The instant of the race that the page shows: when the newest head was made, which a cache may have kept. */
  readonly newsAt: number | undefined;
  /** Answers come, and say nothing new because the server itself cannot be asked. */
  readonly isOld: boolean;
  readonly tell: Follower['tell'];
}

const presenceSeconds = 30;

const keptKey = (raceId: string) => `feed:${raceId}`;

/** Up to where this tab has read before. */
const readKept = (raceId: string): Pick<Following, 'epoch' | 'have'> | undefined => {
  try {
    const [epoch, have] = JSON.parse(sessionStorage.getItem(keptKey(raceId)) ?? '[]');
    return Number.isInteger(epoch) && Number.isInteger(have) ? { epoch, have } : undefined;
  } catch {
    return undefined;
  }
};

const keep = (raceId: string, { epoch, have }: Following): void => {
  try {
    sessionStorage.setItem(keptKey(raceId), JSON.stringify([epoch, have]));
  } catch {
    // A browser that keeps nothing begins again after a reload.
  }
};

const merged = (before: readonly FeedMessageRead[], { applied, earlier, renewed, isNew, following }: Followed) => {
  const kept = isNew ? [] : before.filter(({ number }) => number >= following.from && number <= following.have);
  const newer = new Map(renewed.map((message) => [message.number, message]));
  return [...earlier, ...kept.map((one) => newer.get(one.number) ?? one), ...applied];
};

/** Follows the feed of a race as long as the page is shown. */
export const useFeed = (raceId: string): Feed => {
  const [feed, setFeed] = useState<Omit<Feed, 'tell'>>({
    following: beginFollowing(),
    messages: [],
    before: [],
    isGone: false,
    isNew: false,
    newsAt: undefined,
    isOld: false,
  });
  const follower = useRef<Follower | undefined>(undefined);

  useEffect(() => {
    const read = feedSource(raceId);
    let isCurrent = true;
    let isGone = false;
    let known: Pick<Feed, 'newsAt' | 'isOld'> & Pick<Following, 'head'> = {
      head: undefined,
      newsAt: undefined,
      isOld: false,
    };
    /** Looks at the age of a head as it comes: while nobody looks at the page, none comes, and that says nothing. */
    const learn = ({ head, olderCopies }: Following) => {
      if (head && (head !== known.head || olderCopies > 1))
        known = {
          head,
          newsAt: Math.max(known.newsAt ?? 0, Date.parse(head.now)),
          isOld: isOldHead(head, serverClock.now()),
        };
    };
    const asked = new Set<string>();
    const source: typeof read = {
      ...read,
      head: (answered) =>
        read.head((event) => {
          isGone = event.kind === 'no-head' && event.isGone === true;
          answered(event);
        }),
    };
    /** The numbers that the head names and that lie before what is read. */
    const readBefore = ({ epoch, from, head }: Following): void => {
      for (const number of Object.values(head?.latest ?? {})) {
        const key = `${epoch} ${number}`;
        if (from === 0 || number >= from || asked.has(key)) continue;
        asked.add(key);
        read.segment(epoch, segmentOf(number), (event) => {
          if (event.kind !== 'segment') asked.delete(key);
          else if (isCurrent)
            setFeed((now) => ({
              ...now,
              before: [
                ...now.before.filter((one) => one.number !== number),
                ...event.messages.filter((one) => one.number === number),
              ].sort((a, b) => a.number - b.number),
            }));
        });
      }
    };
    const mine = createFollower({
      source,
      random: Math.random,
      later: (seconds, run) => {
        const timer = setTimeout(run, seconds * 1000);
        return () => clearTimeout(timer);
      },
      kept: readKept(raceId),
      told: (followed) => {
        if (!isCurrent) return;
        const { following } = followed;
        if (following.from > 0) keep(raceId, following);
        learn(following);
        setFeed((now) => ({
          following,
          messages: merged(now.messages, followed),
          // In another epoch it is read again: a text of it may have been taken out.
          before: followed.isNew || now.following.epoch !== following.epoch ? [] : now.before,
          isGone,
          isNew: now.isNew || followed.isNew,
          newsAt: known.newsAt,
          isOld: known.isOld,
        }));
        readBefore(following);
      },
    });
    follower.current = mine;
    const look = () => mine.tell({ kind: document.visibilityState === 'visible' ? 'visible' : 'hidden' });
    document.addEventListener('visibilitychange', look);
    addEventListener('online', look);
    mine.start();
    return () => {
      isCurrent = false;
      mine.stop();
      document.removeEventListener('visibilitychange', look);
      removeEventListener('online', look);
    };
  }, [raceId]);

  const oneIn = feed.following.head?.state === 'live' ? feed.following.head.presenceOneIn : 0;
  const lot = useRef(0);
  lot.current = oneIn;
  useEffect(() => {
    if (oneIn === 0) return;
    // From the first look on, so each who follows is in each window once.
    const draw = () => {
      const chance = lot.current;
      if (chance > 0 && document.visibilityState === 'visible' && Math.random() < 1 / chance)
        sayPresent(raceId, chance);
    };
    draw();
    const timer = setInterval(draw, presenceSeconds * 1000);
    return () => clearInterval(timer);
  }, [raceId, oneIn > 0]);

  return { ...feed, tell: (event) => follower.current?.tell(event) };
};
