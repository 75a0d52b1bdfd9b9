import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv/dist/2020';
import * as v from 'valibot';
import { formDefinition } from '../../lambdas/api/form/definition/definition';
import { formJsonSchema } from '../../lambdas/api/form/definition/json-schema';
import { questionTypes } from '../../lambdas/api/form/definition/question-types';
import { aForm, faultsWith, readForm } from './a-form';

/** Language tags as nobody has them: aaa, aab … */
const letters = (n: number) => [676, 26, 1].map((of) => String.fromCharCode(97 + (Math.floor(n / of) % 26))).join('');
const at = <T>(list: readonly T[], n: number): T => list[n] as T;

test('a form with questions that wait for others is taken, and says of whom each is asked', () => {
  expect(readForm(aForm).questions.map(({ of }) => of)).toEqual([...Array(6).fill('person'), 'order']);
});

test.each<[string, (questions: Record<string, unknown>[]) => void, string]>([
  ['the id of another', (q) => Object.assign(at(q, 3), { id: 'bus' }), 'questions.3.id twice'],
  ['an id that every object has', (q) => Object.assign(at(q, 3), { id: 'constructor' }), 'questions.3.id question-id'],
  [
    'a condition on itself',
    (q) => Object.assign(at(q, 2), { showIf: { question: 'bus', in: ['yes'] } }),
    'questions.2.showIf.question not-an-earlier-question',
  ],
  [
    'a condition on a later question, which closes a circle',
    (q) => Object.assign(at(q, 2), { showIf: { question: 'stop', in: ['here'] } }),
    'questions.2.showIf.question not-an-earlier-question',
  ],
  [
    'a condition of the order on a person',
    (q) => Object.assign(at(q, 6), { showIf: { question: 'bus', in: ['yes'] } }),
    'questions.6.showIf.question not-an-earlier-question',
  ],
  [
    'a condition on free text',
    (q) => Object.assign(at(q, 3), { showIf: { question: 'contact', in: ['yes'] } }),
    'questions.3.showIf.question cannot-decide',
  ],
  [
    'a condition on an option that there is not',
    (q) => Object.assign(at(q, 3), { showIf: { question: 'bus', in: ['yes', 'maybe'] } }),
    'questions.3.showIf.in.1 not-an-option',
  ],
  ['no options', (q) => Object.assign(at(q, 2), { options: undefined }), 'questions.2.options no-option'],
  [
    'an option twice',
    (q) => at(q, 2).options && (at(q, 2).options as object[]).push(at(at(q, 2).options as object[], 0)),
    'questions.2.options.2.id twice',
  ],
  [
    'options of a text',
    (q) => Object.assign(at(q, 1), { options: at(q, 2).options }),
    'questions.1.options not-of-this-type',
  ],
  ['a length of a choice', (q) => Object.assign(at(q, 2), { maxLength: 5 }), 'questions.2.maxLength not-of-this-type'],
  [
    'a number as the bound of a date',
    (q) => q.push({ ...at(q, 1), id: 'day', role: undefined, type: 'date', min: 3 }),
    'questions.7.min not-of-this-type',
  ],
  [
    'bounds that nothing fits',
    (q) => Object.assign(at(q, 4), { min: 9000, max: 8000 }),
    'questions.4.max less-than-min',
  ],
  [
    'at most no choice, which nobody could answer',
    (q) => Object.assign(at(q, 6), { max: 0 }),
    'questions.6.max less-than-min',
  ],
  [
    'a duration below nothing, which nobody could answer',
    (q) => Object.assign(at(q, 4), { min: -9, max: -1 }),
    'questions.4.max less-than-min',
  ],
  [
    'a condition on a country that there is not',
    (q) => {
      Object.assign(at(q, 1), { role: undefined, type: 'country' });
      Object.assign(at(q, 2), { showIf: { question: 'contact', in: ['DE', 'XX'] } });
    },
    'questions.2.showIf.in.1 not-an-option',
  ],
  ['more to choose than there is', (q) => Object.assign(at(q, 6), { min: 4 }), 'questions.6.min more-than-options'],
  [
    'a role that its type cannot have',
    (q) => Object.assign(at(q, 1), { role: 'nationality' }),
    'questions.1.type type-of-role',
  ],
  ['a role that another has', (q) => q.push({ ...at(q, 0), id: 'gender-2' }), 'questions.7.role twice'],
  ['a role of the order', (q) => Object.assign(at(q, 1), { of: 'order' }), 'questions.1.of role-of-person'],
  [
    'a gender that no start list knows',
    (q) => Object.assign(at(at(q, 0).options as object[], 1), { id: 'm' }),
    'questions.0.options.1.id gender',
  ],
  [
    'a sensitive question whose id does not show it',
    (q) => Object.assign(at(q, 1), { sensitive: true }),
    'questions.1.id private-id',
  ],
  [
    'an id that looks sensitive',
    (q) => Object.assign(at(q, 5), { sensitive: false }),
    'questions.5.sensitive private-id',
  ],
  [
    'no text in its own language',
    (q) => Object.assign(at(q, 1), { label: { de: 'Kontakt' } }),
    'questions.1.label no-own-language',
  ],
  [
    '41 questions',
    (q) => q.push(...Array.from({ length: 34 }, (_, n) => ({ ...at(q, 6), id: `q${n}` }))),
    'questions too-many-questions',
  ],
  [
    'more text than a cache keeps',
    (q) =>
      Object.assign(at(q, 6), {
        help: Object.fromEntries(Array.from({ length: 250 }, (_, n) => [`${letters(n)}`, 'x'.repeat(500)])),
      }),
    'questions form-too-long',
  ],
  [
    'answers too long for the message of eight people',
    (q) => q.push({ id: 'story', type: 'long-text', maxLength: 2000, label: { en: 'Your story' } }),
    'questions answers-too-long',
  ],
])('a form is refused with the path of %s', (_, change, fault) => expect(faultsWith(change)).toContain(fault));

test.each<[string, (questions: Record<string, unknown>[]) => void]>([
  ['questions', (q) => q.push(...Array.from({ length: 20_000 }, (_, n) => ({ ...at(q, 1), id: `q${n}` })))],
  [
    'options',
    (q) =>
      Object.assign(at(q, 6), {
        options: Array.from({ length: 20_000 }, (_, n) => ({ id: `o${n}`, label: { en: 'x' } })),
      }),
  ],
])('a list of 20,000 %s is refused by its length alone, without comparing all with all', (_, change) =>
  expect(faultsWith(change)).toHaveLength(1),
);

test('every type of question can be asked', () => {
  const questions = questionTypes.map((type) => ({
    id: type,
    type,
    label: { en: type },
    ...(type.startsWith('choice') && { options: [{ id: 'a', label: { en: 'A' } }] }),
  }));
  expect(readForm({ language: 'en', questions }).questions).toHaveLength(questionTypes.length);
});

test('the published JSON Schema of forms is that of the code, and takes the same form', () => {
  const file = join(__dirname, '../../lambdas/api/form/form.schema.json');
  const schema = JSON.parse(readFileSync(file, 'utf8'));
  expect(schema).toEqual(JSON.parse(JSON.stringify(formJsonSchema())));
  const isForm = new Ajv({ strict: false }).compile(schema);
  expect(isForm(aForm)).toBe(true);
  expect(isForm({ ...aForm, questions: [{ id: 'Bus' }] })).toBe(false);
});

test('what a person takes counts among what they say', () => {
  const story = { id: 'story', type: 'long-text', maxLength: 1300, label: { en: 'Your story' } };
  const variants = Array.from({ length: 10 }, (_, n) => ({
    id: `v${n}`.padEnd(32, 'x'),
    label: { en: `${n}` },
    price: 0,
  }));
  const items = [{ id: 'shirt', label: { en: 'Shirt' }, maxPerPerson: 10, variants }];
  const form = { language: 'en', questions: [story] };
  expect(v.is(formDefinition, form)).toBe(true);
  expect(v.is(formDefinition, { ...form, items })).toBe(true);
  const long = { ...form, questions: [{ ...story, maxLength: 1700 }] };
  expect(v.is(formDefinition, long)).toBe(true);
  expect(v.is(formDefinition, { ...long, items })).toBe(false);
});
