import { cardWithToken, type TestCard } from './cards';
import { allowOnly, type Form, required, wholeNumber } from './form';
import {
  assertConfirmable,
  authenticated,
  type ChallengeOutcome,
  canceled,
  captured,
  confirmed,
  type PaymentCard,
  withAmount,
} from './intent';
import { methodWithId, unusedToken } from './methods';
import { invalid, isSameText, missing } from './problem';
import { clientSecretOf, type Intent, newId, newSecret } from './records';
import type { Store } from './store';

/** `authenticate` is what Stripe.js and the bank do with each other; Stripe has no such call. */
export type IntentAction = 'update' | 'confirm' | 'authenticate' | 'capture' | 'cancel';

const secondsOf = (now: Date): number => Math.floor(now.getTime() / 1000);

export const createIntent = (form: Form, now: Date): Intent => {
  allowOnly(form, [
    'amount',
    'currency',
    'capture_method',
    'confirmation_method',
    'description',
    'statement_descriptor_suffix',
    /^payment_method_types\[\d*\]$/,
    /^metadata\[[^\]]+\]$/,
  ]);
  const amount = wholeNumber(required(form, 'amount'), 'amount');
  const currency = required(form, 'currency').toLowerCase();
  if (!/^[a-z]{3}$/.test(currency)) throw invalid(`Invalid currency: ${currency}`, 'currency');
  const capture = oneOf(form, 'capture_method', ['automatic_async', 'automatic', 'manual']);
  const confirmation = oneOf(form, 'confirmation_method', ['automatic', 'manual']);
  const [description, suffix] = [form.get('description'), form.get('statement_descriptor_suffix')];
  if (suffix !== undefined && !/^[^<>\\'"*]{1,22}$/.test(suffix))
    throw invalid('Invalid statement descriptor suffix.', 'statement_descriptor_suffix');
  return {
    id: newId('pi'),
    created: secondsOf(now),
    amount,
    currency,
    capture,
    confirmation,
    secret: newSecret(),
    metadata: metadataOf(form),
    ...(description !== undefined && { description }),
    ...(suffix !== undefined && { suffix }),
    status: 'requires_payment_method',
  };
};

export const metadataOf = (form: Form): Record<string, string> => {
  const metadata = new Map<string, string>();
  for (const [name, value] of form) {
    const key = /^metadata\[([^\]]{1,40})\]$/.exec(name)?.[1];
    if (key) metadata.set(key, value.slice(0, 500));
  }
  return Object.fromEntries(metadata);
};

/** The first of `values` when the form does not say. Throws for any other value. */
const oneOf = <T extends string>(form: Form, name: string, values: readonly [T, ...T[]]): T => {
  const given = form.get(name) ?? values[0];
  const known = values.find((value) => value === given);
  if (!known) throw invalid(`Invalid ${name}: must be one of ${values.join(', ')}`, name);
  return known;
};

/** The card that this call is about, if there is one. Throws nothing. */
export const cardAhead = (store: Store, intent: Intent, form: Form): TestCard | undefined => {
  const method = form.get('payment_method');
  const given = store.token(form.get('confirmation_token') ?? '')?.method ?? store.method(method ?? '');
  return cardWithToken(given?.card ?? method ?? intent.card ?? '');
};

/**
 * The card that a confirmation names: with a confirmation token, with a payment method, or not at all when the intent
 * has one already. Throws a Refusal.
 */
const paymentCardOf = (store: Store, intent: Intent, form: Form, now: Date): PaymentCard => {
  // Before the token: a token that was used for this very intent must not hide the state of the intent.
  assertConfirmable(intent);
  const [token, method] = [form.get('confirmation_token'), form.get('payment_method')];
  if (token !== undefined && method !== undefined)
    throw invalid('Give either a confirmation_token or a payment_method.', 'confirmation_token');
  const id = method ?? intent.paymentMethod;
  if (token === undefined && id === undefined) {
    const message = "You cannot confirm this PaymentIntent because it's missing a payment method.";
    throw invalid(message, undefined, 'payment_intent_unexpected_state');
  }
  const given = token === undefined ? methodWithId(store, id ?? '') : unusedToken(store, token, now).method;
  const card = cardWithToken(given.card);
  if (!card) throw missing('PaymentMethod', given.id, 'payment_method', 400);
  return { paymentMethod: given.id, card };
};

/** What of the answer is shown in full: https://docs.stripe.com/expand */
export const expandField = /^expand\[\d*\]$/;

const confirmFields = [
  'confirmation_token',
  'payment_method',
  'error_on_requires_action',
  'off_session',
  'use_stripe_sdk',
];

export const change = (action: IntentAction, store: Store, intent: Intent, form: Form, now: Date): Intent => {
  switch (action) {
    case 'update':
      allowOnly(form, ['amount']);
      return withAmount(intent, wholeNumber(required(form, 'amount'), 'amount'));
    case 'confirm':
      allowOnly(form, confirmFields);
      return confirmed(
        intent,
        paymentCardOf(store, intent, form, now),
        form.get('error_on_requires_action') === 'true',
      );
    case 'authenticate': {
      allowOnly(form, ['client_secret', 'outcome']);
      const card = cardWithToken(intent.card ?? '');
      if (!card) throw missing('PaymentMethod', intent.card ?? '', 'payment_method', 400);
      return authenticated(intent, outcomeOf(form), card);
    }
    case 'capture': {
      allowOnly(form, ['amount_to_capture', expandField]);
      const amount = wholeNumber(form.get('amount_to_capture') ?? String(intent.amount), 'amount_to_capture');
      return captured(intent, amount, cardWithToken(intent.card ?? ''), secondsOf(now));
    }
    case 'cancel':
      allowOnly(form, ['cancellation_reason']);
      return canceled(intent, form.get('cancellation_reason') ?? 'requested_by_customer', secondsOf(now));
  }
};

const outcomeOf = (form: Form): ChallengeOutcome => {
  required(form, 'outcome');
  return oneOf(form, 'outcome', ['pass', 'fail', 'close']);
};

/**
 * The intent that a browser may see because it knows the client secret. An unknown intent and a wrong secret get the
 * same answer. Throws a Refusal.
 */
export const intentOfBrowser = (store: Store, id: string, clientSecret: string): Intent => {
  const intent = store.intents.get(id);
  if (intent?.secret && isSameText(clientSecret, clientSecretOf(intent) ?? '')) return intent;
  throw invalid(
    'The client_secret provided does not match any associated PaymentIntent on this account.',
    'client_secret',
    'payment_intent_invalid_parameter',
  );
};

export const findIntent = (store: Store, id: string): Intent => {
  const intent = store.intents.get(id);
  if (!intent) throw missing('payment_intent', id, 'intent');
  return intent;
};
