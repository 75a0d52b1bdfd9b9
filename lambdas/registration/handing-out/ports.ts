/** A line that could not be given, or a use of a code beyond its limit. Money is in the currency's smallest unit. */
export interface Shortage {
  readonly registrationId: string;
  readonly position: number;
  /** The number of the person in their event. */
  readonly number: number;
  readonly eventId: string;
  /** False when they gave their spot back since. */
  readonly isLive: boolean;
  readonly state: 'short' | 'over';
  readonly kind: 'item' | 'team' | 'code';
  /** Of an item: its id in the form, and that of the size or kind. */
  readonly item?: string | undefined;
  /** The variant, or the id of the code or team. */
  readonly ref: string;
  /** What it costs without discounts. */
  readonly price: number;
  /** Whose payment it is in. */
  readonly paidAs: string;
  /** How much of that payment was quoted and is not taken, for all of its lines together. */
  readonly notCaptured: number;
  readonly currency?: string | undefined;
}

export interface Shortages {
  /** A page of them, 500 at most, by registration and position: those after `after`. */
  list(
    raceId: string,
    after?: { readonly registrationId: string; readonly position: number },
  ): Promise<readonly Shortage[]>;
}
