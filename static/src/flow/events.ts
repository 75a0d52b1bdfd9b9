import type { HoldGranted } from '../../../lambdas/api/messages/holds';
import type { RegistrationStatus } from '../../../lambdas/api/messages/registrations';
import type { Failure } from '../http/failure';
import type { Attempt, Draft, Ids, Offer, TypedField } from './draft';
import type { BankWindow, Flow, Notice, Operation } from './stage';

/** What the screens of a race's form may change. */
export interface Filled extends Pick<Flow, 'unkept'> {
  readonly draft: Draft;
}

/**
 * Everything that can happen to an attempt to register. Instants in milliseconds of the server's clock. `freshIds`: one new
 * registration id for each person.
 */
export type FlowEvent =
  /** The runner wants a spot. `freshIds` are used only if the draft is for another event or number of people. */
  | { readonly kind: 'asked'; readonly eventId: string; readonly freshIds: Ids }
  /** The runner starts over: after an expired hold, after a refusal, or for somebody else. */
  | { readonly kind: 'started-over'; readonly eventId: string; readonly freshIds: Ids; readonly keepTyped: boolean }
  /** The runner accepts the offer to their place on the waiting list. */
  | { readonly kind: 'offer-taken'; readonly offer: Offer; readonly freshIds: Ids }
  /** Another browser has a hold or a registration under an id of this draft. */
  | { readonly kind: 'id-was-taken'; readonly freshIds: Ids }
  | { readonly kind: 'held'; readonly hold: HoldGranted }
  /** `who`: the index of the person. 0 (the default) is the person who pays. */
  | { readonly kind: 'typed'; readonly who?: number; readonly field: TypedField; readonly text: string }
  /** A screen of a race's form changes what was typed. */
  | { readonly kind: 'edited'; readonly edit: (filled: Filled) => Filled }
  | { readonly kind: 'cleared'; readonly who?: number }
  | { readonly kind: 'waiver-answered'; readonly hash: string; readonly accepted: boolean }
  | { readonly kind: 'card-given' }
  /** Without a notice the fields of the card say it themselves. */
  | { readonly kind: 'card-not-taken'; readonly notice?: Notice | undefined }
  | { readonly kind: 'card-taken'; readonly attempt: Attempt }
  /** The bank wants to ask the runner. */
  | { readonly kind: 'bank-asked'; readonly clientSecret: string; readonly payment: string; readonly until: number }
  | { readonly kind: 'bank-window'; readonly window: BankWindow; readonly take?: boolean }
  /** The bank's window has ended. Only the server knows what that means. */
  | { readonly kind: 'bank-answered'; readonly answered: 'yes' | 'no' }
  | { readonly kind: 'other-card-wanted' }
  | { readonly kind: 'accepted'; readonly now: number; readonly pollAt: number }
  | { readonly kind: 'told'; readonly status: RegistrationStatus; readonly now: number; readonly pollAt: number }
  | {
      readonly kind: 'failed';
      readonly operation: Operation;
      readonly failure: Failure;
      /** A new hold token that replaces the one in the draft. */
      readonly hold?: string | undefined;
      readonly now: number;
      readonly tryAt: number;
    }
  | { readonly kind: 'time-came' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'ran-out' }
  /** Another tab wrote the draft. */
  | { readonly kind: 'adopted'; readonly draft: Draft | undefined; readonly now: number };
