import type { Basket } from './basket';
import type { Reaction } from './journey';

/** How it ended for the runner at one browser, as the page showed it. */
export type Outcome = Ending & {
  /** How many people the runner registered for, themselves included. Default: one. */
  readonly people?: number;
  /** How many of the group stayed at home because there were too few spots for all. */
  readonly stayedHome?: number;
  /** How they answered their bank. Absent: it asked nothing. */
  readonly challenge?: Reaction;
  /** They passed their spot on, and its new runner paid so much for it, in the currency's smallest unit. */
  readonly passedOnFor?: number;
  /** What they wanted to buy, in a race with a form. */
  readonly basket?: Basket;
};

type Ending =
  | Confirmed
  /** `waiting`: sold out, and on the waiting list. */
  | { readonly kind: 'sold-out' | 'waiting' | 'all-held' | 'duplicate' | 'refused' | 'payment-failed' | 'declined' }
  /** Left before the end, by their own choice. */
  | { readonly kind: 'abandoned' }
  /** Saw everything there was to see. */
  | { readonly kind: 'done' }
  | { readonly kind: 'error'; readonly detail: string };

interface Confirmed {
  readonly kind: 'confirmed';
  readonly registrationId: string;
  readonly eventId: string;
  readonly number: number;
  /** The others of the group who are registered too. */
  readonly companions?: readonly { readonly registrationId: string; readonly number: number }[];
  /** What was to be charged for the whole group, in the currency's smallest unit. */
  readonly total: number;
}

/** How many people share this outcome. */
export const peopleIn = ({ people = 1 }: Outcome): number => people;

/** How many people set off. */
export const peopleOf = (outcome: Outcome): number => peopleIn(outcome) + (outcome.stayedHome ?? 0);

/** How many people this outcome registered. */
export const registeredBy = (outcome: Outcome): number =>
  outcome.kind === 'confirmed' ? 1 + (outcome.companions ?? []).length : 0;
