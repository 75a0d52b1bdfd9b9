import { demoFeedRace } from '../prepare/demo-feed';
import { messageAt } from './story';

interface Needs {
  /** Gives an order to the function `direct`. */
  readonly direct: (order: object) => Promise<unknown>;
  /** Resolves after so many milliseconds, or at once when it is time to stop. */
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Called with how much is told. */
  readonly keepTime: (head: number) => Promise<void>;
  readonly isStopping: () => boolean;
  readonly log: (problem: string, error: unknown) => void;
}

interface Feed {
  readonly state: string;
  readonly head: number;
  readonly viewers: object | null;
}

/** So much is told before anybody comes, so that the page is not empty. */
const toldAhead = 24;
const tellMs = 4_000;
/** While nobody follows, it looks so often whether somebody does. */
const restMs = 10_000;

const feedIn = (answer: unknown): Feed | null =>
  typeof answer === 'object' && answer !== null && 'feed' in answer ? (answer.feed as Feed | null) : null;

/**
 * Tells the story of the demo race while somebody follows, and is silent otherwise. What is told next follows from the last
 * number, so after a crash it goes on, and tells nothing twice.
 */
export const commentate = async ({ direct, pause, keepTime, isStopping, log }: Needs): Promise<void> => {
  const raceId = demoFeedRace;
  while (!isStopping()) {
    let waitMs = restMs;
    try {
      const feed = feedIn(await direct({ feed: { raceId } }));
      if (feed?.state !== 'live') return;
      if (feed.head < toldAhead || feed.viewers) {
        const message = messageAt(feed.head + 1);
        await direct(
          message ? { publishFeed: { raceId, messages: [message] } } : { changeFeed: { raceId, state: 'ended' } },
        );
        waitMs = feed.head < toldAhead ? 0 : tellMs;
        if (feed.head >= toldAhead) await keepTime(feed.head);
      }
    } catch (error) {
      log('The commentator lost the thread.', error);
    }
    await pause(waitMs);
  }
};
