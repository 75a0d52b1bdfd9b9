/** What a payment is for that no registration needs: the difference of a move, or the fee to take a spot over. */
export type ChargePurpose = 'move' | 'fee';

/** What one registration costs. `amount` is in the currency's smallest unit. */
export interface Charge {
  readonly registrationId: string;
  readonly amount: number;
  readonly currency: string;
  /**
   * What the payment is for. It is written on the payment when the payment is created, so that money can be swept even
   * if its submission was lost. All callers that may create the payment must give the same values: the processor
   * refuses other values under the same idempotency key.
   */
  readonly raceId?: string;
  readonly eventId?: string;
  readonly purpose?: ChargePurpose | undefined;
}

/** Money to take. `amount`: how much of what the card holds. */
export interface Capturing extends Charge {
  /** What the card holds, where that is more than is taken. The rest is let go, and with an amount of 0 all of it. */
  readonly held?: number;
}

/** Money to give back. `amount`: the total given back once this refund is done. */
export interface Refunding extends Charge {
  /** How much earlier orders gave back; default 0. */
  readonly before?: number;
}

/** The card that paid, as its owner knows it from its print. `brand` and `wallet` are words of Stripe, such as `visa`. */
export interface PaidCard {
  readonly brand: string;
  readonly last4: string;
  readonly wallet?: string | undefined;
}

/** Names on cards and phones, which are the same in every language. */
const cardNames: ReadonlyMap<string, string> = new Map([
  ['amex', 'American Express'],
  ['amex_express_checkout', 'Amex Express Checkout'],
  ['apple_pay', 'Apple Pay'],
  ['cartes_bancaires', 'Cartes Bancaires'],
  ['diners', 'Diners Club'],
  ['discover', 'Discover'],
  ['eftpos_au', 'eftpos'],
  ['google_pay', 'Google Pay'],
  ['jcb', 'JCB'],
  ['link', 'Link'],
  ['masterpass', 'Masterpass'],
  ['mastercard', 'Mastercard'],
  ['samsung_pay', 'Samsung Pay'],
  ['unionpay', 'UnionPay'],
  ['visa', 'Visa'],
  ['visa_checkout', 'Visa Checkout'],
]);

/** `Visa •••• 4242 (Apple Pay)`. A word that Stripe adds one day is left out. */
export const cardName = ({ brand, last4, wallet = '' }: PaidCard): string => {
  const phone = cardNames.get(wallet);
  return [cardNames.get(brand), '••••', last4, phone && `(${phone})`].filter(Boolean).join(' ');
};

/** The state of a payment in the database. It stays `authorised` until the processor has done what is wanted. */
export type PaymentState = 'authorised' | 'captured' | 'voided' | 'failed' | 'refunded';

/**
 * What the database decided to do with a payment. `registrationId`: the one that the processor knows the payment by.
 * `amount`: for a capture, how much is taken; for a refund, the total given back once the order is carried out.
 */
export interface PaymentOrder extends Capturing, Refunding {
  readonly action: 'capture' | 'void' | 'refund';
  /** The processor's id of the payment; null when the processor must be asked whether there is one. */
  readonly authorisation: string | null;
}

/**
 * What the processor did with a payment, and the amount that moved or did not. May arrive twice, late and in any order.
 */
export interface Settlement extends Charge {
  readonly state: 'captured' | 'voided' | 'failed' | 'refunded';
  readonly authorisation: string | null;
  readonly reason?: string;
  /** With a refund: how much of what was ordered had been given back by hand at the processor. */
  readonly byHand?: number | undefined;
  /** With a capture, where the processor tells it. */
  readonly card?: PaidCard | undefined;
}

/**
 * A refund that the bank returned to us: somebody has to pay the runner by hand. `amount`: the total returned so far
 * for this payment.
 */
export interface FailedRefund extends Charge {
  readonly state: 'refund-failed';
  readonly authorisation: string;
  /** How much was to be given back in total by our refunds that the processor knows; default `amount`. 0: it knows none. */
  readonly sent?: number;
  /** How much the runner has received, by any refund; default 0. */
  readonly standing?: number;
  /** In the processor's words. */
  readonly reason: string;
}

/** Of a refund: we did not order it; the bank sent it back. */
export type RefundNews = 'refunded-by-hand' | 'refund-failed';

/** A payment as the processor knows it. `open`: no money is held, but it still could be. */
export interface HeldPayment extends Charge {
  /** How much was taken, where that is less than was held. */
  readonly taken?: number;
  readonly authorisation: string;
  readonly state: 'open' | 'authorised' | 'captured' | 'voided';
  readonly card?: PaidCard;
}

/** Why a card was not taken, as far as the person who has it may know: somebody else may have it. */
export type DeclineReason =
  | 'declined'
  | 'insufficient-funds'
  | 'expired'
  | 'wrong-number'
  | 'wrong-code'
  | 'not-supported'
  | 'limit'
  | 'try-again'
  | 'do-not-try-again'
  /** The bank asked, and was not told what it wanted to hear. */
  | 'authentication-failed'
  /** The payment was given up: no card can be tried on it. */
  | 'canceled'
  /** As many cards were declined as may be: this one was not tried. */
  | 'too-many-cards'
  /** The processor does not know the token of the card, or not any more. */
  | 'card-data-invalid';

const sameCardMayPay: ReadonlySet<DeclineReason> = new Set([
  'wrong-number',
  'wrong-code',
  'try-again',
  'authentication-failed',
  'card-data-invalid',
]);

/** Whether it makes sense to try the same card once more. It tells nothing that the reason does not tell. */
export const mayRetrySameCard = (reason: DeclineReason): boolean => sameCardMayPay.has(reason);
