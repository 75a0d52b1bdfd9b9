import { cardWithNumber, passesLuhn } from './cards';
import { allowOnly, type Form, required, wholeNumber } from './form';
import { Refusal } from './problem';
import { type Method, newId } from './records';

/**
 * Makes a payment method from a browser's card. Refuses everything but test cards, so that no real card number arrives
 * here.
 */
export const createMethod = (form: Form, now: Date): Method => {
  allowOnly(form, ['type', /^card\[(number|exp_month|exp_year|cvc)\]$/, /^billing_details\[/, /^metadata\[/]);
  const number = required(form, 'card[number]').replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw refused('incorrect_number', 'Your card number is incorrect.', 'number');
  }
  const month = wholeNumber(required(form, 'card[exp_month]'), 'card[exp_month]', 0, 99);
  if (month < 1 || month > 12)
    throw refused('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  const given = wholeNumber(required(form, 'card[exp_year]'), 'card[exp_year]', 0, 9999);
  const year = given < 100 ? 2000 + given : given;
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
  return { id: newId('pm'), created: Math.floor(now.getTime() / 1000), card: card.token, month, year };
};

const refused = (code: string, message: string, param: string): Refusal =>
  new Refusal(402, { type: 'card_error', code, message, param });
