import { cardWithNumber, cardWithToken, passesLuhn } from './cards';
import { allowOnly, type Form, required, wholeNumber } from './form';
import { invalid, missing, Refusal } from './problem';
import { type ConfirmationToken, type Method, newId } from './records';
import type { Store } from './store';

/** Seconds in which a confirmation token can be used. */
export const tokenLifeSeconds = 12 * 3600;

/**
 * Makes a payment method from a browser's card. Refuses everything but test cards, so that no real card number arrives
 * here.
 */
export const createMethod = (form: Form, now: Date): Method => {
  allowOnly(form, ['type', /^card\[(number|exp_month|exp_year|cvc|wallet)\]$/, /^billing_details\[/, /^metadata\[/]);
  return methodOf(form, now);
};

const methodOf = (form: Form, now: Date): Method => {
  const number = required(form, 'card[number]').replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw refused('incorrect_number', 'Your card number is incorrect.', 'number');
  }
  const month = wholeNumber(required(form, 'card[exp_month]'), 'card[exp_month]', 0, 99);
  if (month < 1 || month > 12)
    throw refused('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  const typed = wholeNumber(required(form, 'card[exp_year]'), 'card[exp_year]', 0, 9999);
  const year = typed < 100 ? 2000 + typed : typed;
  // A card is valid to the end of its month.
  if (year * 12 + month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1 || year > now.getUTCFullYear() + 50) {
    throw refused('invalid_expiry_year', "Your card's expiration date is invalid.", 'exp_year');
  }
  if (!/^\d{3,4}$/.test(required(form, 'card[cvc]')))
    throw refused('invalid_cvc', "Your card's security code is invalid.", 'cvc');

  const card = cardWithNumber(number);
  if (!card) {
    throw refused('card_declined', 'This is a sandbox and takes test cards only. Try 4242 4242 4242 4242.', 'number');
  }
  // Stripe.js sends a wallet's own token there; the sandbox has no wallet that could make one.
  const given = form.get('card[wallet]');
  const wallet = given === 'apple_pay' || given === 'google_pay' ? given : card.wallet;
  const created = Math.floor(now.getTime() / 1000);
  return { id: newId('pm'), created, card: card.token, month, year, ...(wallet && { wallet }) };
};

const methodData = 'payment_method_data';

/**
 * Makes a confirmation token of a card as the element collected it (`payment_method_data[card][number]`), or of a
 * payment method that exists (`payment_method`).
 */
export const createToken = (store: Store, form: Form, now: Date): ConfirmationToken => {
  allowOnly(form, [
    'payment_method',
    'return_url',
    'use_stripe_sdk',
    /^payment_method_data\[(type|allow_redisplay)\]$/,
    /^payment_method_data\[(card|billing_details|metadata)\]\[/,
  ]);
  const id = form.get('payment_method');
  const created = Math.floor(now.getTime() / 1000);
  const method =
    id === undefined ? methodOf(dataOf(form), now) : { ...methodWithId(store, id), id: newId('pm'), created };
  return { id: newId('ctoken'), created, method };
};

/** The fields below `payment_method_data`, named as when a payment method is created. */
const dataOf = (form: Form): Form =>
  new Map(
    [...form]
      .filter(([name]) => name.startsWith(methodData))
      .map(([name, value]) => [name.slice(methodData.length).replace(/^\[(\w+)\]/, '$1'), value]),
  );

/** A payment method that a browser made, or one that is ready-made, such as `pm_card_visa`. Throws a Refusal. */
export const methodWithId = (store: Store, id: string): Method => {
  const known = store.method(id);
  if (known) return known;
  const card = cardWithToken(id);
  if (!card) throw missing('PaymentMethod', id, 'payment_method', 400);
  const year = new Date().getUTCFullYear() + 5;
  return { id, created: 0, card: card.token, month: 12, year, ...(card.wallet && { wallet: card.wallet }) };
};

export const findToken = (store: Store, id: string, status = 404): ConfirmationToken => {
  const token = store.token(id);
  if (!token) throw missing('ConfirmationToken', id, 'confirmation_token', status);
  return token;
};

/** Throws a Refusal when the token was used or has expired. */
export const unusedToken = (store: Store, id: string, now: Date): ConfirmationToken => {
  const token = findToken(store, id, 400);
  if (token.usedFor !== undefined)
    throw invalid(`The ConfirmationToken ${id} was already used to confirm ${token.usedFor}.`, 'confirmation_token');
  if (now.getTime() / 1000 >= token.created + tokenLifeSeconds)
    throw invalid(`The ConfirmationToken ${id} has expired.`, 'confirmation_token');
  return token;
};

const refused = (code: string, message: string, param: string): Refusal =>
  new Refusal(402, { type: 'card_error', code, message, param });
