/** How it ended for who sat at one browser, in the words he was told. */
export type Outcome = Told & {
  /** How many he spoke for, himself included. Default: he was alone. */
  readonly people?: number;
  /** Who came with them, and let them go on alone when there were too few spots for all. */
  readonly stayedHome?: number;
};

type Told =
  | Confirmed
  /** Of those who had heard that it was sold out, these are on the waiting list. */
  | { readonly kind: 'sold-out' | 'waiting' | 'all-held' | 'duplicate' | 'refused' | 'payment-failed' | 'declined' }
  /** Went away in the middle, by himself. */
  | { readonly kind: 'abandoned' }
  /** Looked at what there was to see. */
  | { readonly kind: 'done' }
  | { readonly kind: 'error'; readonly detail: string };

interface Confirmed {
  readonly kind: 'confirmed';
  readonly registrationId: string;
  readonly eventId: string;
  readonly number: number;
  /** Who is in with him. */
  readonly companions?: readonly { readonly registrationId: string; readonly number: number }[];
  /** What was to be charged for all of them, in the currency's smallest unit. */
  readonly total: number;
}

/** Everybody who heard of this outcome. */
export const peopleIn = ({ people = 1 }: Outcome): number => people;

/** Everybody who set off. */
export const peopleOf = (outcome: Outcome): number => peopleIn(outcome) + (outcome.stayedHome ?? 0);

/** How many are registered by it. */
export const registeredBy = (outcome: Outcome): number =>
  outcome.kind === 'confirmed' ? 1 + (outcome.companions ?? []).length : 0;
