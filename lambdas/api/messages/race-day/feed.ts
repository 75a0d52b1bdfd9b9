import * as v from 'valibot';
import { instant, raceId } from '../../fields';

/** A message of a live feed, as everybody reads it. Who does not know its kind counts it, and shows nothing. */
export const feedMessage = v.object({
  /** 1, 2, 3 … without gaps. */
  number: v.pipe(v.number(), v.integer(), v.minValue(1)),
  at: instant,
  kind: v.string(),
  /** What it says, by its kind. `null`: it was taken out. */
  body: v.nullable(v.record(v.string(), v.unknown())),
  /** Of a `correction` or a `withdrawal`: the number of what it is about. */
  of: v.optional(v.number()),
});

export const feedState = v.picklist(['planned', 'live', 'ended']);

/** The end of a live feed. It is a second old at most where it comes from; a cache on the way may have an older one. */
export const feedHead = v.object({
  raceId,
  /** Grows when a text is taken out. It stands in the address of each segment. */
  epoch: v.number(),
  state: feedState,
  /** The number of the last message; 0: there is none. */
  head: v.number(),
  /** The last ten, or more of them when followers wait long: sixty at most. In their order. */
  messages: v.array(feedMessage),
  /** Where a newcomer finds what still holds: the order of each list as `positions:<list>`, and the pinned `notice`. */
  latest: v.record(v.string(), v.number()),
  /**
   * What changed under numbers that were read before. Whoever has read in the epoch `since`, or in a later one, takes the texts of
   * `numbers` out. Whoever has read in an earlier one begins again with this head. Left out: `since` is the epoch of this head.
   */
  takenOut: v.optional(v.object({ since: v.number(), numbers: v.array(v.number()) })),
  /** How long to wait before the next request, in seconds. */
  pollAfter: v.number(),
  /** Who follows says so with this probability, as one in so many, every thirty seconds. */
  presenceOneIn: v.number(),
  /** The server's time. */
  now: instant,
});

/** Ten messages that never change within their epoch. */
export const feedSegment = v.object({ segment: v.number(), messages: v.array(feedMessage) });

export type FeedMessageRead = v.InferOutput<typeof feedMessage>;
export type FeedHeadMessage = v.InferOutput<typeof feedHead>;
export type FeedSegmentMessage = v.InferOutput<typeof feedSegment>;
