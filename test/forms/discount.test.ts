import fc from 'fast-check';
import type { Extras } from '../../lambdas/api/form/extras';
import { type Discount, feeOn, type Priceable, priceEntry } from '../../lambdas/api/form/price';

const ids = (n: number) => `019c5f3e-7a31-7cc2-9d1e-00000000000${n}`;
const base = { label: 'Marathon', amount: 7005, minCharge: 50 };
const store: Extras = {
  items: [
    {
      id: 'things',
      label: {},
      variants: [
        { id: 'cap', label: {}, price: 1999 },
        { id: 'pasta', label: {}, price: 1001 },
      ],
    },
  ],
  fee: { basisPoints: 300, fixed: 50 },
};
const entry: Priceable = {
  people: [
    {
      registrationId: ids(1),
      items: [
        { variant: 'cap', quantity: 1 },
        { variant: 'pasta', quantity: 1 },
      ],
    },
    { registrationId: ids(2) },
  ],
  order: { donation: { cause: 'trees', amount: 2000 } },
};
const discountOf = (
  kind: Discount['kind'],
  value: number,
  appliesTo: Discount['appliesTo'] = 'both',
  isFor: Discount['isFor'] = () => true,
): Discount => ({ ref: 'code', kind, value, appliesTo, isFor, pool: 'pool' });

const priced = (discount: Discount, form = store, of = base) => {
  const price = priceEntry(form, of, entry, discount);
  if (price === 'too-large') throw new Error('too large');
  return price;
};
/** Entry, cap, pasta, donation, fee and the uses of each person. */
const amounts = (discount: Discount, form = store) =>
  priced(discount, form).people.map(({ lines }) => lines.map(({ kind, amount }) => (kind === 'code' ? 'use' : amount)));

test.each<[string, Discount, readonly (readonly (number | 'use')[])[]]>([
  [
    'a percentage is rounded down, line by line',
    discountOf('percent', 10),
    [
      [6305, 1800, 901, 2000, 'use'],
      [6305, 'use'],
    ],
  ],
  [
    'of the entry alone',
    discountOf('percent', 100, 'entry'),
    [
      [0, 1999, 1001, 2000, 'use'],
      [0, 'use'],
    ],
  ],
  [
    'of items alone, which one person has',
    discountOf('percent', 50, 'items'),
    [[7005, 1000, 501, 2000, 'use'], [7005]],
  ],
  [
    'an amount is used up from line to line, by each person',
    discountOf('amount', 8000),
    [
      [0, 1004, 1001, 2000, 'use'],
      [0, 'use'],
    ],
  ],
  [
    'a price is that of an entry',
    discountOf('price', 5000),
    [
      [5000, 1999, 1001, 2000, 'use'],
      [5000, 'use'],
    ],
  ],
  ['a higher price changes nothing, and nobody uses it', discountOf('price', 8000), [[7005, 1999, 1001, 2000], [7005]]],
  [
    'one person only',
    discountOf('amount', 5, 'entry', (n) => n === 1),
    [
      [7005, 1999, 1001, 2000],
      [7000, 'use'],
    ],
  ],
  ['nothing for a code that only opens events', discountOf('none', 0), [[7005, 1999, 1001, 2000], [7005]]],
])('%s', (_, discount, expected) => expect(amounts(discount, { ...store, fee: undefined })).toEqual(expected));

test('a use is a line that costs nothing, and its unit is of the pool of the code', () => {
  const use = { kind: 'code', ref: 'code', list: 0, amount: 0, isLimited: true, pool: 'pool' };
  expect(priced(discountOf('percent', 10)).people[1]?.lines[1]).toEqual(use);
  const unlimited = { ...discountOf('percent', 10), pool: undefined };
  expect(priced(unlimited).people[1]?.lines[1]).toEqual({ kind: 'code', ref: 'code', list: 0, amount: 0 });
});

test('the fee is on what is charged, and a total below the smallest charge is nothing', () => {
  const [first, second] = priced(discountOf('price', 0, 'entry')).people;
  expect(first?.lines.at(-1)).toEqual({ kind: 'fee', list: feeOn(store.fee ?? {}, 5000), amount: 200 });
  expect(second).toMatchObject({ share: 0, lines: [{ kind: 'entry', list: 7005, amount: 0 }, { kind: 'code' }] });
  const alone = { people: [{ registrationId: ids(2) }], order: {} };
  const price = priceEntry({ items: [] }, base, alone, discountOf('price', 49, 'entry'));
  expect(price).toMatchObject({ total: 0, people: [{ share: 0 }] });
});

test('whatever a code takes off: sums agree, no line is below zero, and donations and fees stay whole', () => {
  const arbitrary = fc.record({
    entryPrice: fc.nat(99_999),
    prices: fc.tuple(fc.nat(50_000), fc.nat(50_000)),
    people: fc.array(fc.tuple(fc.nat(3), fc.nat(3), fc.boolean()), { minLength: 1, maxLength: 8 }),
    donation: fc.option(fc.integer({ min: 1, max: 50_000 }), { nil: undefined }),
    fee: fc.record({ basisPoints: fc.nat(2000), fixed: fc.nat(500) }),
    minCharge: fc.nat(500),
    appliesTo: fc.constantFrom('entry' as const, 'items' as const, 'both' as const),
    off: fc.oneof(
      fc.record({ kind: fc.constant('percent' as const), value: fc.integer({ min: 1, max: 100 }) }),
      fc.record({ kind: fc.constantFrom('amount' as const, 'price' as const), value: fc.nat(100_000) }),
    ),
  });
  fc.assert(
    fc.property(arbitrary, ({ entryPrice, prices, people, donation, fee, minCharge, appliesTo, off }) => {
      const form: Extras = {
        items: [{ id: 'i', label: {}, variants: prices.map((price, n) => ({ id: `v${n}`, label: {}, price })) }],
        fee,
      };
      const entry: Priceable = {
        people: people.map(([a, b], n) => ({
          registrationId: ids(n),
          items: [
            { variant: 'v0', quantity: a },
            { variant: 'v1', quantity: b },
          ].filter(({ quantity }) => quantity > 0),
        })),
        order: { ...(donation !== undefined && { donation: { cause: 'c', amount: donation } }) },
      };
      const of = { label: 'x', amount: entryPrice, minCharge };
      const full = priceEntry(form, of, entry);
      const discount = { ...off, ref: 'code', appliesTo, isFor: (n: number) => people[n]?.[2] === true };
      const price = priceEntry(form, of, entry, discount);
      if (price === 'too-large' || full === 'too-large') return;
      const sum = (all: readonly number[]) => all.reduce((a, b) => a + b, 0);
      expect(sum(price.people.map(({ share }) => share))).toBe(price.total);
      expect(price.total).toBeLessThanOrEqual(full.total === 0 ? 0 : full.total);
      for (const [n, { share, lines }] of price.people.entries()) {
        expect(sum(lines.map(({ amount }) => amount))).toBe(share);
        for (const { list, amount } of lines)
          expect([Number.isInteger(amount), amount >= 0, amount <= list]).toEqual([true, true, true]);
        const uses = lines.filter(({ kind }) => kind === 'code').length;
        const isLowered = lines.some(({ list, amount }) => amount < list);
        if (price.total > 0) {
          expect(uses).toBe(isLowered ? 1 : 0);
          for (const { kind, list, amount } of lines)
            if (kind === 'donation' || kind === 'fee') expect(amount).toBe(list);
        }
        if (!people[n]?.[2]) expect(uses).toBe(0);
        const off = sum(lines.filter(({ kind }) => kind !== 'fee').map(({ list, amount }) => list - amount));
        if (discount.kind === 'amount' && price.total > 0) expect(off).toBeLessThanOrEqual(discount.value);
      }
    }),
    { numRuns: 300 },
  );
});
