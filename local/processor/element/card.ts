import type { SandboxError } from './protocol';

/** A card as typed. It exists only in the frame and in one request to the sandbox. */
export interface Card {
  readonly number: string;
  /** `MM/YY` */
  readonly expiry: string;
  readonly cvc: string;
}

export type CardErrors = { readonly [Field in keyof Card]?: SandboxError };

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

const wrong = (code: string, message: string): SandboxError => ({ type: 'validation_error', code, message });

/**
 * What is wrong with a card, without asking the sandbox, with Stripe's codes. Empty if the card may be tried. A card is
 * valid to the end of its month (UTC).
 */
export const cardErrors = ({ number, expiry, cvc }: Card, now: Date): CardErrors => {
  const digits = digitsOf(number);
  const until = readExpiry(expiry);
  const hasLapsed = until && until.year * 12 + until.month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
  const isNumber = /^\d{12,19}$/.test(digits) && passesLuhn(digits);
  return {
    ...(!isNumber && {
      number: digits
        ? wrong('incorrect_number', 'Check the card number: a digit is missing or mistyped')
        : wrong('incomplete_number', 'Enter the card number'),
    }),
    ...(!until && {
      expiry: expiry.trim()
        ? wrong('invalid_expiry', 'Enter the expiry as month and year, such as 04/29')
        : wrong('incomplete_expiry', 'Enter the expiry date'),
    }),
    ...(hasLapsed && { expiry: wrong('invalid_expiry_year_past', 'This card has expired. Use another card') }),
    ...(!/^\s*\d{3,4}\s*$/.test(cvc) && {
      cvc: wrong('incomplete_cvc', 'Enter the 3 or 4 digits of the security code'),
    }),
  };
};

/** The form of a confirmation token. A card without an expiry date is refused by the sandbox. */
export const tokenForm = ({ number, expiry, cvc }: Card, more: Readonly<Record<string, string>>): URLSearchParams => {
  const until = readExpiry(expiry);
  const card = 'payment_method_data[card]';
  return new URLSearchParams({
    'payment_method_data[type]': 'card',
    [`${card}[number]`]: digitsOf(number),
    [`${card}[exp_month]`]: String(until?.month ?? ''),
    [`${card}[exp_year]`]: String(until?.year ?? ''),
    [`${card}[cvc]`]: cvc.trim(),
    ...more,
  });
};

/** The number in groups of four digits: `4242 4242 4242 4242`. */
export const grouped = (number: string): string => digitsOf(number).replace(/(\d{4})(?=\d)/g, '$1 ');
