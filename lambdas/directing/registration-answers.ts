import type { HideDonor } from '../fundraisers/name-donor';
import type { UnpaidCharges, UnpaidDecision } from '../payment/ports';
import type { CancelForDirector } from '../registration/change/cancel-for-director';
import type { MovedRegistration, MoveEvent, Moves } from '../registration/change/move/move-event';
import type { RefundLine, RefundTransferFee } from '../registration/change/refund-line';

/** The use cases of commands about a registration, its spot and its money. */
export interface RegistrationNeeds {
  readonly cancelRegistration: CancelForDirector;
  readonly refundLine: RefundLine;
  readonly refundTransferFee: RefundTransferFee;
  readonly moveEvent: MoveEvent;
  readonly moves: Pick<Moves, 'withdraw'>;
  readonly unpaidCharges: UnpaidCharges;
  readonly hideDonor: HideDonor;
}

interface Refund {
  readonly registrationId: string;
  readonly amount?: number | undefined;
  readonly refund: number;
  readonly left: number;
  readonly currency: string;
  readonly dryRun: boolean;
}

/** The answers to commands about a registration and its money, which is in the currency's smallest unit. In a dry run, what would be. */
export type RegistrationAnswer =
  | { readonly cancelled: { readonly registrationId: string; readonly refund: number; readonly currency: string } }
  /**
   * `refund`: how much is given back now; `left`: how much of the line, or of the fee, can still be. `credit`: what the credit of
   * somebody who deferred is worth after it.
   */
  | { readonly refundedLine: Refund & { readonly position: number; readonly credit?: number | undefined } }
  | { readonly refundedTransferFee: Refund }
  /** `from` and `to`: the events. `refund`: how much is given back now. `offer`: they are moved when they have paid so much. */
  | { readonly movedEvent: Omit<MovedRegistration, 'paidAs'> & { readonly registrationId: string } }
  /** `amount`: what they owed until now. */
  | {
      readonly settledUnpaid: {
        readonly registrationId: string;
        readonly decision: UnpaidDecision;
        readonly amount: number;
        readonly currency: string;
      };
    }
  /** `isChanged`: false when they were not named before. */
  | { readonly hiddenDonor: { readonly registrationId: string; readonly isChanged: boolean } }
  | { readonly withdrewMove: { readonly registrationId: string } }
  /** `lines`: those that changed. */
  | {
      readonly handedOut: {
        readonly registrationId: string;
        readonly lines: readonly number[];
        readonly isUndone: boolean;
        readonly dryRun: boolean;
      };
    };
