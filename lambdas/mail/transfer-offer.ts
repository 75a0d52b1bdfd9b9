import type { Occasion } from './occasion';

/** A spot that its runner wants to pass on, and that is still to be had. */
export interface TransferOffer extends Occasion {
  readonly transferId: string;
  /** First and last name of who passes it on. */
  readonly from: string;
  readonly firstName: string;
  readonly email: string;
  readonly until: Date;
}
