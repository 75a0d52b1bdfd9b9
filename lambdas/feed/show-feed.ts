import { messagesOfHead, mostOfAddress, pollAfterOf, resultsPollAfterOf, usualAllowedPerSecond } from './pace';
import type { FeedHead, FeedPages, FoundSegment, Viewers } from './ports';
import { oneInOf, type ViewerCount } from './viewers';

interface Needs {
  readonly pages: Omit<FeedPages, 'before'>;
  readonly viewers: Viewers;
  /** Told that nobody could be counted. */
  readonly report: (error: unknown) => void;
}

/** How often each of a crowd asks, in seconds, and how seldom they say that they are there. */
interface Pace {
  readonly pollAfter: number;
  readonly presenceOneIn: number;
}

/** What everybody reads, and how often. */
export interface ShownHead extends FeedHead, Pace {}

export interface ShowFeed {
  /** Undefined: the race has no feed. */
  head(raceId: string): Promise<ShownHead | undefined>;
  segment(raceId: string, epoch: number, segment: number): Promise<FoundSegment>;
  /** For readers of results that are live. It answers also when nothing of the crowd is known. */
  resultsPace(raceId: string): Promise<Pace>;
  /** Somebody follows, or reads live results, who was chosen by lot, as one in so many. */
  present(raceId: string, oneIn: number, address: string): Promise<void>;
}

/**
 * Seconds for which a crowd is counted after somebody read the head of a live feed, or live results were published. It is longer than a
 * race goes on without a finisher. It is the same for both: they are one crowd, and the last call sets the time.
 */
const expectedSeconds = 3_600;

/** So many races are remembered; more than one is seldom run at a time. */
const mostRemembered = 50;

export const showFeed = ({ pages, viewers, report }: Needs): ShowFeed => {
  // While the count is away, the crowd of a moment ago is believed: else all of it would ask as often as three people.
  const before = new Map<string, ViewerCount | undefined>();
  const viewersOf = async (raceId: string, allowedPerSecond: number): Promise<ViewerCount | undefined> => {
    try {
      const [counted] = await Promise.all([
        viewers.count(raceId),
        viewers.expect(raceId, mostOfAddress(allowedPerSecond), expectedSeconds),
      ]);
      before.delete(raceId);
      before.set(raceId, counted);
      const [oldest] = before.keys();
      if (before.size > mostRemembered && oldest !== undefined) before.delete(oldest);
      return counted;
    } catch (error) {
      report(error);
      return before.get(raceId);
    }
  };

  return {
    async head(raceId) {
      const head = await pages.head(raceId);
      if (!head) return undefined;
      const crowd = (head.state === 'live' ? await viewersOf(raceId, head.allowedPerSecond) : undefined)?.to ?? 0;
      const pollAfter = pollAfterOf(head, crowd);
      return { ...head, messages: messagesOfHead(head, pollAfter), pollAfter, presenceOneIn: oneInOf(crowd) };
    },
    segment: (raceId, epoch, segment) => pages.segment(raceId, epoch, segment),
    async resultsPace(raceId) {
      const allowed = (await pages.allowedPerSecond(raceId)) ?? usualAllowedPerSecond;
      const crowd = (await viewersOf(raceId, allowed))?.to ?? 0;
      return { pollAfter: resultsPollAfterOf(allowed, crowd), presenceOneIn: oneInOf(crowd) };
    },
    // It asks no database: anybody may send this for any race, as often as they like.
    present: (raceId, oneIn, address) => viewers.add(raceId, oneIn, address).catch(report),
  };
};
