import { plainDigits } from '../../../lambdas/domain/plain-digits';
import { digitsOf, money } from '../page/money';

/** 1250 from `12.50` or `12,5` and `EUR`: the currency's smallest unit. Undefined: it is no amount. */
export const amountIn = (text: string, currency: string): number | undefined => {
  const digits = digitsOf(currency);
  const [, whole, part = ''] = /^(\d{1,8})(?:[.,٫](\d{0,2}))?$/.exec(plainDigits(text).replace(/\s/g, '')) ?? [];
  if (whole === undefined || part.length > digits) return undefined;
  return Number(whole) * 10 ** digits + Number(part.padEnd(digits, '0'));
};

/** `12.50` from 1250 and `EUR`, as it is typed; `20` from 2000. */
export const amountText = (amount: number, currency: string): string => {
  const digits = digitsOf(currency);
  return (amount / 10 ** digits).toFixed(amount % 10 ** digits === 0 ? 0 : digits);
};

/** The amounts that a race suggests, to choose one from. */
export const presetsOf = (cause: { readonly presets: readonly number[] } | undefined, currency: string) =>
  (cause?.presets ?? []).map((amount) => ({ id: amountText(amount, currency), name: money(amount, currency) }));
