import * as v from 'valibot';
import { formDefinition } from '../../lambdas/api/form/definition/definition';
import type { Form } from '../../lambdas/api/form/definition/form';
import { entrySchema } from '../../lambdas/api/form/entry-schema';
import { read } from '../../lambdas/api/read';
import { changedMeanings, strayEvents, variantsWithoutStock } from '../../lambdas/forms/form';
import { marathon, readForm, ten } from './a-form';
import { aStore } from './a-store';

type Fields = Record<string, unknown>;
type Thing = Fields & { variants: [Fields, Fields, ...Fields[]] };
type Changes = { items: [Thing, Thing, Thing, ...Thing[]]; causes: [Fields]; fee?: object };

const faultsWith = (change: (form: Changes) => void): readonly string[] => {
  const form = structuredClone(aStore) as unknown as Changes;
  change(form);
  const checked = v.safeParse(formDefinition, form);
  return checked.success ? [] : checked.issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`);
};

test.each<[string, (form: Changes) => void, string]>([
  ['two items of one id', ({ items }) => Object.assign(items[1], { id: 'shirt' }), 'items.1.id twice'],
  [
    'a variant that another item has',
    ({ items }) => Object.assign(items[1].variants[0], { id: 'shirt-m' }),
    'items.1.variants.0.id twice',
  ],
  ...['2027-02-31T00:00:00Z', '2027-03-01T10:00:00+23:00', '0000-01-01T00:00:00Z', '2027-03-01 10:00+01'].map(
    (until): [string, (form: Changes) => void, string] => [
      `an end of refunds that PostgreSQL does not read: ${until}`,
      ({ items }) => Object.assign(items[1], { refundUntil: until }),
      `items.1.refundUntil ${/T.*(Z|\+0)/.test(until) ? 'impossible' : 'zoned'}-instant`,
    ],
  ),
  [
    'something included that costs',
    ({ items }) => Object.assign(items[0].variants[1], { price: 1 }),
    'items.0.variants.1.price included-is-free',
  ],
  [
    'several of something included',
    ({ items }) => Object.assign(items[0], { maxPerPerson: 2 }),
    'items.0.maxPerPerson one-of-included',
  ],
  [
    'no label in its own language',
    ({ causes }) => Object.assign(causes[0], { label: { de: 'x' } }),
    'causes.0.label no-own-language',
  ],
  [
    'a preset below the least',
    ({ causes }) => Object.assign(causes[0], { presets: [100] }),
    'causes.0.presets.0 not-within',
  ],
  [
    'a most below the least',
    ({ causes }) => Object.assign(causes[0], { most: 400, presets: [] }),
    'causes.0.most less-than-least',
  ],
  [
    'eleven items that are included',
    ({ items }) =>
      items.push(
        ...Array.from({ length: 10 }, (_, n) => ({
          ...items[0],
          id: `i${n}`,
          variants: [{ ...items[0].variants[0], id: `v${n}` }] as unknown as Thing['variants'],
        })),
      ),
    'items too-many-included',
  ],
])('a form is refused with the path of %s', (_, change, fault) => expect(faultsWith(change)).toContain(fault));

const form = readForm(aStore);
const person = {
  registrationId: '019c5f3e-7a31-7cc2-9d1e-4b7f0a6c2d11',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  birthDate: '1985-12-10',
  answers: {},
};

const faultsOf = (items: unknown, order: object = {}, eventId = marathon, of: Form = form) => {
  const entry = { people: [{ ...person, ...(items !== undefined && { items }) }], order: { answers: {}, ...order } };
  const answer = read(entrySchema(of, eventId), entry);
  return 'errors' in answer ? answer.errors.map(({ field, code }) => `${field} ${code}`) : [];
};
const shirt = { variant: 'shirt-m', quantity: 1 };

test.each<[string, unknown, object, readonly string[]]>([
  [
    'a shirt, two pasta tickets and a donation',
    [shirt, { variant: 'pasta', quantity: 2 }],
    { donation: { cause: 'trees', amount: 500 } },
    [],
  ],
  ['no shirt, though one is included', [], {}, ['people.0.items included-missing']],
  ['nothing at all', undefined, {}, ['people.0.items included-missing']],
  ['two shirts', [shirt, { variant: 'shirt-s', quantity: 1 }], {}, ['people.0.items.1 too-many-pieces']],
  ['a size twice', [shirt, shirt], {}, ['people.0.items.1 too-many-pieces']],
  ['a retired size', [{ variant: 'shirt-xs', quantity: 1 }], {}, ['people.0.items.0.variant not-an-option']],
  ['an unknown size', [{ variant: 'shirt-y', quantity: 1 }], {}, ['people.0.items.0.variant not-an-option']],
  ['no piece', [shirt, { variant: 'pasta', quantity: 0 }], {}, ['people.0.items.1.quantity too-small']],
  ['a negative number', [shirt, { variant: 'pasta', quantity: -1 }], {}, ['people.0.items.1.quantity too-small']],
  ['half a piece', [shirt, { variant: 'pasta', quantity: 1.5 }], {}, ['people.0.items.1.quantity whole-number']],
  [
    'eleven',
    [shirt, { variant: 'pasta', quantity: 11 }],
    {},
    ['people.0.items.1.quantity too-great', 'people.0.items.1 too-many-pieces'],
  ],
  ['more than one may have', [shirt, { variant: 'pasta', quantity: 5 }], {}, ['people.0.items.1 too-many-pieces']],
  [
    'less than the least donation',
    [shirt],
    { donation: { cause: 'trees', amount: 499 } },
    ['order.donation.amount not-within'],
  ],
  ['a negative donation', [shirt], { donation: { cause: 'trees', amount: -5 } }, ['order.donation.amount too-small']],
  [
    'a donation of a million millions',
    [shirt],
    { donation: { cause: 'trees', amount: 1e12 } },
    ['order.donation.amount not-within'],
  ],
  ['a donation to nobody', [shirt], { donation: { cause: 'me', amount: 500 } }, ['order.donation.cause not-an-option']],
])('of the store, %s is judged', (_, items, order, faults) => expect(faultsOf(items, order)).toEqual(faults));

test('somebody may go without what is included, and only without that', () => {
  const faults = (without: readonly string[], items: readonly unknown[] = []) => {
    const answer = read(entrySchema(form, marathon), {
      people: [{ ...person, items, without }],
      order: { answers: {} },
    });
    return 'errors' in answer ? answer.errors.map(({ field, code }) => `${field} ${code}`) : [];
  };
  expect(faults(['shirt'])).toEqual([]);
  expect(faults(['shirt'], [shirt])).toEqual(['people.0.without twice']);
  expect(faults(['shirt', 'shirt'])).toEqual(['people.0.without twice']);
  expect(faults(['hoodie'], [shirt])).toEqual(['people.0.without.0 not-an-option']);
  expect(faults([], [])).toEqual(['people.0.items included-missing']);
});

test('what another event offers cannot be had in this one, and a form without a store sells nothing', () => {
  expect(faultsOf([shirt, { variant: 'hoodie-l', quantity: 1 }])).toEqual([]);
  expect(faultsOf([shirt, { variant: 'hoodie-l', quantity: 1 }], {}, ten)).toEqual(['people.0.items.1 not-an-option']);
  const plain = readForm({ language: 'en', questions: [] });
  expect(faultsOf(undefined, {}, marathon, plain)).toEqual([]);
  expect(faultsOf([shirt], {}, marathon, plain)).toEqual(['people.0.items.0.variant not-an-option']);
});

test('a variant stays with its item, what is included stays included, and what is limited needs a stock', () => {
  const published = [{ revision: 4, form }];
  const change = (to: (form: Changes) => void) => {
    const other = structuredClone(aStore) as unknown as Changes;
    to(other);
    return readForm(other);
  };
  const isIncluded = change(({ items }) => {
    items[1].included = true;
    items[1].maxPerPerson = undefined;
    items[1].variants[0].price = 0;
  });
  expect(changedMeanings(published, isIncluded)).toEqual([
    { at: ['items', 1, 'id'], code: 'changed-meaning', other: '4' },
  ]);
  const isMoved = change(({ items }) =>
    items[2].variants.push(...items[1].variants.splice(0, 1, { ...items[1].variants[0], id: 'supper' })),
  );
  expect(changedMeanings(published, isMoved)).toEqual([
    { at: ['items', 2, 'variants', 1, 'id'], code: 'changed-meaning', other: '4' },
  ]);
  expect(
    changedMeanings(
      published,
      change(({ items }) => Object.assign(items[1].variants[0], { price: 1 })),
    ),
  ).toEqual([]);
  expect(strayEvents([ten], form)).toEqual([
    { at: ['items', 2, 'events', 0], code: 'not-of-this-race', other: marathon },
  ]);
  expect(variantsWithoutStock([], form)).toEqual([]);
  const isLimited = change(({ items }) => Object.assign(items[2].variants[0], { limited: true }));
  expect(variantsWithoutStock(['shirt-s'], isLimited)).toEqual([
    { at: ['items', 2, 'variants', 0, 'limited'], code: 'no-stock' },
  ]);
  expect(variantsWithoutStock(['hoodie-l'], isLimited)).toEqual([]);
});
