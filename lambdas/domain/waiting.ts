import type { Identity } from './person/person';

/**
 * `not-needed`: spots were on sale when the runner asked for a place. `left`: the runner gave the place up.
 * `registered`: the runner has a spot, through an offer or otherwise.
 */
export type WaitingState = 'waiting' | 'offered' | 'registered' | 'expired' | 'left' | 'not-needed';

/** People whose card was authorised and who found no spot left come before those who only asked. */
export const ranks = { authorised: 0, asked: 1 } as const;
export type Rank = (typeof ranks)[keyof typeof ranks];

export interface Waiter {
  readonly rank: Rank;
  /** Rises with every join of any event. */
  readonly position: number;
  /** How many people run as one group. */
  readonly size: number;
}

export interface JoinFacts {
  readonly isOpen: boolean;
  /** The person has a live registration in the event. */
  readonly isRegistered: boolean;
  /** How many people run as one group. */
  readonly size: number;
  /** How many spots are sellable; need not be counted beyond the largest group. */
  readonly sellable: number;
  /** The size of the smallest group that waits at a confirmed address. */
  readonly smallest: number | undefined;
  /** They asked before their place was entered or ended: a message that is delivered again. */
  readonly isRepeat?: boolean | undefined;
  /** `isRemoved`: a director took them off the list. */
  readonly before?:
    | { readonly rank: Rank; readonly state: WaitingState; readonly isRemoved?: boolean | undefined }
    | undefined;
}

/**
 * Are the sellable spots kept from the public, for the waiting list? Not while they are too few for each group on it: a
 * group that waits for eight spots must not keep everybody else from buying three.
 */
export const isKeptForWaiters = (sellable: number, smallest: number | undefined): boolean =>
  smallest !== undefined && smallest <= sellable;

/**
 * What a request for a place on the list leads to. `keep`: the person is on it already and keeps their place and group
 * size. `not-needed`: enough spots are on sale, and a person who waited for them would keep everybody else from buying
 * them.
 */
export const joining = (
  { isOpen, isRegistered, size, sellable, smallest, isRepeat, before }: JoinFacts,
  rank: Rank,
): 'join' | 'raise' | 'keep' | 'registered' | 'not-needed' => {
  // Whoever left, was taken off or let an offer go by since then is not put back.
  if (before && isRepeat) return 'keep';
  if (before?.state === 'offered' && !isRegistered) return 'keep';
  if (before?.state === 'waiting' && !isRegistered) return rank < before.rank ? 'raise' : 'keep';
  if (before?.state === 'registered' && isRegistered) return 'keep';
  // A payment that was on its way must not lead back to the front of the list. They may ask for a place, at its end.
  if (before?.isRemoved && rank === ranks.authorised) return 'keep';
  // Reasons that hold for anybody are checked first: a person who joins in somebody else's name must not learn whether
  // that person is registered.
  if (!isOpen || (size <= sellable && !isKeptForWaiters(sellable, smallest))) return 'not-needed';
  return isRegistered ? 'registered' : 'join';
};

/**
 * With this many people waiting at confirmed addresses, half of them may never be served if each offer lasts its full
 * time.
 */
const waitersPerHalving = 100;
const minOfferSeconds = 2 * 3600;

/**
 * How long an offer stays open, in seconds: the race's setting, halved for every hundred who wait for it. At least two
 * hours (a meeting or a film), unless the race itself sets less.
 */
export const offerSeconds = (raceSeconds: number, confirmedWaiting: number): number => {
  const halved = Math.floor(raceSeconds / 2 ** Math.floor(confirmedWaiting / waitersPerHalving));
  return Math.max(halved, Math.min(raceSeconds, minOfferSeconds));
};

/** People with an authorised card first, then in the order they joined. */
export const inOrder = <W extends Waiter>(waiters: readonly W[]): readonly W[] =>
  [...waiters].sort((a, b) => a.rank - b.rank || a.position - b.position);

export interface Turn<W> {
  readonly waiter: W;
  readonly numbers: readonly number[];
}

/**
 * Which of the sellable numbers each waiter is offered: in turn, as many as they want, or none. A group that needs more
 * than is left is passed over and keeps its place. Spots come back one by one, and would lie unused if they were saved
 * for a large group.
 */
export const turnsOf = <W extends Waiter>(inOrder: readonly W[], numbers: readonly number[]): readonly Turn<W>[] => {
  const turns: Turn<W>[] = [];
  let given = 0;
  for (const waiter of inOrder) {
    if (waiter.size > numbers.length - given) continue;
    turns.push({ waiter, numbers: numbers.slice(given, given + waiter.size) });
    given += waiter.size;
  }
  return turns;
};

/** How many places get an offer when so many spots are handed out. `sizes`: how many spots each of them wants, in their order. */
export const placesServed = (sizes: readonly number[], spots: number): number => {
  const numbers = Array.from({ length: spots }, (_, n) => n);
  return turnsOf(
    sizes.map((size, position) => ({ rank: ranks.asked, position, size })),
    numbers,
  ).length;
};

/** A request for a place on the waiting list. */
export interface Join {
  /** The id of the place on the list, made by the client for this request. */
  readonly placeId: string;
  readonly person: string;
  readonly runner: Identity;
  /** How many people run as one group: they are offered this many spots at once, or none. */
  readonly size: number;
  /** In milliseconds since the epoch. Absent in messages from before it was kept. */
  readonly askedAt?: number | undefined;
}

/** Who gets the spots that come back. */
export interface WaitingList {
  /**
   * Enters people in the order given; a person who is on the list already keeps their place. Returns outbox ids of the
   * mails that ask them to confirm.
   */
  join(eventId: string, joins: readonly Join[]): Promise<readonly string[]>;
}

/** A place on the waiting list, as its owner carries it: signed by us. */
export interface Ticket {
  readonly placeId: string;
  readonly raceId: string;
  readonly eventId: string;
  /** SHA-256 (base64url) of the person. Only this person's place opens, because anybody can name its id. */
  readonly personHash: string;
  /** The ticket was sent by mail: a caller that brings it reads the mail of the person's address. */
  readonly isMailed: boolean;
  /** When the ticket was given at joining; in milliseconds since the epoch. Absent in mailed ones. */
  readonly givenAt?: number | undefined;
}

/** The part of a ticket that is compared with the row of the place. */
export type PlaceKey = Pick<Ticket, 'placeId' | 'eventId' | 'personHash' | 'isMailed'>;
