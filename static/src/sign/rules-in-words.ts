import type { Form } from '../../../lambdas/api/form/definition/form';
import { type Answers, textIn } from '../../../lambdas/api/form/definition/question';
import { type EventDay, questionWith, rulesBroken, rulesOf } from '../../../lambdas/api/form/rule';
import type { RunnerErrors } from '../flow/runner';
import * as t from '../texts/page';
import * as words from '../texts/sign';
import { calendarDay } from '../time/dates';
import { clockFace } from '../time/duration';
import type { Unsigned } from './signing';

/** Why somebody may not run, at what they typed. */
export interface NotEligible {
  readonly identity: RunnerErrors;
  /** By the id of the question. */
  readonly answers: Readonly<Record<string, string>>;
}

/** What the rules of the form say of one person. Whether the director named them, only the server knows. */
export const rulesInWords = (
  form: Form,
  event: EventDay,
  person: Unsigned & { readonly answers: Answers },
): NotEligible => {
  const identity: RunnerErrors = {};
  const answers: Record<string, string> = {};
  const answerTo = (role: 'gender' | 'qualifying-time', sentence: string) => {
    const question = questionWith(form, role);
    if (question) answers[question.id] = sentence;
    else identity.birthDate = sentence;
  };
  const rules = rulesOf(form, event.id);
  const dayFor = (bound: 'minAge' | 'maxAge', limit: number): string => {
    const on = rules.find((rule) => rule[bound] === limit)?.ageOn ?? 'event-day';
    return on === 'event-day' || on === 'year-end' ? words.dayOf[on] : words.onDay(calendarDay(on));
  };
  for (const { rule, limit } of rulesBroken(form, event, person))
    switch (rule) {
      case 'too-young':
        identity.birthDate = words.tooYoung(limit ?? 0, dayFor('minAge', limit ?? 0));
        break;
      case 'too-old':
        identity.birthDate = words.tooOld(limit ?? 0, dayFor('maxAge', limit ?? 0));
        break;
      case 'gender': {
        const options = questionWith(form, 'gender')?.options ?? [];
        const allowed = rules.find(({ genders }) => genders)?.genders ?? [];
        const labels = options
          .filter(({ id }) => allowed.includes(id))
          .map(({ label }) => textIn(form, label, t.locale));
        answerTo('gender', words.wrongGender(labels));
        break;
      }
      case 'too-slow':
        answerTo('qualifying-time', words.tooSlow(limit === undefined ? undefined : clockFace(limit)));
        break;
      case 'not-allowed':
        identity.email = words.notOnTheList;
    }
  return { identity, answers };
};
