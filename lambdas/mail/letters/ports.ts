/** A spot in a dearer event that the organiser offers a registered runner. */
export interface MoveOffer {
  readonly offerId: string;
  /** The name of the event. */
  readonly to: string;
  /** What it costs more, in the currency's smallest unit. */
  readonly difference: number;
  readonly currency: string;
  readonly until: Date;
}

/** What a guardian signed for a minor. */
export interface GuardianCopy {
  readonly guardian: { readonly name: string; readonly email: string };
  readonly signedAt: Date;
  readonly documents: readonly {
    readonly kind: 'waiver' | 'minor-waiver' | 'terms' | 'privacy';
    readonly version: string;
    readonly text: string;
  }[];
}
