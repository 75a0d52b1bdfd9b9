/** What a race lets runners do who cannot come. */
export interface DeferralTerms {
  /** Until when they may defer. The instant itself is too late. */
  readonly until: Date;
  /** What the credit is worth: a whole entry, or what was paid for this one. */
  readonly worth: 'entry' | 'paid';
  /** What is charged when the credit is used, in the currency's smallest unit. */
  readonly fee: number;
  /** Until when the credit is good. */
  readonly creditUntil: Date;
  /** The races in which it is good, by the name that they have in common. */
  readonly series: string;
}

/** What somebody who gave up a spot has in its place. It is good once, for them alone. */
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
  /** It pays for a registration at this moment. */
  readonly isUsed: boolean;
}
