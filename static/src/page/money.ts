import * as t from '../texts/page';

/** As the payment processor counts. Intl has none for HUF, either, and would show a hundred times the price. */
const withoutDecimals: ReadonlySet<string> = new Set(['JPY']);

export const digitsOf = (currency: string) => (withoutDecimals.has(currency) ? 0 : 2);

/** `€45.00` from 4500 and `EUR`. `amount` is in the currency's smallest unit. */
export const money = (amount: number, currency: string): string => {
  const digits = digitsOf(currency);
  return new Intl.NumberFormat(t.locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits);
};

/** `42.195 km`, `800 m`. */
export const distance = (metres: number): string =>
  metres < 1000
    ? t.metres(String(metres))
    : t.kilometres(new Intl.NumberFormat(t.locale, { maximumFractionDigits: 3 }).format(metres / 1000));

/** `12,345` from 12345. */
export const count = (value: number): string => new Intl.NumberFormat(t.locale).format(value);
