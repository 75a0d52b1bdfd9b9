import type { Occasion } from './occasion';

/** A spot that its runner wants to transfer; the offer still stands. */
export interface TransferOffer extends Occasion {
  readonly transferId: string;
  /** First and last name of the runner who offers it. */
  readonly from: string;
  readonly firstName: string;
  readonly email: string;
  readonly until: Date;
}
