import type { HoldGranted } from '../../../lambdas/api/holds';
import type { RegistrationStatus } from '../../../lambdas/api/registrations';
import type { Failure } from '../http/failure';
import type { Attempt, Draft, Ids, Offer, TypedField } from './draft';
import type { Notice, Operation } from './stage';

/**
 * Everything that can happen to an attempt at a place. Times in milliseconds of the server's clock. `freshIds`: one for each
 * who wants to run.
 */
export type FlowEvent =
  /** The runner wants a place. `freshIds` are used only if this is a new wish. */
  | { readonly kind: 'asked'; readonly eventId: string; readonly freshIds: Ids }
  /** The runner begins anew: after an expired hold, a refusal, or for somebody else. */
  | { readonly kind: 'started-over'; readonly eventId: string; readonly freshIds: Ids; readonly keepTyped: boolean }
  /** The runner takes up what is offered to his place on the waiting list. */
  | { readonly kind: 'offer-taken'; readonly offer: Offer; readonly freshIds: Ids }
  /** Another browser has a hold or a registration under the ids of this draft. */
  | { readonly kind: 'id-was-taken'; readonly freshIds: Ids }
  | { readonly kind: 'held'; readonly hold: HoldGranted }
  /** `who`: 0, or nothing, is who pays; then his companions in their order. */
  | { readonly kind: 'typed'; readonly who?: number; readonly field: TypedField; readonly text: string }
  | { readonly kind: 'cleared'; readonly who?: number }
  | { readonly kind: 'waiver-answered'; readonly hash: string; readonly accepted: boolean }
  | { readonly kind: 'card-given' }
  | { readonly kind: 'card-not-taken'; readonly notice: Notice }
  | { readonly kind: 'card-taken'; readonly attempt: Attempt }
  | { readonly kind: 'accepted'; readonly now: number; readonly pollAt: number }
  | { readonly kind: 'told'; readonly status: RegistrationStatus; readonly now: number; readonly pollAt: number }
  | {
      readonly kind: 'failed';
      readonly operation: Operation;
      readonly failure: Failure;
      /** The hold to go on with. */
      readonly hold?: string | undefined;
      readonly now: number;
      readonly tryAt: number;
    }
  | { readonly kind: 'time-came' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'ran-out' }
  /** Another tab moved on. */
  | { readonly kind: 'adopted'; readonly draft: Draft | undefined; readonly now: number };
