import { messagesOfHead, mostOfAddress, pollAfterOf } from './pace';
import type { FeedHead, FeedPages, FoundSegment, Viewers } from './ports';
import { oneInOf, type ViewerCount } from './viewers';

interface Needs {
  readonly pages: FeedPages;
  readonly viewers: Viewers;
  /** Told that nobody could be counted. */
  readonly report: (error: unknown) => void;
}

/** What everybody reads, and how often. */
export interface ShownHead extends FeedHead {
  readonly pollAfter: number;
  readonly presenceOneIn: number;
}

export interface ShowFeed {
  /** Undefined: the race has no feed. */
  head(raceId: string): Promise<ShownHead | undefined>;
  segment(raceId: string, epoch: number, segment: number): Promise<FoundSegment>;
  /** Somebody follows who was chosen by lot, as one in so many. */
  present(raceId: string, oneIn: number, address: string): Promise<void>;
}

/** So many races are remembered; more than one is seldom run at a time. */
const mostRemembered = 50;

export const showFeed = ({ pages, viewers, report }: Needs): ShowFeed => {
  // While the count is away, the crowd of a moment ago is believed: else all of it would ask as often as three people.
  const before = new Map<string, ViewerCount | undefined>();
  const viewersOf = async (raceId: string, allowedPerSecond: number): Promise<ViewerCount | undefined> => {
    try {
      const [counted] = await Promise.all([
        viewers.count(raceId),
        viewers.expect(raceId, mostOfAddress(allowedPerSecond)),
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
    // No statement: anybody may say that they follow anything, as often as they like.
    present: (raceId, oneIn, address) => viewers.add(raceId, oneIn, address).catch(report),
  };
};
