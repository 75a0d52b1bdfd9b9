/** How runners of a race may defer. */
export interface DeferralTerms {
  /** The end of deferring. At this instant it is too late. */
  readonly until: Date;
  /** What the credit is worth: a whole entry, or what was paid for this one. */
  readonly worth: 'entry' | 'paid';
  /** What is charged when the credit is used, in the currency's smallest unit. */
  readonly fee: number;
  /** Until when the credit is good. */
  readonly creditUntil: Date;
  /** The series of the races in which the credit is good. */
  readonly series: string;
}

/** What a runner gets for a spot that they gave up. It is good once, for this person. */
export interface Credit {
  /** What they type when they register. It is of no use to anybody else. */
  readonly code: string;
  /** In the currency's smallest unit. `entry`: a whole one. */
  readonly worth: number | 'entry';
  readonly fee: number;
  readonly currency: string;
  readonly series: string;
  /** ISO 8601 */
  readonly expiresAt: string;
  /** A registration is paid for with it at this moment. */
  readonly isUsed: boolean;
}
