import * as v from 'valibot';
import { eventId } from '../../fields';
import { brokenBy, questionWith, type Rule, rulesOf } from '../rule';
import type { Form } from './form';
import type { Role } from './question';
import type { Question } from './question-types';
import { calendarDay, chosenFrom } from './question-types';

const maxRules = 20;
const maxStandards = 60;
const maxEvents = 20;
const oldest = 120;

const age = v.pipe(v.number(), v.integer('whole-number'), v.minValue(0), v.maxValue(oldest));
const genderIds = v.string();

const standard = v.strictObject({
  gender: v.optional(genderIds),
  minAge: v.optional(age),
  maxAge: v.optional(age),
  seconds: v.pipe(v.number(), v.integer('whole-number'), v.minValue(1), v.maxValue(360_000)),
});

const rule = v.strictObject({
  events: v.pipe(v.array(eventId), v.minLength(1), v.maxLength(maxEvents)),
  minAge: v.optional(age),
  maxAge: v.optional(age),
  ageOn: v.optional(
    v.union([v.picklist(['event-day', 'year-end']), v.pipe(v.string(), v.regex(calendarDay, 'impossible-day'))]),
  ),
  genders: v.optional(v.pipe(v.array(genderIds), v.minLength(1), v.maxLength(10))),
  qualifying: v.optional(v.pipe(v.array(standard), v.minLength(1), v.maxLength(maxStandards))),
  allowList: v.optional(v.boolean()),
  /** The events are in no public answer. */
  accessCode: v.optional(v.boolean()),
  /** Made by the director. Events of several races may have the same. */
  oneOfGroup: v.optional(eventId),
});

/** What is wrong with a part of a form. `at`: the keys that lead to it. */
export interface Fault {
  readonly at: readonly (string | number)[];
  readonly code: string;
}

export const ruleFields = {
  /** Who may run in which events. */
  rules: v.optional(v.pipe(v.array(rule), v.maxLength(maxRules))),
  /** In common years, when those born on 29 February have their birthday. On 1 March when it is absent. */
  leapBirthday: v.optional(v.picklist(['feb-28', 'mar-1'])),
};

/** What is wrong with the rules of a form, beyond the fields of each. */
export const ruleFaults = (form: Form): readonly Fault[] => {
  const { rules = [] } = form;
  // A list that is too long is a fault already, and all is compared with all below.
  const isTooLong = ({ qualifying = [], events }: Rule) =>
    qualifying.length > maxStandards || events.length > maxEvents;
  if (rules.length > maxRules || rules.some(isTooLong)) return [];
  const events = [...new Set(rules.flatMap((one) => one.events))];
  return [
    ...rules.flatMap((one, n) => faultsOf(form, one).map(({ at, code }) => ({ at: ['rules', n, ...at], code }))),
    ...events.flatMap((id) => eventFaults(form, id)),
  ];
};

const faultsOf = (form: Form, rule: Rule): readonly Fault[] => {
  const { minAge, maxAge, genders = [], qualifying = [], allowList, accessCode, oneOfGroup } = rule;
  const isEmpty =
    minAge === undefined &&
    maxAge === undefined &&
    rule.genders === undefined &&
    rule.qualifying === undefined &&
    !allowList &&
    !accessCode &&
    oneOfGroup === undefined;
  const standards = qualifying.flatMap((one, n): readonly Fault[] => [
    ...(isLess(one.maxAge, one.minAge) ? [{ at: ['qualifying', n, 'maxAge'], code: 'less-than-min' }] : []),
    ...genderFaults(form, one.gender, ['qualifying', n, 'gender']),
  ]);
  const needsGender = genders.length > 0 || qualifying.some(({ gender }) => gender !== undefined);
  return [
    ...(isEmpty ? [{ at: [], code: 'empty-rule' }] : []),
    ...(isLess(maxAge, minAge) ? [{ at: ['maxAge'], code: 'less-than-min' }] : []),
    ...(needsGender && !isAsked(form, 'gender', rule) ? [{ at: [], code: 'needs-gender' }] : []),
    ...(qualifying.length > 0 && !isAsked(form, 'qualifying-time', rule)
      ? [{ at: ['qualifying'], code: 'needs-qualifying-time' }]
      : []),
    ...genders.flatMap((gender, n) => genderFaults(form, gender, ['genders', n])),
    ...standards,
  ];
};

const isLess = (one: number | undefined, other: number | undefined) =>
  one !== undefined && other !== undefined && one < other;

const genderFaults = (form: Form, gender: string | undefined, at: Fault['at']): readonly Fault[] => {
  const question = questionWith(form, 'gender');
  const isOption = gender === undefined || !question || chosenFrom(question).includes(gender);
  return isOption ? [] : [{ at, code: 'not-an-option' }];
};

/** Whether everybody in the rule's events must answer the question with this role. */
const isAsked = (form: Form, role: Role, { events }: Rule): boolean => {
  const question = questionWith(form, role);
  return (
    Boolean(question?.required) && !question?.showIf && events.every((id) => question?.events?.includes(id) ?? true)
  );
};

const eventFaults = (form: Form, eventId: string): readonly Fault[] => {
  const rules = form.rules ?? [];
  const groups = new Set(rulesOf(form, eventId).flatMap(({ oneOfGroup = [] }) => oneOfGroup));
  const at = ['rules', rules.findLastIndex(({ events }) => events.includes(eventId))];
  return [
    // A registration has one group: with two, a person would have to be looked up in both.
    ...(groups.size > 1 ? [{ at: [...at, 'oneOfGroup'], code: 'second-group' }] : []),
    ...(mayAnybodyRun(form, eventId) ? [] : [{ at, code: 'nobody' }]),
  ];
};

/**
 * Whether some person keeps all rules of an event. Rules that count the age on different days are not compared with each
 * other: nobody's age differs by much, and a day may be years away.
 */
const mayAnybodyRun = (form: Form, eventId: string): boolean => {
  const rules = rulesOf(form, eventId);
  const days = new Set(rules.map(({ ageOn }) => ageOn ?? 'event-day'));
  const genders = optionsOf(questionWith(form, 'gender'));
  const time = fastest(questionWith(form, 'qualifying-time'));
  return [...days].every((day) =>
    Array.from({ length: oldest + 1 }, (_, years) => years).some((years) =>
      genders.some((gender) =>
        rules
          .filter(({ ageOn = 'event-day' }) => ageOn === day)
          .every((rule) => brokenBy(rule, { age: years, gender, time }).length === 0),
      ),
    ),
  );
};

const optionsOf = (question: Question | undefined): readonly (string | undefined)[] =>
  question ? chosenFrom(question) : [undefined];

const fastest = (question: Question | undefined): number => (typeof question?.min === 'number' ? question.min : 1);
