import * as t from '../texts/page';
/** A card as typed. It exists only in the form and in one request to the payment processor. */
export interface Card {
  readonly number: string;
  /** `MM/YY` */
  readonly expiry: string;
  readonly cvc: string;
}

export interface CardErrors {
  readonly number?: string;
  readonly expiry?: string;
  readonly cvc?: string;
}

const digitsOf = (text: string) => text.replace(/[\s-]/g, '');

const passesLuhn = (digits: string): boolean => {
  const sum = digits
    .split('')
    .reverse()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
};

/** Reads an expiry date such as `04/29` or `4-2029`. Undefined if it is not one. */
export const readExpiry = (text: string): { month: number; year: number } | undefined => {
  const match = /^\s*(\d{1,2})\s*[/.\- ]?\s*(\d{4}|\d{2})\s*$/.exec(text);
  const month = Number(match?.[1]);
  const year = Number(match?.[2]);
  if (!match || month < 1 || month > 12) return undefined;
  return { month, year: year < 100 ? 2000 + year : year };
};

/**
 * What is wrong with a card, without asking the processor. Empty if the card may be tried. A card is valid to the end of its
 * month (UTC).
 */
export const cardErrors = ({ number, expiry, cvc }: Card, now: Date): CardErrors => {
  const digits = digitsOf(number);
  const until = readExpiry(expiry);
  const lapsed = until && until.year * 12 + until.month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
  return {
    ...(/^\d{12,19}$/.test(digits) && passesLuhn(digits) ? {} : { number: digits ? t.cardNumber : t.cardNoNumber }),
    ...(until ? {} : { expiry: expiry.trim() ? t.cardExpiry : t.cardNoExpiry }),
    ...(lapsed ? { expiry: t.cardLapsed } : {}),
    ...(/^\s*\d{3,4}\s*$/.test(cvc) ? {} : { cvc: t.cardCvc }),
  };
};

/** The card as form fields of the processor. Undefined if the expiry date is not one. */
export const cardForm = ({ number, expiry, cvc }: Card): URLSearchParams | undefined => {
  const until = readExpiry(expiry);
  if (!until) return undefined;
  return new URLSearchParams({
    type: 'card',
    'card[number]': digitsOf(number),
    'card[exp_month]': String(until.month),
    'card[exp_year]': String(until.year),
    'card[cvc]': cvc.trim(),
  });
};

/** The number in groups of four digits: `4242 4242 4242 4242`. */
export const grouped = (number: string): string => digitsOf(number).replace(/(\d{4})(?=\d)/g, '$1 ');
