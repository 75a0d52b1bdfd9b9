import * as v from 'valibot';
import { countries } from '../../countries';
import { eventId } from '../../fields';
import { maxPerPersonOf, maxPieces } from '../extras';
import { extrasFaults, extrasFields } from './extras-definition';
import type { Form } from './form';
import { privatePrefix, type Role, roles } from './question';
import type { Question, QuestionType } from './question-types';
import { calendarDay, chosenFrom, countBounds, line, questionTypes, rules } from './question-types';
import { ruleFaults, ruleFields } from './rule-definition';
import { documentFaults, longestSigning, signingFields } from './signing-definition';
import { teamFaults, teamFields } from './team-definition';

/** Of anything in a form. `constructor` would be found in every object, also where nobody answered. */
const id = v.pipe(v.string(), v.regex(/^(?!constructor$)[a-z][a-z0-9-]{0,31}$/, 'question-id'));
export const language = v.pipe(v.string(), v.regex(/^[a-z]{2,3}(?:-[A-Z]{2})?$/, 'language'));

const maxQuestions = 40;
const maxOptions = 60;

/** By language tag. */
const text = (max: number) => v.record(language, line(max));

const option = v.strictObject({ id, label: text(200), retired: v.optional(v.boolean()) });

const bound = v.union([v.pipe(v.number(), v.safeInteger('whole-number')), v.pipe(v.string(), v.regex(calendarDay))]);

const question = v.strictObject({
  id,
  type: v.picklist(questionTypes),
  label: text(200),
  help: v.optional(text(500)),
  role: v.optional(v.picklist(roles)),
  of: v.optional(v.picklist(['person', 'order']), 'person'),
  events: v.optional(v.pipe(v.array(eventId), v.minLength(1), v.maxLength(20))),
  required: v.optional(v.boolean()),
  sensitive: v.optional(v.boolean()),
  options: v.optional(v.pipe(v.array(option), v.minLength(1), v.maxLength(maxOptions))),
  min: v.optional(bound),
  max: v.optional(bound),
  maxLength: v.optional(v.pipe(v.number(), v.integer('whole-number'), v.minValue(1), v.maxValue(2000))),
  showIf: v.optional(
    v.strictObject({
      question: id,
      in: v.pipe(v.array(v.union([v.string(), v.literal(true)])), v.minLength(1), v.maxLength(maxOptions)),
    }),
  ),
  retired: v.optional(v.boolean()),
});

/** What a role may be asked as. */
const typesOfRole: Readonly<Record<Role, readonly QuestionType[]>> = {
  gender: ['choice'],
  'emergency-contact': ['text', 'phone'],
  club: ['text', 'choice'],
  nationality: ['country'],
  phone: ['phone'],
  'qualifying-time': ['duration'],
  'member-number': ['text', 'number'],
  'name-withheld': ['consent'],
};

/** The categories of start lists and results. */
const genders: readonly string[] = ['female', 'male', 'non-binary'];

/** Of all that one person says, identity included: eight people must fit into one message of a queue. */
const maxPersonCharacters = 2500;
/** Of the whole form as JSON: memcached keeps no value above 1 MB, and what it does not keep costs a query each time. */
const maxFormCharacters = 100_000;
const identityCharacters = 384;

interface Fault {
  readonly at: readonly (string | number)[];
  readonly code: string;
}

/** What is wrong with a question beyond its own fields. `before`: the questions above it. */
const faultsOf = (question: Question, before: readonly Question[]): readonly Fault[] => {
  const { type, role, options, min, max, maxLength, showIf, sensitive } = question;
  const { bounds, hasLength, hasOptions } = rules[type];
  const fault = (wrong: boolean, code: string, ...at: (string | number)[]): readonly Fault[] =>
    wrong ? [{ at, code }] : [];
  return [
    ...fault(
      before.some(({ id }) => id === question.id),
      'twice',
      'id',
    ),
    ...fault(sensitive === true && !question.id.startsWith(privatePrefix), 'private-id', 'id'),
    ...fault(sensitive !== true && question.id.startsWith(privatePrefix), 'private-id', 'sensitive'),
    ...fault(role !== undefined && !typesOfRole[role].includes(type), 'type-of-role', 'type'),
    ...fault(role !== undefined && question.of === 'order', 'role-of-person', 'of'),
    ...fault(
      role !== undefined && !question.retired && before.some((one) => one.role === role && !one.retired),
      'twice',
      'role',
    ),
    ...fault(hasOptions === true && chosenFrom(question).length === 0, 'no-option', 'options'),
    ...fault(!hasOptions && options !== undefined, 'not-of-this-type', 'options'),
    ...(options ?? []).flatMap(({ id }, n) => [
      ...fault((options ?? []).findIndex((one) => one.id === id) < n, 'twice', 'options', n, 'id'),
      ...fault(role === 'gender' && !genders.includes(id), 'gender', 'options', n, 'id'),
    ]),
    ...(['min', 'max'] as const).flatMap((name) => {
      const value = question[name];
      if (value === undefined) return [];
      return fault(typeof value !== (bounds === 'date' ? 'string' : 'number') || !bounds, 'not-of-this-type', name);
    }),
    ...fault(
      [min, fewest[type]].some((least) => max !== undefined && least !== undefined && isLess(max, least)),
      'less-than-min',
      'max',
    ),
    ...fault(
      type === 'choices' && countBounds(question).least > chosenFrom(question).length,
      'more-than-options',
      'min',
    ),
    ...fault(!hasLength && maxLength !== undefined, 'not-of-this-type', 'maxLength'),
    ...(showIf ? decidingFaults(question, showIf, before) : []),
  ];
};

/** Where something below this can be no answer, though `min` is absent or lower. */
const fewest: Partial<Readonly<Record<QuestionType, number>>> = { choices: 1, duration: 0 };

const isLess = (one: number | string, other: number | string) => typeof one === typeof other && one < other;

/** A condition asks an earlier question of the same people, so no two questions can wait for each other. */
const decidingFaults = (
  question: Question,
  showIf: NonNullable<Question['showIf']>,
  before: readonly Question[],
): readonly Fault[] => {
  const deciding = before.find(({ id }) => id === showIf.question);
  if (!deciding || deciding.id === question.id || deciding.of !== question.of)
    return [{ at: ['showIf', 'question'], code: 'not-an-earlier-question' }];
  if (!rules[deciding.type].mayDecide) return [{ at: ['showIf', 'question'], code: 'cannot-decide' }];
  const known = deciding.type === 'country' ? countries : deciding.options?.map(({ id }) => id);
  return showIf.in.flatMap((answer, n) => {
    const isAnswer = deciding.type === 'consent' ? answer === true : (known?.some((id) => id === answer) ?? true);
    return isAnswer && (answer === true) === (deciding.type === 'consent')
      ? []
      : [{ at: ['showIf', 'in', n], code: 'not-an-option' }];
  });
};

const textFaults = (question: Question, own: string): readonly Fault[] => [
  ...(own in question.label ? [] : [{ at: ['label'], code: 'no-own-language' }]),
  ...(question.help && !(own in question.help) ? [{ at: ['help'], code: 'no-own-language' }] : []),
  ...(question.options ?? []).flatMap(({ label }, n) =>
    own in label ? [] : [{ at: ['options', n, 'label'], code: 'no-own-language' }],
  ),
];

/** The characters of the most pieces with the longest names, as JSON. */
const longestItems = ({ items = [] }: Form): number =>
  items
    .flatMap((item) => {
      const ids = item.variants.filter(({ retired }) => !retired).map(({ id: variant }) => variant.length);
      return ids.sort((one, other) => other - one).slice(0, maxPerPersonOf(item));
    })
    .sort((one, other) => other - one)
    .slice(0, maxPieces)
    .reduce((sum, length) => sum + length + '{"variant":"","quantity":10},'.length, '"items":[],'.length);

const longestPerson = (form: Form): number =>
  identityCharacters +
  longestSigning(form) +
  longestItems(form) +
  form.questions
    .filter(({ of, retired }) => of === 'person' && !retired)
    .reduce((sum, question) => sum + question.id.length + rules[question.type].longest(question) + 6, 0);

export const formFields = {
  /** The language that every text has. */
  language,
  questions: v.pipe(v.array(question), v.maxLength(maxQuestions, 'too-many-questions')),
  ...ruleFields,
  ...signingFields,
  ...extrasFields({ id, text }),
  ...teamFields({ id, text }),
};

/** What a registration asks for, as a director describes it. */
export const formDefinition = v.pipe(
  v.strictObject(formFields),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || isOversized(dataset.value)) return;
    const form = dataset.value;
    const addFault = (at: readonly (string | number)[], message: string, expected?: string) =>
      addIssue({ message, path: pathTo(form, at), ...(expected !== undefined && { expected }) });
    for (const [n, one] of form.questions.entries()) {
      const faults = [...faultsOf(one, form.questions.slice(0, n)), ...textFaults(one, form.language)];
      for (const { at, code } of faults) addFault(['questions', n, ...at], code);
    }
    const more = [
      ...ruleFaults(form),
      ...documentFaults(form),
      ...extrasFaults(form, form.language),
      ...teamFaults(form, form.language),
    ];
    for (const { at, code } of more) addFault(at, code);
    if (JSON.stringify(form).length > maxFormCharacters) addFault(['questions'], 'form-too-long');
    if (longestPerson(form) > maxPersonCharacters) addFault(['questions'], 'answers-too-long');
  }),
);

/** What is compared with all before it must be few: a list of thousands would take minutes. Its length is a fault already. */
const isOversized = ({ questions }: { readonly questions: readonly Question[] }): boolean =>
  questions.length > maxQuestions || questions.some(({ options = [] }) => options.length > maxOptions);

/** The path of an issue, by the keys that lead to its value. */
const pathTo = (input: object, keys: readonly (string | number)[]) => {
  let at: unknown = input;
  return keys.map((key) => {
    const holder = at as Record<string | number, unknown>;
    at = holder?.[key];
    return Array.isArray(holder)
      ? ({ type: 'array', origin: 'value', input: holder, key: Number(key), value: at } as const)
      : ({ type: 'object', origin: 'value', input: holder, key: String(key), value: at } as const);
  }) as unknown as [v.IssuePathItem, ...v.IssuePathItem[]];
};
