import fc from 'fast-check';
import * as v from 'valibot';
import { formDefinition } from '../../lambdas/api/form/definition/definition';
import type { Form } from '../../lambdas/api/form/definition/form';
import type { Question } from '../../lambdas/api/form/definition/question-types';
import { inventions, questionTypes, rules } from '../../lambdas/api/form/definition/question-types';
import { random as seeded } from '../support/random';
import { marathon, ten } from './a-form';

/** Who fills in the forms. */
export const identity = {
  registrationId: '019c5f3e-7a31-7cc2-9d1e-4b7f0a6c2d11',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  birthDate: '1985-12-10',
};

const events = fc.constantFrom(undefined, undefined, [marathon], [ten], [marathon, ten]);
const options = fc
  .integer({ min: 1, max: 4 })
  .chain((count) => fc.array(fc.boolean(), { minLength: count, maxLength: count }))
  .map((retired) =>
    retired.map((isRetired, n) => ({ id: `o${n}`, label: { en: `Option ${n}` }, retired: n > 0 && isRetired })),
  );

const days = fc.constantFrom('1950-01-01', '2004-02-29', '2027-05-02');

const bounds: Partial<Record<Question['type'], fc.Arbitrary<object>>> = {
  text: fc.record({ maxLength: fc.integer({ min: 1, max: 60 }) }, { requiredKeys: [] }),
  'long-text': fc.record({ maxLength: fc.integer({ min: 1, max: 200 }) }, { requiredKeys: [] }),
  number: fc.record(
    { min: fc.integer({ min: -5, max: 5 }), max: fc.integer({ min: 5, max: 50 }) },
    { requiredKeys: [] },
  ),
  duration: fc.record({ min: fc.constant(3600), max: fc.constant(7200) }, { requiredKeys: [] }),
  date: fc.record({ min: days }, { requiredKeys: [] }),
  choice: options.map((of) => ({ options: of })),
  choices: options.map((of) => ({ options: of })),
};

const question = (n: number): fc.Arbitrary<Question> =>
  fc
    .record({
      type: fc.constantFrom(...questionTypes),
      required: fc.boolean(),
      isOfOrder: fc.boolean(),
      isRetired: fc.nat(9),
      events,
    })
    .chain(({ type, required, isOfOrder, isRetired, events: of }) =>
      (bounds[type] ?? fc.constant({})).map(
        (more) =>
          ({
            id: `q${n}`,
            type,
            label: { en: `Question ${n}` },
            of: isOfOrder ? 'order' : 'person',
            required,
            ...(of && { events: of }),
            ...(isRetired === 0 && { retired: true }),
            ...more,
          }) as Question,
      ),
    );

/** What an earlier question can decide, by its type. */
const decisive = (from: Question): readonly (string | true)[] => {
  if (from.type === 'consent') return [true];
  if (from.type === 'country') return ['NO', 'DE'];
  return from.options?.map(({ id }) => id).slice(0, 2) ?? [];
};

/** Forms of up to eight questions, of which some wait for others. */
export const forms: fc.Arbitrary<Form> = fc
  .integer({ min: 0, max: 8 })
  .chain((count) =>
    fc.tuple(
      fc.tuple(...Array.from({ length: count }, (_, n) => question(n))),
      fc.array(fc.nat(Math.max(0, count - 1)), { minLength: count, maxLength: count }),
    ),
  )
  .map(([questions, waits]) => {
    const all = questions.map((one, n) => {
      const deciding = questions[waits[n] ?? n];
      const may = deciding && (waits[n] ?? n) < n && deciding.of === one.of && decisive(deciding).length > 0;
      return may ? { ...one, showIf: { question: deciding.id, in: decisive(deciding) } } : one;
    });
    return v.parse(formDefinition, { language: 'en', questions: all }) as Form;
  });

const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'yes',
    'o0',
    'o1',
    'o0 o1',
    'o1 o1',
    'NO',
    'XX',
    '3',
    '7.5',
    '1:30:00',
    '2004-02-29',
    '2003-02-29',
    '+4930123456',
  ),
  fc.constantFrom(
    'a\u202eb',
    'a\ufff9b',
    'a\ud83d',
    '\u200b',
    'Ada  Lovelace',
    'two\nlines',
    ' at both ends ',
    '😀'.repeat(30),
    'ﬁ\u0301',
  ),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);

const anything = fc.oneof(
  fc.constantFrom<unknown>(
    true,
    false,
    null,
    '',
    'o0',
    'o1',
    ['o0'],
    ['o0', 'o0'],
    [],
    'NO',
    0,
    3,
    4000,
    2.5,
    '+4930123456',
    {},
  ),
  fc.constantFrom<unknown>('1960-06-06', '2004-02-29', '2003-02-29', 'Ada', ' Ada', 'a\nb', '😀'.repeat(61)),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
);

/** An answer that fits. */
const fitting = (question: Question) => fc.nat().map((seed) => inventions[question.type](question, seeded(seed).next));

/** What somebody types into a form, sensible or not. */
export const typedInto = ({ questions }: Form): fc.Arbitrary<Record<string, string>> =>
  fc.record(
    Object.fromEntries(
      questions.map((one) => {
        const sensible = fitting(one).map((answer) => rules[one.type].write(answer));
        return [one.id, fc.oneof({ arbitrary: sensible, weight: 6 }, { arbitrary: text, weight: 1 })];
      }),
    ),
    { requiredKeys: [] },
  ) as fc.Arbitrary<Record<string, string>>;

/** What another program sends as answers, right or wrong. */
export const sentTo = ({ questions }: Form, of: Question['of']): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .record(
      Object.fromEntries([
        ...questions
          .filter((one) => one.of === of)
          .map((one): readonly [string, fc.Arbitrary<unknown>] => [
            one.id,
            fc.oneof(
              { arbitrary: fitting(one), weight: 12 },
              { arbitrary: fc.constant(undefined), weight: 4 },
              { arbitrary: anything, weight: 1 },
            ),
          ]),
        ['stranger', fc.oneof({ arbitrary: fc.constant(undefined), weight: 30 }, { arbitrary: anything, weight: 1 })],
      ]),
    )
    .map((answers) => JSON.parse(JSON.stringify(answers)));

const label = { en: 'Thing' };

/** Up to three items of up to three variants, of which some are included, of another event, or no longer offered; and two causes. */
const extras = fc
  .array(
    fc.record({
      included: fc.boolean(),
      events,
      maxPerPerson: fc.integer({ min: 1, max: 3 }),
      retired: fc.array(fc.nat(4), { minLength: 1, maxLength: 3 }),
    }),
    { maxLength: 3 },
  )
  .map((items) => ({
    items: items.map(({ included, events: of, maxPerPerson, retired }, n) => ({
      id: `item${n}`,
      label,
      ...(included ? { included } : { maxPerPerson }),
      ...(of && { events: of }),
      variants: retired.map((one, m) => ({
        ...{ id: `v${n}${m}`, label, price: included ? 0 : 500 * (m + 1) },
        ...(one === 0 && { retired: true }),
      })),
    })),
    causes: [
      { id: 'school', label, presets: [500, 1000], least: 100, most: 5000 },
      { id: 'old-school', label, presets: [], least: 100, most: 5000, retired: true },
    ],
  }));

/** The same forms, with something to buy and somebody to donate to. */
export const formsWithExtras: fc.Arbitrary<Form> = fc
  .tuple(forms, extras)
  .map(([form, more]) => v.parse(formDefinition, { ...form, ...more }) as Form);

const rarely = <T>(usual: fc.Arbitrary<T>, seldom: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: usual as fc.Arbitrary<unknown>, weight: 12 }, { arbitrary: seldom, weight: 1 });

const quantity = rarely(fc.integer({ min: 1, max: 2 }), fc.constantFrom<unknown>(0, -1, 1.5, 11, '1', null));

/** What another program sends besides answers, right or wrong: items of a person, and the donation of the order. */
export const boughtIn = ({ items = [] }: Form) => {
  const variants = items.flatMap((item) => item.variants.map(({ id }) => id));
  const variant = rarely(fc.constantFrom(...variants, ...(variants.length > 0 ? [] : ['v'])), fc.constant('stranger'));
  const without = items.map(({ id }) => id);
  const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
  return fc
    .record({
      items: maybe(fc.array(fc.record({ variant, quantity }), { maxLength: 4 })),
      without: maybe(fc.subarray([...without, 'stranger'])),
      donation: maybe(
        fc.record({
          cause: rarely(fc.constant('school'), fc.constantFrom('old-school', 'stranger')),
          amount: rarely(fc.integer({ min: 100, max: 5000 }), fc.constantFrom<unknown>(-5, 0, 1e12, '5', 2.5, 99)),
        }),
      ),
    })
    .map((made): Record<string, unknown> => JSON.parse(JSON.stringify(made)));
};
