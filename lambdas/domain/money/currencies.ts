/** A currency that a race may have. */
export interface Currency {
  /** How many decimals the API's smallest unit stands for: an amount of 4500 is €45.00, but ¥4500. */
  readonly decimals: 0 | 2;
  /** The least that the processor charges, in the smallest unit. */
  readonly minCharge: number;
}

/**
 * The currencies whose smallest charge Stripe names: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts.
 * ISK, UGX and those with three decimals are left out on purpose: Stripe takes only round amounts of them, so each
 * refund of a percentage would have to be rounded, too.
 */
const currencies: Readonly<Record<string, Currency>> = {
  AED: { decimals: 2, minCharge: 200 },
  AUD: { decimals: 2, minCharge: 50 },
  BRL: { decimals: 2, minCharge: 50 },
  CAD: { decimals: 2, minCharge: 50 },
  CHF: { decimals: 2, minCharge: 50 },
  CZK: { decimals: 2, minCharge: 1500 },
  DKK: { decimals: 2, minCharge: 250 },
  EUR: { decimals: 2, minCharge: 50 },
  GBP: { decimals: 2, minCharge: 30 },
  HKD: { decimals: 2, minCharge: 400 },
  HUF: { decimals: 2, minCharge: 17_500 },
  INR: { decimals: 2, minCharge: 50 },
  JPY: { decimals: 0, minCharge: 50 },
  MXN: { decimals: 2, minCharge: 1000 },
  MYR: { decimals: 2, minCharge: 200 },
  NOK: { decimals: 2, minCharge: 300 },
  NZD: { decimals: 2, minCharge: 50 },
  PLN: { decimals: 2, minCharge: 200 },
  RON: { decimals: 2, minCharge: 200 },
  SEK: { decimals: 2, minCharge: 300 },
  SGD: { decimals: 2, minCharge: 50 },
  THB: { decimals: 2, minCharge: 1000 },
  USD: { decimals: 2, minCharge: 50 },
};

export const currencyCodes: readonly string[] = Object.keys(currencies);

/** `code`: ISO 4217, in capitals. `undefined` for a currency that no race may have. */
export const currencyOf = (code: string): Currency | undefined =>
  Object.hasOwn(currencies, code) ? currencies[code] : undefined;

/** Two for a currency that no race may have any more. */
export const decimalsOf = (code: string): number => currencyOf(code)?.decimals ?? 2;

/** The greatest amount that Stripe takes, in any currency's smallest unit: eight digits. */
export const maxCharge = 99_999_999;
