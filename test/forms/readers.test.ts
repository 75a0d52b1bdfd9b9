import type { ValidateFunction } from 'ajv';
import Ajv from 'ajv/dist/2020';
import fc from 'fast-check';
import * as v from 'valibot';
import type { Form } from '../../lambdas/api/form/definition/form';
import { entryJsonSchema } from '../../lambdas/api/form/definition/json-schema';
import type { Answers } from '../../lambdas/api/form/definition/question';
import { answersShown } from '../../lambdas/api/form/entry';
import { entrySchema } from '../../lambdas/api/form/entry-schema';
import { answersFor, answersFrom, typedFrom } from '../../lambdas/api/form/fill';
import { read } from '../../lambdas/api/read';
import { quickToCompile } from '../support/quick-to-compile';
import { random as seeded } from '../support/random';
import { aForm, marathon, readForm, ten } from './a-form';
import { forms, identity, sentTo, typedInto } from './generated-forms';

const entryOf = (person: object, order: object) => ({
  people: [{ ...identity, answers: person }],
  order: { answers: order },
});

/** The JSON Schema as somebody with another program reads it. */
const strangers = (form: Form): ValidateFunction => {
  ajv.removeSchema();
  ajv.addSchema(entryJsonSchema(form, [marathon, ten], '/entry'));
  return ajv.compile({ $ref: `/entry#/$defs/${marathon}` });
};
// It checks each schema against the meta-schema, too.
const ajv = new Ajv(quickToCompile);

const faultsOf = (form: Form, entry: unknown): readonly string[] => {
  const answer = read(entrySchema(form, marathon), entry);
  return 'errors' in answer ? answer.errors.map(({ field, code }) => `${field} ${code}`) : [];
};

/** The bounds of a date, which JSON Schema cannot say. */
const isBeyondJson = (fault: string) => / too-(early|late)$/.test(fault);

const judgeAlike = (form: Form, isEntry: ValidateFunction, person: object, order: object) => {
  const entry = entryOf(person, order);
  const faults = faultsOf(form, entry).filter((fault) => !isBeyondJson(fault));
  expect([isEntry(entry), faults]).toEqual([faults.length === 0, faults]);
};

const judgeTyped = (form: Form, isEntry: ValidateFunction, typed: Record<string, string>) => {
  const [person, order] = [answersFrom(form, 'person', typed), answersFrom(form, 'order', typed)];
  const entry = entryOf(person, order);
  const faults = faultsOf(form, entry);
  expect(isEntry(entry)).toBe(faults.every(isBeyondJson));
  // A runner who comes back finds what they typed, and it means the same.
  if (faults.length === 0) expect(answersFrom(form, 'person', typedFrom(form, person))).toEqual(person);
};

const fillIn = (form: Form, isEntry: ValidateFunction, seed: number) => {
  const random = seeded(seed).next;
  const [person, order] = [answersFor(form, marathon, 'person', random), answersFor(form, marathon, 'order', random)];
  const entry = entryOf(person, order);
  expect(faultsOf(form, entry)).toEqual([]);
  expect(isEntry(entry)).toBe(true);
  // The page reads the same, and each answer where it belongs.
  const typed = typedFrom(form, { ...person, ...order });
  expect([answersFrom(form, 'person', typed), answersFrom(form, 'order', typed)]).toEqual([person, order]);
};

test('server and JSON Schema judge alike what other programs, the page and simulated runners send, in every form', () => {
  fc.assert(
    fc.property(
      forms.chain((form) =>
        fc.tuple(fc.constant(form), sentTo(form, 'person'), sentTo(form, 'order'), typedInto(form), fc.nat()),
      ),
      ([form, person, order, typed, seed]) => {
        // Once for all three: compiling takes most of the time.
        const isEntry = strangers(form);
        judgeAlike(form, isEntry, person, order);
        judgeTyped(form, isEntry, typed);
        fillIn(form, isEntry, seed);
      },
    ),
    { numRuns: 120 },
  );
});

const form = readForm(aForm);
const person: Answers = { gender: 'female', contact: 'Anne, 555 0100', bus: 'no', best: 12_600 };

test('an answer to a question that is not shown counts as none, and is dropped', () => {
  expect(faultsOf(form, entryOf({ ...person, bus: 'yes' }, {}))).toEqual(['people.0.answers.stop not-answered']);
  const answers = { ...person, stop: 'Mill' };
  expect(faultsOf(form, entryOf(answers, {}))).toEqual([]);
  expect(answersShown(form, marathon, 'person', answers)).toEqual(person);
});

test('a question that waits for a hidden one is hidden with it, for every reader', () => {
  const yes = {
    type: 'choice',
    options: [
      { id: 'yes', label: { en: 'Yes' } },
      { id: 'no', label: { en: 'No' } },
    ],
  };
  const chain = readForm({
    language: 'en',
    questions: [
      { ...yes, id: 'a', label: { en: 'A' } },
      { ...yes, id: 'b', label: { en: 'B' }, showIf: { question: 'a', in: ['yes'] } },
      { id: 'c', type: 'text', required: true, label: { en: 'C' }, showIf: { question: 'b', in: ['yes'] } },
    ],
  });
  const isEntry = strangers(chain);
  for (const [answers, fits] of [
    [{ b: 'yes' }, true],
    [{ a: 'no', b: 'yes' }, true],
    [{ a: 'yes', b: 'no' }, true],
    [{ a: 'yes', b: 'yes' }, false],
    [{ a: 'yes', b: 'yes', c: 'Ada' }, true],
  ] as const)
    expect([answers, isEntry(entryOf(answers, {})), faultsOf(chain, entryOf(answers, {})).length === 0]).toEqual([
      answers,
      fits,
      fits,
    ]);
});

test('a question of another event is not asked', () => {
  const { best: _, ...others } = person;
  expect(v.is(entrySchema(form, ten), entryOf(others, {}))).toBe(true);
  expect(faultsOf(form, entryOf(others, {}))).toEqual(['people.0.answers.best not-answered']);
});

test.each([
  [{ best: '3:30' }, 'people.0.answers.best wrong-type'],
  [{ contact: ' Anne' }, 'people.0.answers.contact untidy'],
  [{ contact: 'x'.repeat(121) }, 'people.0.answers.contact too-long'],
  [{ gender: 'f' }, 'people.0.answers.gender not-an-option'],
  [{ shoe: '42' }, 'people.0.answers.shoe unknown-field'],
])('%j is refused at its path', (answers, fault) =>
  expect(faultsOf(form, entryOf({ ...person, ...answers }, {}))).toEqual([fault]),
);

test('an answer as long as a whole message is refused at once', () => {
  const before = process.cpuUsage();
  for (const part of ['a', ' a', 'a ', '\u200b', '\n', '😀'])
    for (const id of ['contact', 'private-allergies'])
      expect(faultsOf(form, entryOf({ ...person, [id]: part.repeat(30_000) }, {}))).toEqual([
        `people.0.answers.${id} too-long`,
      ]);
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
});
