import { type Chosen, type Donation, type Extras, type Fee, variantIn } from './extras';

/** What one person pays for the spot alone. */
export interface BasePrice {
  readonly label: string;
  /** In the currency's smallest unit, as all amounts here. */
  readonly amount: number;
  /** The least that the processor charges in this currency: less than that is given away. */
  readonly minCharge: number;
}

/** What of an entry can cost something. */
export interface Priceable {
  readonly people: readonly { readonly registrationId: string; readonly items?: readonly Chosen[] | undefined }[];
  readonly order: { readonly answers?: unknown; readonly donation?: Donation | undefined };
}

export const lineKinds = ['entry', 'item', 'donation', 'fee', 'code', 'team'] as const;
export type LineKind = (typeof lineKinds)[number];

/** One thing that is charged. Ten pieces are ten lines, so each can be given, refunded and handed out by itself. */
export interface MoneyLine {
  readonly kind: LineKind;
  /** The variant or the cause. Its label is in the form. */
  readonly ref?: string | undefined;
  /** Of the entry only: it is the name of a price, which is not in the form. */
  readonly label?: string | undefined;
  /** What it costs. */
  readonly list: number;
  /** What is charged for it: never less than 0, and never more than `list`. */
  readonly amount: number;
  /** There is only so much of it, so a unit must be claimed. */
  readonly isLimited?: boolean | undefined;
  /** Of a code's use: the pool that it is a unit of. */
  readonly pool?: string | undefined;
  readonly isDirect?: boolean | undefined;
}

/** A code that opened the event. Each person uses it, whatever it takes off. */
export interface Access {
  /** The code, as its line names it. */
  readonly ref: string;
  /** Its uses are limited: those of this pool. */
  readonly pool?: string | undefined;
  readonly isDirect?: boolean | undefined;
}

/** What a code takes off for each person. */
export interface Discount extends Access {
  readonly kind: 'percent' | 'amount' | 'price' | 'none';
  /** Percent, or an amount; with `price`, what an entry costs instead. */
  readonly value: number;
  readonly appliesTo: 'entry' | 'items' | 'both';
  /** Whose price it lowers, by their place in the entry. */
  readonly isFor: (person: number) => boolean;
  /** What is charged for using it. */
  readonly fee?: number | undefined;
}

/** The fee for using a credit, as its line names it. The fee of the form has no name. */
const deferralFee = 'deferral';

export interface PricedPerson {
  readonly registrationId: string;
  /** The sum of the amounts of their lines. */
  readonly share: number;
  readonly lines: readonly MoneyLine[];
}

export interface Price {
  readonly people: readonly PricedPerson[];
  /** The sum of the shares. */
  readonly total: number;
  /** What the fee was computed by. */
  readonly fee?: Fee | undefined;
}

/** The greatest amount that Stripe takes. It is that of `domain/currencies.ts`, which this file cannot import. */
const maxTotal = 99_999_999;

/**
 * What an entry costs, line by line. The entry fits the form. What is of the whole order belongs to the first person, who
 * pays. A discount comes before the fee, and each person whose price it lowers uses it; the code that opened the event is used
 * by each. `too-large`: no processor charges
 * that much at once.
 */
export const priceEntry = (
  form: Extras,
  base: BasePrice,
  { people, order }: Priceable,
  discount?: Discount,
  access?: Access,
): Price | 'too-large' => {
  const priced = people.map(({ registrationId, items = [] }, n): PricedPerson => {
    const lines = [
      { kind: 'entry', label: base.label, list: base.amount } as const,
      ...items.flatMap(({ variant, quantity }) => piecesOf(form, variant, quantity)),
      ...(n === 0 && order.donation
        ? [{ kind: 'donation', ref: order.donation.cause, list: order.donation.amount } as const]
        : []),
    ];
    const charged = discount?.isFor(n) ? discounted(lines, discount) : lines.map(inFull);
    const isUsed = charged.some(({ kind, ref }) => kind === 'code' && ref === access?.ref);
    const entered = access && !isUsed ? [...charged, useOf(access)] : charged;
    const ofUse = charged.some(({ kind, ref }) => kind === 'code' && ref === discount?.ref) ? (discount?.fee ?? 0) : 0;
    const fee = feeOn(form.fee ?? {}, sumOf(charged.map(({ amount }) => amount)));
    const all = [
      ...entered,
      ...(ofUse > 0 ? [{ kind: 'fee', ref: deferralFee, list: ofUse, amount: ofUse } as const] : []),
      ...(fee > 0 ? [{ kind: 'fee', list: fee, amount: fee } as const] : []),
    ];
    return { registrationId, share: sumOf(all.map(({ amount }) => amount)), lines: all };
  });
  const total = sumOf(priced.map(({ share }) => share));
  if (total > maxTotal) return 'too-large';
  if (total > 0 && total < base.minCharge) return { people: priced.map(waive), total: 0 };
  return { people: priced, total, ...(form.fee && { fee: form.fee }) };
};

/** What is added to the charges of one person. Somebody who is charged nothing pays no fee. */
export const feeOn = ({ basisPoints = 0, fixed = 0 }: Fee, charged: number): number =>
  charged > 0 ? Math.floor((charged * basisPoints + 5000) / 10_000) + fixed : 0;

const piecesOf = (form: Extras, variant: string, quantity: number): readonly Omit<MoneyLine, 'amount'>[] => {
  const found = variantIn(form, variant);
  if (!found) throw new Error(`the form has no variant ${variant}, which its own entry names`);
  const { price, limited } = found.variant;
  return Array.from({ length: quantity }, () => ({
    kind: 'item',
    ref: variant,
    list: price,
    ...(limited && { isLimited: true }),
  }));
};

type Unpriced = Omit<MoneyLine, 'amount'>;

const inFull = (line: Unpriced): MoneyLine => ({ ...line, amount: line.list });

/** The lines of one person, and the use of the code if it takes anything off. */
const discounted = (lines: readonly Unpriced[], discount: Discount): readonly MoneyLine[] => {
  const { kind, value } = discount;
  let left = value;
  const charged = lines.map((line): MoneyLine => {
    if (!appliesTo(discount, line)) return inFull(line);
    const off = offOf(kind, kind === 'amount' ? left : value, line.list);
    left -= off;
    return { ...line, amount: line.list - off };
  });
  if (charged.every(({ list, amount }) => list === amount)) return charged;
  return [...charged, useOf(discount)];
};

/** One use of a code. */
const useOf = ({ ref, pool, isDirect }: Access): MoneyLine => {
  const limited = pool !== undefined && { isLimited: true, pool, ...(isDirect && { isDirect }) };
  return { kind: 'code', ref, list: 0, amount: 0, ...limited };
};

/** Donations and fees stay as they are. A price is that of an entry. */
const appliesTo = ({ kind, appliesTo: scope }: Discount, line: Unpriced): boolean => {
  if (kind === 'none') return false;
  if (line.kind === 'entry') return kind === 'price' || scope !== 'items';
  return line.kind === 'item' && kind !== 'price' && scope !== 'entry';
};

/** What is taken off a line: never more than it costs. A percentage is rounded down. */
const offOf = (kind: Discount['kind'], value: number, list: number): number => {
  switch (kind) {
    case 'percent':
      return Math.floor((list * value) / 100);
    case 'amount':
      return Math.min(value, list);
    case 'price':
      return Math.max(0, list - value);
    case 'none':
      return 0;
  }
};

const waive = ({ registrationId, lines }: PricedPerson): PricedPerson => ({
  registrationId,
  share: 0,
  lines: lines.map((line) => ({ ...line, amount: 0 })),
});

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);
