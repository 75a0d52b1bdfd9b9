import type Stripe from 'stripe';
import { statusOf } from './after-capture/refund';
import { cardWithToken } from './cards';
import { methodWithId, tokenLifeSeconds } from './methods';
import {
  type ConfirmationToken,
  chargeOf,
  clientSecretOf,
  type Intent,
  type Method,
  type Problem,
  type Refund,
} from './records';
import type { Store } from './store';

/** A PaymentIntent as Stripe's API shows it to the server, which has the secret key. */
export const showIntent = (store: Store, intent: Intent) =>
  ({
    ...showIntentToBrowser(store, intent),
    allowed_payment_method_types: null,
    amount_capturable: intent.status === 'requires_capture' ? intent.amount : 0,
    amount_received: intent.received ?? 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    customer: null,
    customer_account: null,
    excluded_payment_method_types: null,
    latest_charge: isCharged(intent) ? chargeOf(intent.id) : null,
    managed_payments: null,
    metadata: intent.metadata,
    on_behalf_of: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    processing: null,
    review: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.suffix ?? null,
    transfer_data: null,
    transfer_group: null,
  }) satisfies Stripe.PaymentIntent;

/** A PaymentIntent with its charge, where the request expands that. */
export const showIntentWithCharge = (store: Store, intent: Intent) => ({
  ...showIntent(store, intent),
  latest_charge: isCharged(intent) ? showCharge(store, intent) : null,
});

/** A Charge as Stripe's API shows it. */
const showCharge = (store: Store, intent: Intent) => {
  const method = showMethod(methodWithId(store, intent.paymentMethod ?? ''));
  const { brand, checks, country, exp_month, exp_year, funding, last4, regulated_status, wallet } = method.card;
  const isCaptured = intent.status === 'succeeded';
  return {
    id: chargeOf(intent.id),
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.received ?? 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: null,
    captured: isCaptured,
    created: intent.created,
    currency: intent.currency,
    customer: null,
    description: intent.description ?? null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      card: {
        amount_authorized: intent.amount,
        authorization_code: null,
        brand,
        checks,
        country,
        exp_month,
        exp_year,
        funding,
        installments: null,
        last4,
        mandate: null,
        network: brand,
        network_transaction_id: null,
        regulated_status,
        three_d_secure: null,
        transaction_link_id: null,
        wallet,
      },
      type: 'card',
    },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.suffix ?? null,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
  } satisfies Stripe.Charge;
};

const isCharged = ({ status }: Intent): boolean => status === 'requires_capture' || status === 'succeeded';

/** A PaymentIntent as a browser sees it, which has the publishable key and the client secret: without metadata. */
export const showIntentToBrowser = (store: Store, intent: Intent) => ({
  id: intent.id,
  object: 'payment_intent' as const,
  amount: intent.amount,
  canceled_at: intent.canceledAt ?? null,
  cancellation_reason: intent.cancellation ?? null,
  capture_method: intent.capture,
  client_secret: clientSecretOf(intent),
  confirmation_method: intent.confirmation ?? 'automatic',
  created: intent.created,
  currency: intent.currency,
  description: intent.description ?? null,
  last_payment_error: intent.lastError ? showError(store, intent.lastError, intent) : null,
  livemode: false,
  next_action: intent.status === 'requires_action' ? nextAction : null,
  payment_method: intent.paymentMethod ?? null,
  payment_method_types: ['card'],
  receipt_email: null,
  setup_future_usage: null,
  shipping: null,
  status: intent.status,
});

/** Stripe.js knows what to do with it: nobody else reads it. */
const nextAction = { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } };

/** Stripe's error object, with the payment method that was tried. */
export const showError = (store: Store, problem: Problem, intent: Intent) => ({
  ...problem,
  ...(intent.lastMethod && { payment_method: showMethod(methodWithId(store, intent.lastMethod)) }),
});

/** A ConfirmationToken as Stripe's API shows it. */
export const showToken = ({ id, created, method, usedFor }: ConfirmationToken) => {
  const { id: _, object: __, created: ___, livemode: ____, metadata: _____, ...preview } = showMethod(method);
  return {
    id,
    object: 'confirmation_token' as const,
    created,
    expires_at: usedFor === undefined ? created + tokenLifeSeconds : null,
    livemode: false,
    mandate_data: null,
    metadata: null,
    payment_intent: usedFor ?? null,
    payment_method_options: null,
    payment_method_preview: preview,
    return_url: null,
    setup_future_usage: null,
    setup_intent: null,
    shipping: null,
    use_stripe_sdk: true,
  } satisfies Stripe.ConfirmationToken;
};

/** A Refund as Stripe's API shows it. */
export const showRefund = (refund: Refund, now = Date.now()) =>
  ({
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: null,
    charge: chargeOf(refund.intent),
    created: refund.created,
    currency: refund.currency,
    customer: null,
    customer_account: null,
    ...(statusOf(refund, now) === 'failed' && { failure_reason: 'expired_or_canceled_card' }),
    metadata: refund.metadata,
    payment_intent: refund.intent,
    payment_method: null,
    reason: refund.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: statusOf(refund, now),
    transfer_reversal: null,
  }) satisfies Stripe.Refund;

/** A PaymentMethod as Stripe's API shows it. */
export const showMethod = ({ id, created, card, month, year, wallet }: Method) => {
  const { brand, number } = cardWithToken(card) ?? { brand: 'unknown', number: '' };
  return {
    id,
    object: 'payment_method' as const,
    allow_redisplay: 'unspecified' as const,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'DE',
      display_brand: brand,
      exp_month: month,
      exp_year: year,
      fingerprint: null,
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated' as const,
      three_d_secure_usage: { supported: true },
      wallet: wallet ? { [wallet]: {}, dynamic_last4: null, type: wallet } : null,
    },
    created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card' as const,
  } satisfies Stripe.PaymentMethod;
};
