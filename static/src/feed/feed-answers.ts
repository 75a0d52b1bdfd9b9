import type { FeedHeadMessage, FeedMessageRead } from '../../../lambdas/api/messages/race-day/feed';

/** What a network on the way may answer with in our place, with 200 and as JSON, must not become a part of the feed. */
type Given = Readonly<Record<string, unknown>>;

const isObject = (given: unknown): given is Given => typeof given === 'object' && given !== null;

const isCount = (given: unknown): given is number => Number.isSafeInteger(given) && Number(given) >= 0;

const isMessage = (given: unknown): given is FeedMessageRead => isObject(given) && isCount(given.number);

/** Whether it has messages. Which numbers a segment must have is judged where it is used. */
export const hasMessages = (given: unknown): given is Given & { readonly messages: readonly FeedMessageRead[] } =>
  isObject(given) && Array.isArray(given.messages) && given.messages.every(isMessage);

/** Whether it is the head of a feed: its messages lead up to its number, each one after the other. */
export const isHead = (given: unknown): given is FeedHeadMessage =>
  hasMessages(given) &&
  isCount(given.epoch) &&
  isCount(given.head) &&
  isObject(given.latest) &&
  !Number.isNaN(Date.parse(String(given.now))) &&
  Number.isFinite(given.pollAfter) &&
  given.messages.every(({ number }, n, { length }) => number === Number(given.head) - length + 1 + n) &&
  (given.messages.length > 0 || given.head === 0);

/** Seconds. A server of ours never says less or more than these, and a timer of a browser that is set for a month runs at once. */
const [leastPause, mostPause, mostRetryAfter] = [1, 60, 300];

/** The pause that is kept, whatever a head says. */
export const paused = (head: FeedHeadMessage): FeedHeadMessage => ({
  ...head,
  pollAfter: Math.min(mostPause, Math.max(leastPause, head.pollAfter)),
});

/** The pause after a failure, whatever the answer says. */
export const boundedRetry = (seconds: number | undefined): number | undefined =>
  seconds === undefined ? undefined : Math.min(mostRetryAfter, Math.max(0, seconds));
