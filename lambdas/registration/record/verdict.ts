import type { Outcome } from '../../domain/registration';

/** What the database knows of a submission at the moment it is decided. */
export interface Facts {
  /** Written by an earlier delivery, or by a sweep. */
  readonly before?: Outcome | undefined;
  /** The same person has a live registration in the event. */
  readonly isSamePersonIn: boolean;
  /** The spot is still in the hold's block, and nobody is registered on it. */
  readonly isHeld: boolean;
  /** Another spot is sellable. */
  readonly isAnySellable: boolean;
  /** Some spot is in an open block and unregistered, so that it may come back. */
  readonly isAnyHeld: boolean;
  /** Somebody is on the waiting list: what comes back goes to them. */
  readonly isWaitedFor: boolean;
}

/**
 * `as-before`: the earlier outcome stands. `confirm-late`: on another spot than the held one. `defer`: deliver it again
 * later.
 */
export type Verdict = 'as-before' | 'duplicate' | 'confirm' | 'confirm-late' | 'defer' | 'refuse';

/**
 * The rule that postgres-registrations.ts applies statement by statement; test/model explores this rule and checks the
 * statements against it. The order matters: the id first (an outcome never changes), then the person, then the spot. A
 * runner is not refused while a spot may still come back to them. While people wait on the list, no spot comes back to
 * this runner: the runner is refused, and becomes the first on the list.
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

/** What the database knows of a group at the moment it is decided. */
export interface GroupFacts {
  /** The outcome written for the registration that pays, by an earlier delivery or by a sweep. */
  readonly before?: Outcome | undefined;
  /**
   * A member has a live registration in the event, two members are the same person, or a companion's id has a
   * registration already. That registration's outcome stays, so the members cannot all get the same.
   */
  readonly isAnyIn: boolean;
  readonly size: number;
  /** How many of its own spots the group still has, with nobody registered on them. */
  readonly held: number;
  /** How many other spots are sellable; counted up to the number that is missing. */
  readonly sellable: number;
  /** How many other spots are sellable, or may come back to the public. */
  readonly mayCome: number;
  /** Somebody is on the waiting list: what comes back goes to them. */
  readonly isWaitedFor: boolean;
}

/** The same rule for a group: one verdict for all members. */
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
