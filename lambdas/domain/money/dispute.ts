import type { Charge } from './payment';

/** As at the processor: https://docs.stripe.com/api/disputes/object. A warning is an inquiry that took no money. */
export const disputeStatuses = [
  'needs_response',
  'under_review',
  'won',
  'lost',
  'prevented',
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
] as const;

/**
 * The processor has no such statuses: somebody has given money back there by hand. `refunded`: all of the payment is given back. It stands
 * beside disputes, because it is the same for the runner: the money is gone, and a director decides about the spot. `returned`: less than
 * all is given back, or nothing any more, because the bank sent it back.
 */
export const byHandStatuses = ['refunded', 'returned'] as const;

export type DisputeStatus = (typeof disputeStatuses)[number] | (typeof byHandStatuses)[number];

/** Whether it is no dispute, but money that was given back by hand. */
export const isByHand = (status: DisputeStatus): boolean => byHandStatuses.some((one) => one === status);

/**
 * A payment that its runner disputes with their bank, as the processor described it when it was asked. May arrive
 * twice, late and in any order. `amount`: what is disputed, in the currency's smallest unit; or what was given back by hand, which has the
 * id of the payment.
 */
export interface Dispute extends Charge {
  readonly state: 'disputed';
  /** The processor's id of the payment. */
  readonly authorisation: string;
  readonly dispute: {
    readonly id: string;
    /** In the processor's words. */
    readonly reason: string;
    readonly status: DisputeStatus;
    /** Until when evidence may be sent, an ISO instant. */
    readonly dueBy?: string;
    /** Whether the processor would still refund the payment. */
    readonly refundable: boolean;
    /** Of a payment of which something was given back by hand: how much of it is given back, also by us. */
    readonly givenBack?: number | undefined;
    /** When the processor was asked, an ISO instant. */
    readonly fetchedAt: string;
  };
}

/**
 * A bank's early word that a payment is fraud. No money has moved, and most of these become disputes unless the payment is
 * refunded before. May arrive twice.
 */
export interface FraudWarning extends Charge {
  readonly state: 'fraud-warned';
  /** The processor's id of the payment. */
  readonly authorisation: string;
  readonly warning: {
    readonly id: string;
    /** In the processor's words. */
    readonly type: string;
  };
}
