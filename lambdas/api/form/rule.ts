import { ageOn, type LeapBirthday } from './age';
import type { Answers, Role } from './definition/question';
import type { Questions } from './definition/question-types';

/** What everybody must be who runs in these events. Each rule of an event must be kept. */
export interface Rule {
  readonly events: readonly string[];
  /** Full years. Both ends are included. */
  readonly minAge?: number | undefined;
  readonly maxAge?: number | undefined;
  /** The day on which the age counts: of the event (when absent), 31 December of its year, or a day as `yyyy-mm-dd`. */
  readonly ageOn?: string | undefined;
  /** Answers to the question with this role. */
  readonly genders?: readonly string[] | undefined;
  /** A person takes part only if one of these is for them, and if they have run at least as fast. */
  readonly qualifying?: readonly Standard[] | undefined;
  /** Only people whom the director named. */
  readonly allowList?: boolean | undefined;
  /** The events are hidden: a person without an access code finds them nowhere. */
  readonly accessCode?: boolean | undefined;
  /** One person has one spot in all events, of any race, whose rules name this group. */
  readonly oneOfGroup?: string | undefined;
}

/** A qualifying time, and for whom it is. */
export interface Standard {
  readonly gender?: string | undefined;
  readonly minAge?: number | undefined;
  readonly maxAge?: number | undefined;
  readonly seconds: number;
}

/** The part of a form that says who may run. */
export interface Eligibility {
  readonly rules?: readonly Rule[] | undefined;
  /** In common years, when those born on 29 February have their birthday. On 1 March when it is absent. */
  readonly leapBirthday?: LeapBirthday | undefined;
}

/** What a rule asks of a person. */
export interface Traits {
  readonly age: number;
  readonly gender?: string | undefined;
  /** In seconds. */
  readonly time?: number | undefined;
  /** Whether the director named them. Undefined where that is not known, as on the page: then it is no fault. */
  readonly isAllowed?: boolean | undefined;
}

export interface BrokenRule {
  readonly rule: 'too-young' | 'too-old' | 'gender' | 'too-slow' | 'not-allowed';
  /** The age in years, or the qualifying time in seconds. Undefined when there is none for this person. */
  readonly limit?: number | undefined;
}

export interface Candidate {
  /** `yyyy-mm-dd` */
  readonly birthDate: string;
  readonly answers: Answers;
  readonly isAllowed?: boolean | undefined;
}

export interface EventDay {
  readonly id: string;
  /** `yyyy-mm-dd`, in the race's own time zone. */
  readonly date: string;
}

export const rulesOf = (form: Pick<Eligibility, 'rules'>, eventId: string): readonly Rule[] =>
  form.rules?.filter(({ events }) => events.includes(eventId)) ?? [];

/** Why this person cannot run in this event. The answers are those to questions that they see. */
export const rulesBroken = (
  form: Pick<Questions, 'questions'> & Eligibility,
  event: EventDay,
  { birthDate, answers, isAllowed }: Candidate,
): readonly BrokenRule[] => {
  const gender = answerTo(form, 'gender', answers);
  const time = answerTo(form, 'qualifying-time', answers);
  return rulesOf(form, event.id).flatMap((rule) =>
    brokenBy(rule, {
      age: ageOn(birthDate, ageDayOf(rule, event.date), form.leapBirthday),
      gender: typeof gender === 'string' ? gender : undefined,
      time: typeof time === 'number' ? time : undefined,
      isAllowed,
    }),
  );
};

/** The day on which a rule counts the age. */
export const ageDayOf = ({ ageOn: on = 'event-day' }: Pick<Rule, 'ageOn'>, eventDay: string): string => {
  if (on === 'event-day') return eventDay;
  return on === 'year-end' ? `${eventDay.slice(0, 4)}-12-31` : on;
};

export const questionWith = (form: Pick<Questions, 'questions'>, role: Role) =>
  form.questions.find((question) => question.role === role && !question.retired);

const answerTo = (form: Pick<Questions, 'questions'>, role: Role, answers: Answers) =>
  answers[questionWith(form, role)?.id ?? ''];

export const brokenBy = (rule: Rule, traits: Traits): readonly BrokenRule[] => {
  const { minAge, maxAge, genders, qualifying, allowList } = rule;
  const { age, gender, time, isAllowed } = traits;
  return [
    ...(isBelow(age, minAge) ? [{ rule: 'too-young', limit: minAge } as const] : []),
    ...(isAbove(age, maxAge) ? [{ rule: 'too-old', limit: maxAge } as const] : []),
    ...(genders && !genders.includes(gender ?? '') ? [{ rule: 'gender' } as const] : []),
    ...(qualifying ? tooSlow(standardFor(qualifying, traits), time) : []),
    ...(allowList && isAllowed === false ? [{ rule: 'not-allowed' } as const] : []),
  ];
};

/** The slowest time with which this person qualifies, in seconds. Undefined: with none. */
export const standardFor = (standards: readonly Standard[], { age, gender }: Traits): number | undefined => {
  const own = standards.filter(
    (one) =>
      (one.gender === undefined || one.gender === gender) && !isBelow(age, one.minAge) && !isAbove(age, one.maxAge),
  );
  return own.length > 0 ? Math.max(...own.map(({ seconds }) => seconds)) : undefined;
};

const tooSlow = (limit: number | undefined, time: number | undefined): readonly BrokenRule[] =>
  limit !== undefined && time !== undefined && time <= limit ? [] : [{ rule: 'too-slow', limit }];

const isBelow = (age: number, least: number | undefined) => least !== undefined && age < least;
const isAbove = (age: number, most: number | undefined) => most !== undefined && age > most;

/** Whether the director must have named everybody who runs in this event. */
export const needsAllowList = (form: Pick<Eligibility, 'rules'>, eventId: string): boolean =>
  rulesOf(form, eventId).some(({ allowList }) => allowList);

/** One person has one spot in all events of this group. */
export const limitGroupOf = (form: Pick<Eligibility, 'rules'>, eventId: string): string | undefined =>
  rulesOf(form, eventId).find(({ oneOfGroup }) => oneOfGroup !== undefined)?.oneOfGroup;
