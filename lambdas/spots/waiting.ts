/**
 * `not-needed`: spots could be had when the runner asked for a place on the list. `left`: by his own wish.
 * `registered`: he got in, through his offer or otherwise.
 */
export type WaitingState = 'waiting' | 'offered' | 'registered' | 'expired' | 'left' | 'not-needed';

/** Who was authorised and found no spot left comes before those who only asked. */
export const ranks = { authorised: 0, asked: 1 } as const;
export type Rank = (typeof ranks)[keyof typeof ranks];

export interface Waiter {
  readonly rank: Rank;
  /** Rises with every join of any event. */
  readonly position: number;
  /** How many want to run together. */
  readonly size: number;
}

export interface JoinFacts {
  readonly isOpen: boolean;
  /** The person has a live registration in the event. */
  readonly isRegistered: boolean;
  /** How many want to run together. */
  readonly size: number;
  /** How many spots are sellable; more than any group needs need not be counted. */
  readonly sellable: number;
  /** The fewest spots that would serve somebody who waits at a confirmed address. */
  readonly smallest: number | undefined;
  readonly before?: { readonly rank: Rank; readonly state: WaitingState } | undefined;
}

/**
 * Is what is sellable kept from the public, for those who wait? Not while it is too little for each of them: a group
 * that waits for eight spots must not keep everybody else from buying three.
 */
export const isKeptForWaiters = (sellable: number, smallest: number | undefined): boolean =>
  smallest !== undefined && smallest <= sellable;

/**
 * What asking for a place on the list leads to. `keep`: he is on it already, and stays where he is, for as many as he
 * said then. `not-needed` when so many can be had: whoever waits for what is on sale keeps everybody else from buying it.
 */
export const joining = (
  { isOpen, isRegistered, size, sellable, smallest, before }: JoinFacts,
  rank: Rank,
): 'join' | 'raise' | 'keep' | 'registered' | 'not-needed' => {
  if (before?.state === 'offered' && !isRegistered) return 'keep';
  if (before?.state === 'waiting' && !isRegistered) return rank < before.rank ? 'raise' : 'keep';
  if (before?.state === 'registered' && isRegistered) return 'keep';
  // First what is so for anybody: whether somebody is registered is nobody's business who joins in their name.
  if (!isOpen || (size <= sellable && !isKeptForWaiters(sellable, smallest))) return 'not-needed';
  return isRegistered ? 'registered' : 'join';
};

/** Of so many who wait at confirmed addresses, half of them may never be served if each takes all the time there is. */
const waitersPerHalving = 100;
const minOfferSeconds = 2 * 3600;

/**
 * How long an offer stays open: as long as the race says, halved for every hundred who wait for it, and never shorter than
 * two hours, which is a meeting or a film, unless the race itself says so.
 */
export const offerSeconds = (raceSeconds: number, confirmedWaiting: number): number => {
  const halved = Math.floor(raceSeconds / 2 ** Math.floor(confirmedWaiting / waitersPerHalving));
  return Math.max(halved, Math.min(raceSeconds, minOfferSeconds));
};

/** Who was authorised first, then as they joined. */
export const inOrder = <W extends Waiter>(waiters: readonly W[]): readonly W[] =>
  [...waiters].sort((a, b) => a.rank - b.rank || a.position - b.position);

export interface Turn<W> {
  readonly waiter: W;
  readonly numbers: readonly number[];
}

/**
 * Who is offered which of the sellable numbers: each in his turn as many as he wants, or none. Who does not fit into
 * what is left is passed over and keeps his place, because spots come back one by one, and would lie idle while they
 * were saved up for him.
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
