import type { FeedMessage } from './message';
import type { FeedHead } from './ports';
import { mostInHead, segmentSize } from './segments';

/** Within this time after its end, a feed that was ended too early goes on. */
export const reopenHours = 24;

/** Seconds. */
const floors = { lively: 2, usual: 5, quiet: 15, planned: 30, ended: 60 } as const;
const mostSeconds = 60;

/** Nothing for so long: quiet. */
const quietMs = 120_000;
/** Ten messages in such a time, and one just now: lively. */
const livelyMs = 60_000;
const justNowMs = 30_000;

const paceOf = ({ state, messages, now }: Pick<FeedHead, 'state' | 'messages' | 'now'>): keyof typeof floors => {
  if (state !== 'live') return state;
  const [first, last] = [messages.at(-segmentSize), messages.at(-1)];
  // Nothing yet: the first message comes soon.
  if (!last) return 'usual';
  const since = (at: string) => Date.parse(now) - Date.parse(at);
  if (first && since(first.at) <= livelyMs && since(last.at) <= justNowMs) return 'lively';
  return since(last.at) <= quietMs ? 'usual' : 'quiet';
};

/**
 * After how many seconds a follower asks again. With it the crowd causes no more requests a second than the race allows, so what it
 * costs is set beforehand. `viewers`: how many there are at most; 0: nobody knows.
 */
export const pollAfterOf = (
  head: Pick<FeedHead, 'state' | 'messages' | 'now' | 'allowedPerSecond'>,
  viewers: number,
): number => Math.min(mostSeconds, Math.max(floors[paceOf(head)], Math.ceil(viewers / head.allowedPerSecond)));

/** What the crowd of a race may cause that has no feed of its own. As a new feed: lambdas/migrations/0043-feed.ts. */
export const usualAllowedPerSecond = 20_000;

/**
 * The same for readers of live results. They and the followers of the feed are one crowd, with one allowance: each of them looks at one
 * page, and says once that they are there.
 */
export const resultsPollAfterOf = (allowedPerSecond: number, crowd: number): number =>
  Math.min(mostSeconds, Math.max(floors.lively, Math.ceil(crowd / allowedPerSecond)));

/**
 * For how many followers one address may stand. Many sit behind the same address in a stadium, and anybody may say that they are many: one
 * address alone makes nobody wait longer than a lively feed does, and adds as much to the pause of a large crowd.
 */
export const mostOfAddress = (allowedPerSecond: number): number => floors.lively * allowedPerSecond;

/**
 * What a head says: all that was told while a follower waits for it, so that they need no segment besides. Else a crowd that asks
 * seldom would ask twice each time.
 */
export const messagesOfHead = (
  { messages, now }: Pick<FeedHead, 'messages' | 'now'>,
  pollAfter: number,
): readonly FeedMessage[] => {
  // A quarter more than the pause, and the age of a copy at two caches, which give it out for two seconds each.
  const since = Date.parse(now) - (1.25 * pollAfter + 4) * 1000;
  const told = messages.filter(({ at }) => Date.parse(at) >= since).length;
  return messages.slice(-Math.min(mostInHead, Math.max(segmentSize, told)));
};
