/** A card number to type on the page, and how the sandbox treats it. */
export interface TestCard {
  readonly number: string;
  /** A ready-made payment method, for programs that have no card form. */
  readonly token: `pm_card_${string}`;
  readonly brand: 'visa' | 'mastercard';
  readonly what: string;
  /** The bank asks its customer, this often. Without `error_on_requires_action` the decline comes after that. */
  readonly challenge?: { readonly times: number };
  readonly decline?: { readonly code: string; readonly declineCode?: string; readonly message: string };
  /** The time that authorising takes. */
  readonly delaySeconds?: number;
  /** Performs the action, but never sends the first answer. */
  readonly silentOn?: 'confirm' | 'capture';
  /** Performs the action, but answers 500. */
  readonly brokenOn?: 'confirm';
  readonly captureFails?: 'refused' | 'expired';
  /** The status of an accepted refund. Default: succeeded. */
  readonly refundIs?: 'pending' | 'failed';
  /** The time after a refund until the bank returns the money. */
  readonly refundFailsAfterSeconds?: number;
}

const declined = (declineCode: string, message: string) => ({ code: 'card_declined', declineCode, message });

/** Cards that Stripe also has carry Stripe's numbers. Any future expiry date and any security code are accepted. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', token: 'pm_card_visa', brand: 'visa', what: 'Accepted' },
  { number: '5555555555554444', token: 'pm_card_mastercard', brand: 'mastercard', what: 'Accepted' },
  {
    number: '4000000000000002',
    token: 'pm_card_chargeDeclined',
    brand: 'visa',
    what: 'Declined',
    decline: declined('generic_decline', 'Your card was declined.'),
  },
  {
    number: '4000000000009995',
    token: 'pm_card_chargeDeclinedInsufficientFunds',
    brand: 'visa',
    what: 'Declined: insufficient funds',
    decline: declined('insufficient_funds', 'Your card has insufficient funds.'),
  },
  {
    number: '4000000000009987',
    token: 'pm_card_chargeDeclinedLostCard',
    brand: 'visa',
    what: 'Declined: reported lost',
    decline: declined('lost_card', 'Your card was declined.'),
  },
  {
    number: '4000000000000069',
    token: 'pm_card_chargeDeclinedExpiredCard',
    brand: 'visa',
    what: 'Declined: expired',
    decline: { code: 'expired_card', message: 'Your card has expired.' },
  },
  {
    number: '4000000000000127',
    token: 'pm_card_chargeDeclinedIncorrectCvc',
    brand: 'visa',
    what: 'Declined: wrong security code',
    decline: { code: 'incorrect_cvc', message: 'The security code of your card is incorrect.' },
  },
  {
    number: '4000000000000119',
    token: 'pm_card_chargeDeclinedProcessingError',
    brand: 'visa',
    what: 'Declined: error at the bank',
    decline: {
      code: 'processing_error',
      message: 'Your bank could not process the card. Please try again in a while.',
    },
  },
  {
    number: '4000002760003184',
    token: 'pm_card_authenticationRequired',
    brand: 'visa',
    what: 'The bank asks its customer, always',
    challenge: { times: 1 },
  },
  {
    number: '4000002500003155',
    token: 'pm_card_authenticationRequiredOnSetup',
    brand: 'visa',
    what: 'The bank asks its customer, unless the card was set up (never here)',
    challenge: { times: 1 },
  },
  {
    number: '4000000000003220',
    token: 'pm_card_threeDSecure2Required',
    brand: 'visa',
    what: 'The bank asks its customer with 3-D Secure 2',
    challenge: { times: 1 },
  },
  {
    number: '4000008400001629',
    token: 'pm_card_threeDSecureRequiredChargeDeclined',
    brand: 'visa',
    what: 'The bank asks its customer, then declines',
    challenge: { times: 1 },
    decline: declined('generic_decline', 'Your card was declined.'),
  },
  {
    number: '4000000000003055',
    token: 'pm_card_threeDSecureOptional',
    brand: 'visa',
    what: 'Accepted; the bank could ask its customer and does not',
  },
  {
    number: '4000000000008005',
    token: 'pm_card_slow',
    brand: 'visa',
    what: 'Accepted after 8 seconds',
    delaySeconds: 8,
  },
  {
    number: '4000000000008013',
    token: 'pm_card_timeOut',
    brand: 'visa',
    what: 'Accepted, but the processor never answers; whoever asks again learns it',
    silentOn: 'confirm',
  },
  {
    number: '4000000000008054',
    token: 'pm_card_serverError',
    brand: 'visa',
    what: 'Accepted, but the processor answers with a server error',
    brokenOn: 'confirm',
  },
  {
    number: '4000000000008021',
    token: 'pm_card_captureRefused',
    brand: 'visa',
    what: 'Accepted, but the bank refuses the money later',
    captureFails: 'refused',
  },
  {
    number: '4000000000008039',
    token: 'pm_card_authorisationExpired',
    brand: 'visa',
    what: 'Accepted, but the authorisation has expired when the money is wanted',
    captureFails: 'expired',
  },
  {
    number: '4000000000008047',
    token: 'pm_card_captureTimeOut',
    brand: 'visa',
    what: 'Accepted; the money is taken, but the processor does not say so at first',
    silentOn: 'capture',
  },
  {
    number: '4000000000007726',
    token: 'pm_card_pendingRefund',
    brand: 'visa',
    what: 'Accepted; a refund is pending (and stays so: Stripe’s succeeds later)',
    refundIs: 'pending',
  },
  {
    number: '4000000000005126',
    token: 'pm_card_refundFail',
    brand: 'visa',
    what: 'Accepted; a refund fails (at once: Stripe’s seems to succeed at first)',
    refundIs: 'failed',
  },
  {
    number: '4000000000008062',
    token: 'pm_card_refundComesBack',
    brand: 'visa',
    what: 'Accepted; a refund succeeds, and 5 seconds later the bank sends it back',
    refundFailsAfterSeconds: 5,
  },
];

const byNumber = new Map(testCards.map((card) => [card.number, card]));
const byToken = new Map<string, TestCard>(testCards.map((card) => [card.token, card]));

export const cardWithNumber = (number: string): TestCard | undefined => byNumber.get(number);
export const cardWithToken = (token: string): TestCard | undefined => byToken.get(token);

/** Whether the last digit is the correct check digit (Luhn). */
export const passesLuhn = (number: string): boolean => {
  let sum = 0;
  for (let at = 0; at < number.length; at++) {
    const digit = Number(number[number.length - 1 - at]) * (at % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return number.length > 0 && sum % 10 === 0;
};
