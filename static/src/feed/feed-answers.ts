import type { FeedHeadMessage, FeedSegmentMessage } from '../../../lambdas/api/messages/race-day/feed';

/**
 * Whether it has messages. A network on the way may answer in our place with 200 and as JSON, and that must not become a part of the
 * feed. Which numbers a segment must have is judged where it is used.
 */
export const hasMessages = (given: unknown): boolean => {
  const messages = (given as FeedSegmentMessage | null)?.messages;
  return Array.isArray(messages) && messages.every((one) => one?.number > 0);
};

/** Whether it is the head of a feed: its messages lead up to its number, each one after the other. */
export const isHead = (given: unknown): boolean => {
  if (!hasMessages(given)) return false;
  const { epoch, head, messages, now, pollAfter } = given as FeedHeadMessage;
  return (
    [epoch, pollAfter, Date.parse(now)].every(Number.isFinite) &&
    pollAfter > 0 &&
    messages.every(({ number }, n) => number - n === head + 1 - messages.length) &&
    (head === 0 || messages.length > 0)
  );
};
