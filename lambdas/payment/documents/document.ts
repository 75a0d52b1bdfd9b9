import { currencyOf } from '../../domain/money/currencies';

/** Whom money goes to, as a document names them. */
export interface Seller {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  /** ISO 3166-1, two letters. */
  readonly country: string;
  readonly taxId: string | null;
  /** Before each number. */
  readonly prefix: string;
}

/** Whom a document is addressed to. Without one, it is a simplified invoice. */
export interface Billing {
  readonly name: string;
  readonly address: string;
  readonly country: string;
  readonly taxId: string | null;
}

/**
 * In several countries, an invoice above about 250 euros must name its buyer. The least charge of a currency is worth about half a euro, so
 * this is so many of it.
 */
const simplifiedUpToCharges = 500;
const usualMinCharge = 50;

/** Whether the invoice of this payment should have a billing address. `amount`: in the currency's smallest unit. */
export const shouldNameBuyer = ({ amount, currency }: { readonly amount: number; readonly currency: string }) =>
  amount > simplifiedUpToCharges * (currencyOf(currency)?.minCharge ?? usualMinCharge);

/** Amounts are in the currency's smallest unit and contain the tax. */
export interface DocumentLine {
  readonly label: string;
  readonly gross: number;
}

/** The tax that is contained in an amount. `rate` is in basis points. */
export interface DocumentTax {
  readonly label: string;
  readonly rate: number;
  readonly net: number;
  readonly tax: number;
}

/** A document without its number, which only its issuing gives it. */
export interface Draft {
  readonly kind: 'invoice' | 'credit-note';
  readonly registrationId: string;
  /** Which invoice of the payment it belongs to, from 0. */
  readonly revision: number;
  /**
   * The total refunded with which the payment's documents agree after this one. 0 on an invoice, and on the credit note
   * that takes an invoice back.
   */
  readonly upTo: number;
  readonly lines: readonly DocumentLine[];
  readonly taxes: readonly DocumentTax[];
  readonly gross: number;
  readonly currency: string;
  readonly billTo: Billing | null;
}

/** In basis points. */
interface Rate {
  readonly label: string;
  readonly rate: number;
}

/** A payment that was captured, with what its documents are made of. */
export interface Documented {
  readonly registrationId: string;
  readonly amount: number;
  /** How much was refunded so far. */
  readonly refunded: number;
  readonly currency: string;
  readonly lines: readonly DocumentLine[];
  /** What the next invoice is taxed with. */
  readonly tax: Rate;
  /** What the invoice in force was taxed with: so are its credit notes, whatever the race is taxed with by now. */
  readonly invoicedTax: Rate | undefined;
  /** The total refunded with which its documents agree; undefined while there is no invoice. */
  readonly documentedUpTo: number | undefined;
  /** That of the invoice in force; 0 while there is none. */
  readonly revision: number;
  readonly billTo: Billing | null;
  /** As the page and the document call a refund. */
  readonly refundLabel: string;
}

/** The documents that are missing: the invoice, and a credit note for what was refunded since the last document. */
export const draftsFor = (payment: Documented): readonly Draft[] => {
  const { registrationId, amount, refunded, currency, lines, tax, documentedUpTo, refundLabel, billTo, revision } =
    payment;
  const { invoicedTax = tax } = payment;
  const about = { registrationId, revision, currency, billTo };
  const invoice: Draft = { ...about, kind: 'invoice', upTo: 0, lines, taxes: [taxOf(amount, tax)], gross: amount };
  const back = refunded - (documentedUpTo ?? 0);
  const creditNote: Draft = {
    ...about,
    kind: 'credit-note',
    upTo: refunded,
    lines: [{ label: refundLabel, gross: back }],
    taxes: [taxOf(back, invoicedTax)],
    gross: back,
  };
  return [...(documentedUpTo === undefined ? [invoice] : []), ...(back > 0 ? [creditNote] : [])];
};

/**
 * Takes an invoice back and bills again what was not refunded. The payment's documents must agree with its refunds, and
 * something must be left. The credit note has the tax of the invoice that it takes back, and is addressed like it.
 */
export const reissueDrafts = (
  payment: Documented,
  wrong: { readonly taxes: readonly DocumentTax[]; readonly billTo: Billing | null },
): { readonly creditNote: Draft; readonly invoice: Draft } => {
  const { registrationId, amount, refunded, currency, lines, tax, refundLabel, billTo, revision } = payment;
  const gross = amount - refunded;
  const about = { registrationId, currency, gross, upTo: 0 };
  return {
    creditNote: {
      ...about,
      kind: 'credit-note',
      revision,
      lines: [{ label: refundLabel, gross }],
      taxes: [taxOf(gross, wrong.taxes[0] ?? tax)],
      billTo: wrong.billTo,
    },
    invoice: {
      ...about,
      kind: 'invoice',
      revision: revision + 1,
      lines: refunded > 0 ? [...lines, { label: refundLabel, gross: -refunded }] : lines,
      taxes: [taxOf(gross, tax)],
      billTo,
    },
  };
};

/** Rounded half up to the smallest unit, in whole numbers: a gross amount of 2³¹ at 50 % stays exact. */
export const taxOf = (
  gross: number,
  { label, rate }: { readonly label: string; readonly rate: number },
): DocumentTax => {
  const parts = 10_000 + rate;
  const tax = Math.floor((2 * gross * rate + parts) / (2 * parts));
  return { label, rate, net: gross - tax, tax };
};
