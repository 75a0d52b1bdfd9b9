import type { FeedHeadMessage } from '../../../lambdas/api/messages/race-day/feed';

/** What is to be asked for next. A new wish for a head takes the place of the one before. */
export type Wish =
  /** At some instant between `least` and `most` seconds from now. */
  | { readonly kind: 'head'; readonly least: number; readonly most: number }
  | {
      readonly kind: 'segment';
      readonly epoch: number;
      readonly segment: number;
      readonly least: number;
      readonly most: number;
    };

/** Who never read a head knows nothing of the crowd: the longest pause that a head may ask for. */
const mostBackoffSeconds = 60;
/** Who knows a head asks so often while no answer comes, or as often as it says if that is less often. */
const leastRetrySeconds = 10;

/** `misses`: answers in a row that did not come. */
interface Missed {
  readonly head: Pick<FeedHeadMessage, 'pollAfter'> | undefined;
  readonly misses: number;
}

/**
 * When to ask for a head again after an answer that did not come: within 12.5 seconds, or within 1.25 pauses if that is longer. A
 * crowd that comes back at once asks no more often than it does in step (docs/decisions/119-back-within-a-pause.md).
 */
export const retry = ({ head, misses }: Missed, retryAfter = 0): Wish => {
  if (!head || misses <= 1)
    return { kind: 'head', least: retryAfter, most: retryAfter + (head?.pollAfter ?? backoff(misses)) };
  const seconds = Math.max(leastRetrySeconds, head.pollAfter);
  const least = Math.max(retryAfter, 0.75 * seconds);
  return { kind: 'head', least, most: least + 0.5 * seconds };
};

/** Seconds, doubling: 2, 4, 8 … 60. */
export const backoff = (misses: number): number => Math.min(mostBackoffSeconds, 2 ** misses);

/** Where there is nothing to follow. */
export const longPause: Wish = { kind: 'head', least: mostBackoffSeconds, most: mostBackoffSeconds * 1.25 };
