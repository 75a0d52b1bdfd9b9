import type { FeedHeadMessage } from '../../../lambdas/api/messages/race-day/feed';

/** Two caches give out a head for two seconds each, and an answer takes some. */
const mostHeadAgeMs = 20_000;
/**
 * Whether a head was old when it came: its server cannot be asked, and a cache serves the last one. `now`: the server's time when it
 * came, in ms. A head of a feed that is not live may be kept for longer.
 */
export const isOldHead = ({ state, now: madeAt }: Pick<FeedHeadMessage, 'state' | 'now'>, now: number): boolean =>
  state === 'live' && now - Date.parse(madeAt) > mostHeadAgeMs;
