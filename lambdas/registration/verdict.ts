import type { Outcome } from './registration';

/** What the database knows of a submission at the moment it is decided. */
export interface Facts {
  /** Written by an earlier delivery, or by a sweep. */
  readonly before?: Outcome | undefined;
  /** The same person has a live registration in the event. */
  readonly isSamePersonIn: boolean;
  /** The hold's spot is still the hold's, and nobody is registered on it. */
  readonly isHeld: boolean;
  /** Another spot is sellable. */
  readonly isAnySellable: boolean;
  /** Some spot is in an open block and unregistered, so that it may come back. */
  readonly isAnyHeld: boolean;
  /** Somebody is on the waiting list: what comes back is his. */
  readonly isWaitedFor: boolean;
}

export type Verdict = 'as-before' | 'duplicate' | 'confirm' | 'confirm-late' | 'defer' | 'refuse';

/**
 * What registration-sql.ts decides statement by statement; test/model explores this rule, and holds the statements to it.
 * The order is the rule: the id first (an outcome never changes), then the person, then the spot. Nobody is refused
 * while a spot may still come back to him; once people wait it would not, and refused he is the first of them.
 */
export const verdictOn = ({
  before,
  isSamePersonIn,
  isHeld,
  isAnySellable,
  isAnyHeld,
  isWaitedFor,
}: Facts): Verdict => {
  if (before) return 'as-before';
  if (isSamePersonIn) return 'duplicate';
  if (isHeld) return 'confirm';
  if (isAnySellable) return 'confirm-late';
  return isAnyHeld && !isWaitedFor ? 'defer' : 'refuse';
};

/** What the database knows of several who come together, at the moment they are decided. */
export interface GroupFacts {
  /** What was written for who pays, by an earlier delivery or by a sweep. */
  readonly before?: Outcome | undefined;
  /**
   * One of them has a live registration in the event, or two of them are the same person, or a companion's id is that of
   * a registration already: its outcome stays, so these cannot all get the same.
   */
  readonly isAnyIn: boolean;
  readonly size: number;
  /** How many of their spots are still theirs, with nobody registered on them. */
  readonly held: number;
  /** How many other spots are sellable; no more than are missing need be counted. */
  readonly sellable: number;
  /** How many other spots are sellable, or may come back to the public. */
  readonly mayCome: number;
  /** Somebody is on the waiting list: what comes back is his. */
  readonly isWaitedFor: boolean;
}

/** The same rule for several: one verdict, which is everybody's. */
export const verdictOnGroup = ({
  before,
  isAnyIn,
  size,
  held,
  sellable,
  mayCome,
  isWaitedFor,
}: GroupFacts): Verdict => {
  if (before) return 'as-before';
  if (isAnyIn) return 'duplicate';
  if (held === size) return 'confirm';
  if (held + sellable >= size) return 'confirm-late';
  return held + mayCome >= size && !isWaitedFor ? 'defer' : 'refuse';
};
