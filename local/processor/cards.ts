export type Wallet = 'apple_pay' | 'google_pay';

interface Decline {
  readonly code: string;
  readonly declineCode?: string;
  /** What the bank recommends: https://docs.stripe.com/declines/card#retrying-issuer-declines */
  readonly advice?: 'do_not_try_again' | 'try_again_later' | 'confirm_card_data';
  readonly message: string;
}

/** A card number to type on the page, and how the sandbox treats it. */
export interface TestCard {
  readonly number: string;
  /** A ready-made payment method, for programs that have no card form. */
  readonly token: `pm_card_${string}`;
  readonly brand: 'visa' | 'mastercard';
  readonly what: string;
  /** The wallet of a phone that pays with this card. */
  readonly wallet?: Wallet;
  /** The bank asks its customer, this often. With `hangs` its page never takes a yes. */
  readonly challenge?: { readonly times: number; readonly hangs?: boolean };
  /** Comes after the challenge. */
  readonly decline?: Decline;
  /** How many confirmations of one payment get 429 before one is carried out. */
  readonly limitedTimes?: number;
  /** Raised when the money was taken. It is decided some seconds later, unless `becomes` is left out. */
  readonly dispute?: { readonly reason: string; readonly isInquiry?: boolean; readonly becomes?: 'won' | 'lost' };
  /** The bank tells early that the payment may be fraud. */
  readonly fraudWarning?: boolean;
  /** The time that authorising takes. */
  readonly delaySeconds?: number;
  /** Performs the action, but never sends the first answer. */
  readonly silentOn?: 'confirm' | 'second-confirm' | 'capture';
  /** Performs the action, but answers 500. */
  readonly brokenOn?: 'confirm';
  readonly captureFails?: 'refused' | 'expired';
  /** The status of an accepted refund. Default: succeeded. */
  readonly refundIs?: 'pending' | 'failed';
  /** The time after a refund until the bank returns the money. */
  readonly refundFailsAfterSeconds?: number;
}

const yours = 'Your card was declined.';
const declined = (declineCode: string, message = yours): Decline => ({ code: 'card_declined', declineCode, message });

/** The decline codes for which Stripe has no card: https://docs.stripe.com/declines/codes */
const otherDeclines = [
  ['4000000000008203', 'approve_with_id'],
  ['4000000000008211', 'call_issuer'],
  ['4000000000008229', 'card_not_supported'],
  ['4000000000008237', 'currency_not_supported'],
  ['4000000000008245', 'do_not_honor'],
  ['4000000000008252', 'do_not_try_again'],
  ['4000000000008260', 'duplicate_transaction'],
  ['4000000000008278', 'incorrect_address'],
  ['4000000000008286', 'incorrect_pin'],
  ['4000000000008294', 'incorrect_zip'],
  ['4000000000008302', 'invalid_account'],
  ['4000000000008310', 'invalid_amount'],
  ['4000000000008328', 'invalid_pin'],
  ['4000000000008336', 'issuer_not_available'],
  ['4000000000008344', 'merchant_blacklist'],
  ['4000000000008351', 'mobile_device_authentication_required'],
  ['4000000000008369', 'new_account_information_available'],
  ['4000000000008377', 'no_action_taken'],
  ['4000000000008385', 'not_permitted'],
  ['4000000000008393', 'offline_pin_required'],
  ['4000000000008401', 'online_or_offline_pin_required'],
  ['4000000000008419', 'pickup_card'],
  ['4000000000008427', 'pin_try_exceeded'],
  ['4000000000008435', 'reenter_transaction'],
  ['4000000000008443', 'restricted_card'],
  ['4000000000008450', 'revocation_of_all_authorizations'],
  ['4000000000008468', 'revocation_of_authorization'],
  ['4000000000008476', 'security_violation'],
  ['4000000000008484', 'service_not_allowed'],
  ['4000000000008492', 'stop_payment_order'],
  ['4000000000008500', 'testmode_decline'],
  ['4000000000008518', 'transaction_not_allowed'],
  ['4000000000008526', 'try_again_later'],
  ['4000000000008534', 'withdrawal_count_limit_exceeded'],
] as const;

/** The advice of the bank that comes with a decline. */
const advisedDeclines = [
  ['4000000000008906', 'do_not_try_again'],
  ['4000000000008914', 'try_again_later'],
  ['4000000000008922', 'confirm_card_data'],
] as const;

const cardOf =
  (brand: TestCard['brand']) =>
  (
    number: string,
    token: TestCard['token'],
    what: string,
    behaviour: Omit<TestCard, 'number' | 'token' | 'what' | 'brand'> = {},
  ): TestCard => ({ number, token, brand, what, ...behaviour });
const visa = cardOf('visa');
const mastercard = cardOf('mastercard');

/** Cards that Stripe also has carry Stripe's numbers. Any future expiry date and any security code are accepted. */
const cardsOfStripeAndOurs: readonly TestCard[] = [
  visa('4242424242424242', 'pm_card_visa', 'Accepted'),
  mastercard('5555555555554444', 'pm_card_mastercard', 'Accepted'),
  visa('4000000000000002', 'pm_card_chargeDeclined', 'Declined', { decline: declined('generic_decline') }),
  visa('4000000000009995', 'pm_card_chargeDeclinedInsufficientFunds', 'Declined: insufficient funds', {
    decline: declined('insufficient_funds', 'Your card has insufficient funds.'),
  }),
  visa('4000000000009987', 'pm_card_chargeDeclinedLostCard', 'Declined: reported lost', {
    decline: declined('lost_card'),
  }),
  visa('4000000000000069', 'pm_card_chargeDeclinedExpiredCard', 'Declined: expired', {
    decline: { code: 'expired_card', message: 'Your card has expired.' },
  }),
  visa('4000000000000127', 'pm_card_chargeDeclinedIncorrectCvc', 'Declined: wrong security code', {
    decline: { code: 'incorrect_cvc', message: 'The security code of your card is incorrect.' },
  }),
  visa('4000000000000119', 'pm_card_chargeDeclinedProcessingError', 'Declined: error at the bank', {
    decline: {
      code: 'processing_error',
      message: 'Your bank could not process the card. Please try again in a while.',
    },
  }),
  visa('4000002760003184', 'pm_card_authenticationRequired', 'The bank asks its customer, always', {
    challenge: { times: 1 },
  }),
  visa(
    '4000002500003155',
    'pm_card_authenticationRequiredOnSetup',
    'The bank asks its customer, unless the card was set up (never here)',
    { challenge: { times: 1 } },
  ),
  visa('4000000000003220', 'pm_card_threeDSecure2Required', 'The bank asks its customer with 3-D Secure 2', {
    challenge: { times: 1 },
  }),
  visa('4000008400001629', 'pm_card_threeDSecureRequiredChargeDeclined', 'The bank asks its customer, then declines', {
    challenge: { times: 1 },
    decline: declined('generic_decline'),
  }),
  visa('4000000000003055', 'pm_card_threeDSecureOptional', 'Accepted; the bank could ask its customer and does not'),
  visa(
    '4000008260003178',
    'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    'The bank asks its customer, then declines: insufficient funds',
    { challenge: { times: 1 }, decline: declined('insufficient_funds', 'Your card has insufficient funds.') },
  ),
  visa('4000000000009979', 'pm_card_chargeDeclinedStolenCard', 'Declined: reported stolen', {
    decline: declined('stolen_card'),
  }),
  visa('4000000000006975', 'pm_card_chargeDeclinedVelocityLimitExceeded', 'Declined: used too often', {
    decline: declined('card_velocity_exceeded', 'Your card was declined for making repeated attempts too frequently.'),
  }),
  visa('4100000000000019', 'pm_card_radarBlock', 'Declined: blocked as fraud', { decline: declined('fraudulent') }),
  visa('4000000000000259', 'pm_card_createDispute', 'Accepted; disputed as fraud when the money was taken', {
    dispute: { reason: 'fraudulent' },
  }),
  visa(
    '4000000000002685',
    'pm_card_createDisputeProductNotReceived',
    'Accepted; disputed as not received when the money was taken',
    { dispute: { reason: 'product_not_received' } },
  ),
  visa('4000000000001976', 'pm_card_createDisputeInquiry', 'Accepted; the bank inquires when the money was taken', {
    dispute: { reason: 'fraudulent', isInquiry: true },
  }),
  visa(
    '4000000000005423',
    'pm_card_createIssuerFraudRecord',
    'Accepted; the bank warns of fraud when the money was taken',
    { fraudWarning: true },
  ),
  visa('4000000000008005', 'pm_card_slow', 'Accepted after 8 seconds', { delaySeconds: 8 }),
  visa(
    '4000000000008013',
    'pm_card_timeOut',
    'Accepted, but the processor does not answer; a second request learns it',
    { silentOn: 'confirm' },
  ),
  visa('4000000000008054', 'pm_card_serverError', 'Accepted, but the processor answers with a server error', {
    brokenOn: 'confirm',
  }),
  visa('4000000000008021', 'pm_card_captureRefused', 'Accepted, but the bank refuses the money later', {
    captureFails: 'refused',
  }),
  visa(
    '4000000000008039',
    'pm_card_authorisationExpired',
    'Accepted, but the authorisation has expired when the money is wanted',
    { captureFails: 'expired' },
  ),
  visa(
    '4000000000008047',
    'pm_card_captureTimeOut',
    'Accepted; the money is taken, but the processor does not say so at first',
    { silentOn: 'capture' },
  ),
  visa(
    '4000000000007726',
    'pm_card_pendingRefund',
    'Accepted; a refund is pending (and stays so: Stripe’s succeeds later)',
    { refundIs: 'pending' },
  ),
  visa(
    '4000000000005126',
    'pm_card_refundFail',
    'Accepted; a refund fails (at once: Stripe’s seems to succeed at first)',
    { refundIs: 'failed' },
  ),
  visa(
    '4000000000008062',
    'pm_card_refundComesBack',
    'Accepted; a refund succeeds, and 5 seconds later the bank sends it back',
    { refundFailsAfterSeconds: 5 },
  ),
  visa('4000000000008070', 'pm_card_bankHangs', 'The bank asks its customer, and its page hangs', {
    challenge: { times: 1, hangs: true },
  }),
  visa('4000000000008088', 'pm_card_asksAgain', 'The bank asks its customer twice: again at the second confirmation', {
    challenge: { times: 2 },
  }),
  visa(
    '4000000000008096',
    'pm_card_secondConfirmTimeOut',
    'The bank asks its customer; the processor does not answer the confirmation after that',
    { challenge: { times: 1 }, silentOn: 'second-confirm' },
  ),
  visa('4000000000008104', 'pm_card_limited', 'Accepted; the processor is over its rate limit twice before', {
    limitedTimes: 2,
  }),
  visa(
    '4000000000008112',
    'pm_card_createDisputeLost',
    'Accepted; disputed when the money was taken, and lost 5 seconds later',
    { dispute: { reason: 'fraudulent', becomes: 'lost' } },
  ),
  visa(
    '4000000000008120',
    'pm_card_createDisputeWon',
    'Accepted; disputed when the money was taken, and won 5 seconds later',
    { dispute: { reason: 'fraudulent', becomes: 'won' } },
  ),
  visa('4000000000008138', 'pm_card_applePay', 'Accepted, from Apple Pay', { wallet: 'apple_pay' }),
  mastercard('4000000000008146', 'pm_card_googlePay', 'Accepted, from Google Pay', { wallet: 'google_pay' }),
];

/** Every card of the sandbox: the page, the documents and the load test list the same. */
export const testCards: readonly TestCard[] = [
  ...cardsOfStripeAndOurs,
  ...otherDeclines.map(([number, code]) =>
    visa(number, `pm_card_declined_${code}`, `Declined: ${code}`, { decline: declined(code) }),
  ),
  ...advisedDeclines.map(([number, advice]) =>
    visa(number, `pm_card_advised_${advice}`, `Declined, with the advice ${advice}`, {
      decline: { ...declined('generic_decline'), advice },
    }),
  ),
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
