import fc from 'fast-check';
import type { Extras } from '../../lambdas/api/form/extras';
import { feeOn, type Priceable, priceEntry } from '../../lambdas/api/form/price';
import { readForm } from './a-form';
import { aStore } from './a-store';

const ids = (n: number) => `019c5f3e-7a31-7cc2-9d1e-00000000000${n}`;
const base = { label: 'Marathon, Early bird', amount: 7000, minCharge: 50 };
const store = readForm(aStore);
const priced = (entry: Priceable, form: Extras = store, of = base) => {
  const price = priceEntry(form, of, entry);
  if (price === 'too-large') throw new Error('too large');
  return price;
};

test('every piece is a line, a donation belongs to the one who pays, and each person is charged their own fee', () => {
  const entry = {
    people: [
      {
        registrationId: ids(1),
        items: [
          { variant: 'shirt-m', quantity: 1 },
          { variant: 'pasta', quantity: 2 },
        ],
      },
      { registrationId: ids(2), items: [{ variant: 'shirt-s', quantity: 1 }] },
    ],
    order: { donation: { cause: 'trees', amount: 2000 } },
  };
  expect(priced(entry)).toEqual({
    people: [
      {
        registrationId: ids(1),
        share: 11_500 + 395,
        lines: [
          { kind: 'entry', label: 'Marathon, Early bird', list: 7000, amount: 7000 },
          { kind: 'item', ref: 'shirt-m', list: 0, amount: 0 },
          { kind: 'item', ref: 'pasta', list: 1250, amount: 1250 },
          { kind: 'item', ref: 'pasta', list: 1250, amount: 1250 },
          { kind: 'donation', ref: 'trees', list: 2000, amount: 2000 },
          { kind: 'fee', list: 395, amount: 395 },
        ],
      },
      {
        registrationId: ids(2),
        share: 7260,
        lines: [
          { kind: 'entry', label: 'Marathon, Early bird', list: 7000, amount: 7000 },
          { kind: 'item', ref: 'shirt-s', list: 0, amount: 0 },
          { kind: 'fee', list: 260, amount: 260 },
        ],
      },
    ],
    total: 19_155,
    fee: aStore.fee,
  });
});

test('half a cent of a fee is rounded up, and who is charged nothing pays no fee', () => {
  expect([50, 49, 0].map((amount) => feeOn({ basisPoints: 100 }, amount))).toEqual([1, 0, 0]);
  expect(feeOn({ basisPoints: 0, fixed: 30 }, 0)).toBe(0);
  expect(feeOn({ fixed: 30 }, 1)).toBe(30);
});

test('what is less than the smallest charge of the currency is given away, and what is too much is not priced', () => {
  const cheap = { ...base, amount: 0 };
  const entry = { people: [{ registrationId: ids(1), items: [{ variant: 'pin', quantity: 1 }] }], order: {} };
  const pins = (price: number) => ({ items: [{ id: 'pins', label: {}, variants: [{ id: 'pin', label: {}, price }] }] });
  expect(priced(entry, pins(50), cheap)).toMatchObject({ total: 50 });
  expect(priced(entry, pins(49), cheap)).toEqual({
    people: [
      {
        registrationId: ids(1),
        share: 0,
        lines: [
          { kind: 'entry', label: base.label, list: 0, amount: 0 },
          { kind: 'item', ref: 'pin', list: 49, amount: 0 },
        ],
      },
    ],
    total: 0,
  });
  expect(priced(entry, pins(99_999_999), cheap).total).toBe(99_999_999);
  expect(priceEntry(pins(99_999_999), { ...base, amount: 1 }, entry)).toBe('too-large');
});

const amount = fc.oneof(fc.nat(200), fc.nat(20_000), fc.nat(99_999_999));

test('shares and lines add up to the total, no line is less than 0 or more than its list, whatever is bought', () => {
  const arbitrary = fc.record({
    prices: fc.array(amount, { minLength: 1, maxLength: 4 }),
    people: fc.array(fc.array(fc.nat(5), { maxLength: 4 }), { minLength: 1, maxLength: 8 }),
    donation: fc.option(
      amount.map((of) => of + 1),
      { nil: undefined },
    ),
    fee: fc.record({ basisPoints: fc.nat(10_000), fixed: fc.nat(500) }, { requiredKeys: [] }),
    entryPrice: amount,
    minCharge: fc.constantFrom(50, 200, 17_500),
  });
  fc.assert(
    fc.property(arbitrary, ({ prices, people, donation, fee, entryPrice, minCharge }) => {
      const form: Extras = {
        items: [{ id: 'i', label: {}, variants: prices.map((price, n) => ({ id: `v${n}`, label: {}, price })) }],
        fee,
      };
      const entry: Priceable = {
        people: people.map((quantities, n) => ({
          registrationId: ids(n),
          items: quantities.flatMap((quantity, m) =>
            quantity && m < prices.length ? [{ variant: `v${m}`, quantity }] : [],
          ),
        })),
        order: { ...(donation !== undefined && { donation: { cause: 'c', amount: donation } }) },
      };
      const price = priceEntry(form, { label: 'x', amount: entryPrice, minCharge }, entry);
      if (price === 'too-large') return;
      const sum = (of: readonly number[]) => of.reduce((a, b) => a + b, 0);
      expect(sum(price.people.map(({ share }) => share))).toBe(price.total);
      for (const { share, lines } of price.people) {
        expect(sum(lines.map((line) => line.amount))).toBe(share);
        for (const line of lines)
          expect([Number.isInteger(line.amount), line.amount >= 0, line.amount <= line.list]).toEqual([
            true,
            true,
            true,
          ]);
      }
      expect(price.total === 0 || (price.total >= minCharge && price.total <= 99_999_999)).toBe(true);
      // Nothing is left out: each piece, the donation and the entry of everybody.
      const pieces = sum(entry.people.flatMap(({ items = [] }) => items.map(({ quantity }) => quantity)));
      const kinds = price.people.flatMap(({ lines }) => lines.map(({ kind }) => kind));
      expect(kinds.filter((kind) => kind !== 'fee')).toHaveLength(pieces + people.length + (donation ? 1 : 0));
    }),
    { numRuns: 300 },
  );
});
