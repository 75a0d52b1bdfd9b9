/**
 * `not-needed`: spots could be had when the runner asked for a place on the list. `left`: by his own wish.
 * `registered`: he got in, through his offer or otherwise.
 */
export type WaitingState = 'waiting' | 'offered' | 'registered' | 'expired' | 'left' | 'not-needed';

/** Who was authorised and found no spot left comes before those who only asked. */
export const ranks = { authorised: 0, asked: 1 } as const;
export type Rank = (typeof ranks)[keyof typeof ranks];

export interface Waiter {
  readonly person: string;
  readonly rank: Rank;
  /** Rises with every join of any event. */
  readonly position: number;
  readonly state: WaitingState;
}

export interface JoinFacts {
  readonly isOpen: boolean;
  /** The person has a live registration in the event. */
  readonly isRegistered: boolean;
  readonly isAnySellable: boolean;
  readonly isAnybodyWaiting: boolean;
  readonly before?: { readonly rank: Rank; readonly state: WaitingState } | undefined;
}

/**
 * What asking for a place on the list leads to. `keep`: he is on it already, and stays where he is. `not-needed` unless
 * nothing can be had: a single waiter keeps everybody else from buying, so nobody may wait for what is on sale.
 */
export const joining = (
  { isOpen, isRegistered, isAnySellable, isAnybodyWaiting, before }: JoinFacts,
  rank: Rank,
): 'join' | 'raise' | 'keep' | 'registered' | 'not-needed' => {
  if (isRegistered) return 'registered';
  if (before?.state === 'offered') return 'keep';
  if (before?.state === 'waiting') return rank < before.rank ? 'raise' : 'keep';
  if (!isOpen || (isAnySellable && !isAnybodyWaiting)) return 'not-needed';
  return 'join';
};

/** The one whose turn it is. */
export const nextWaiter = <W extends Waiter>(waiters: readonly W[]): W | undefined =>
  waiters.filter(({ state }) => state === 'waiting').sort((a, b) => a.rank - b.rank || a.position - b.position)[0];
