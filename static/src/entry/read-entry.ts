import * as v from 'valibot';
import type { Form } from '../../../lambdas/api/form/definition/form';
import { type Answers, textIn } from '../../../lambdas/api/form/definition/question';
import type { Question } from '../../../lambdas/api/form/definition/question-types';
import { rules, tidyLine } from '../../../lambdas/api/form/definition/question-types';
import {
  answersShown,
  type Entry,
  includedMissing,
  type Taken,
  unanswered,
  unsignedEntrySchema,
  visible,
} from '../../../lambdas/api/form/entry';
import { causesOf, type Donation, maxPerPersonOf, maxPieces, offered } from '../../../lambdas/api/form/extras';
import { answersFrom } from '../../../lambdas/api/form/fill';
import type { IdentityMessage } from '../../../lambdas/api/messages/registrations';
import { peopleOf, type Typed } from '../flow/draft';
import type { Filled } from '../flow/events';
import { personOf } from '../flow/people';
import { identityFields, type RunnerErrors, readIdentity } from '../flow/runner';
import type { Fault } from '../http/failure';
import { money } from '../page/money';
import * as words from '../texts/form';
import * as t from '../texts/page';
import { calendarDay } from '../time/dates';
import { amountIn } from './amounts';
import { takenBy, textsOf, type Who } from './edit-draft';

/** Messages by the id of the question. */
export type AnswerErrors = Readonly<Record<string, string>>;

export interface ReadPart {
  /** Of a person; none of the order. */
  readonly identity: RunnerErrors;
  readonly answers: AnswerErrors;
  /** What is asked, in the order of the screen: what depends on an answer comes below it. */
  readonly questions: readonly Question[];
}

export interface ReadEntry {
  readonly people: readonly ReadPart[];
  readonly order: ReadPart;
  /** What is wrong with the items of each person, by the id of the item. */
  readonly items: readonly AnswerErrors[];
  readonly donation?: string | undefined;
  /** Absent while something is missing or wrong. */
  readonly entry?: Entry;
}

export const isRight = ({ identity, answers }: ReadPart): boolean =>
  Object.keys(identity).length === 0 && Object.keys(answers).length === 0;

/** Whether nothing of what is asked at the extras is missing or wrong. */
export const areExtrasRight = ({ order, items, donation }: ReadEntry): boolean =>
  isRight(order) && !donation && items.every((errors) => Object.keys(errors).length === 0);

export const labelOf = (form: Form, question: Question): string => textIn(form, question.label, t.locale);

/** Questions in the order of the form, each followed by those that wait for its answer. */
const belowTheirCause = (questions: readonly Question[]): readonly Question[] => {
  const below = (cause: Question): readonly Question[] => [
    cause,
    ...questions.filter(({ showIf }) => showIf?.question === cause.id).flatMap(below),
  ];
  return questions.filter(({ showIf }) => !showIf).flatMap(below);
};

/** A bound as it is typed. */
const limitOf = (question: Question, code: string, limit: number | undefined): string => {
  const { type, min, max } = question;
  if (code === 'too-long') return String(rules[type].longest(question));
  const bound = code === 'too-early' ? min : code === 'too-late' ? max : undefined;
  if (typeof bound === 'string') return calendarDay(bound);
  return limit === undefined ? '' : type === 'duration' ? rules.duration.write(limit) : String(limit);
};

/** What is wrong with an answer, as a sentence. */
export const sentenceOf = (form: Form, question: Question, { code, limit }: Omit<Fault, 'field'>): string =>
  words.answerFault(code, question.type, labelOf(form, question), limitOf(question, code, limit));

/** What one person takes of what is offered, and goes without, in the order of the form. */
const chosenBy = (form: Form, filled: Filled, who: number): Required<Taken> => {
  const counts = takenBy(filled, who);
  const here = offered(form, filled.draft.eventId);
  const items = here.flatMap(({ variants }) =>
    variants.flatMap(({ id }) => {
      const quantity = counts[id] ?? 0;
      return quantity > 0 ? [{ variant: id, quantity }] : [];
    }),
  );
  const without = includedMissing(form, filled.draft.eventId, { items }).map(({ id }) => id);
  return { items, without: without.filter((id) => counts[id] === 0) };
};

const itemErrors = (form: Form, eventId: string, taken: Required<Taken>): AnswerErrors => {
  const chosen = taken.items;
  const missing = includedMissing(form, eventId, taken);
  let pieces = 0;
  return Object.fromEntries(
    offered(form, eventId).flatMap((item) => {
      const count = chosen
        .filter(({ variant }) => item.variants.some(({ id }) => id === variant))
        .reduce((sum, { quantity }) => sum + quantity, 0);
      pieces += count;
      const label = textIn(form, item.label, t.locale);
      const most = Math.min(maxPerPersonOf(item), maxPieces - pieces + count);
      if (missing.some(({ id }) => id === item.id)) return [[item.id, words.notAnswered('choice', label)]];
      return count > most ? [[item.id, words.answerFault('too-many-items', 'choices', label, String(most))]] : [];
    }),
  );
};

/** The donation, what is wrong with it, or nothing. */
const donationOf = (form: Form, { draft }: Filled): { readonly donation?: Donation; readonly error?: string } => {
  const typed = draft.typed.donation;
  const cause = causesOf(form).find(({ id }) => id === typed?.cause);
  if (!typed || !cause) return {};
  const currency = draft.hold?.quote.currency ?? '';
  const amount = amountIn(typed.amount, currency);
  return amount === undefined || amount < cause.least || amount > cause.most
    ? { error: words.donationWrong(money(cause.least, currency), money(cause.most, currency)) }
    : { donation: { cause: cause.id, amount } };
};

const kindCodes: Readonly<Record<string, string>> = {
  min_value: 'too-small',
  max_value: 'too-great',
  min_length: 'too-few-items',
  max_length: 'too-many-items',
};

/** As `faultOf` of `lambdas/api/faults.ts`, without its list of all codes: what has a space is no code. */
const faultOf = ({ kind, type, message, requirement }: v.BaseIssue<unknown>): Omit<Fault, 'field'> => {
  const code = message.includes(' ') ? (kindCodes[type] ?? (kind === 'schema' ? 'wrong-type' : 'invalid')) : message;
  return { code, ...(typeof requirement === 'number' && { limit: requirement }) };
};

interface ReadWho {
  readonly errors: RunnerErrors;
  readonly identity?: IdentityMessage;
}

const identityOf = (typed: Typed, today: string): ReadWho => {
  const read = readIdentity(typed, today);
  if (read.kind === 'errors') return { errors: read.errors };
  const { firstName, lastName, email, birthDate } = read.identity;
  return { errors: {}, identity: { firstName: tidyLine(firstName), lastName: tidyLine(lastName), email, birthDate } };
};

/** Checks everything that was typed for a registration with the schema of the server. `today` as `yyyy-mm-dd`. */
export const readEntry = (form: Form, filled: Filled, today: string, identify = identityOf): ReadEntry => {
  const { eventId } = filled.draft;
  const people = peopleOf(filled.draft);
  const answersOf = (who: Who) => {
    const of = who === 'order' ? who : 'person';
    return answersShown(form, eventId, of, answersFrom(form, of, textsOf(filled, who)));
  };
  const takes = people.map((_, who) => chosenBy(form, filled, who));
  const items = takes.map((of) => itemErrors(form, eventId, of));
  const identities = people.map(({ typed }) => identify(typed, today));
  const given = people.map(({ registrationId }, who) => ({
    registrationId,
    ...identities[who]?.identity,
    answers: answersOf(who),
    ...(takes[who]?.items.length && { items: takes[who].items }),
    ...(takes[who]?.without.length && { without: takes[who].without }),
  }));
  const { donation, error } = donationOf(form, filled);
  const order = { answers: answersOf('order'), ...(donation && { donation }) };
  const parsed = v.safeParse(unsignedEntrySchema(form, eventId), { people: given, order });
  const found = (parsed.issues ?? []).map((issue) => ({
    path: issue.path?.map(({ key }) => key) ?? [],
    ...faultOf(issue),
  }));

  const readPart = (who: Who, answers: Answers, identity: RunnerErrors): ReadPart => {
    const of = who === 'order' ? who : 'person';
    const prefix = who === 'order' ? ['order', 'answers'] : ['people', who, 'answers'];
    const errors: Record<string, string> = {};
    const missing = unanswered(form, eventId, of, answers);
    for (const question of visible(form, eventId, of, answers)) {
      const fault = missing.includes(question)
        ? { code: 'not-answered' }
        : found.find(({ path }) => [...prefix, question.id].every((key, n) => path[n] === key));
      if (fault) errors[question.id] = sentenceOf(form, question, fault);
    }
    return { identity, answers: errors, questions: belowTheirCause(visible(form, eventId, of, answers)) };
  };

  const seen: (string | undefined)[] = [];
  const read = given.map(({ answers }, who) => {
    const one = identities[who];
    const person = one?.identity && personOf(one.identity);
    const twin = person === undefined ? -1 : seen.indexOf(person);
    seen.push(person);
    const wrong = identityFields.flatMap((field) => {
      const fault = one?.identity && found.find(({ path }) => path[1] === who && path[2] === field);
      return fault ? [[field, t.fault(fault.code, t.labels[field], fault.limit)]] : [];
    });
    const twinError = twin < 0 ? {} : { firstName: t.samePerson(twin + 1) };
    return readPart(who, answers, { ...Object.fromEntries(wrong), ...one?.errors, ...twinError });
  });
  const readOrder = readPart('order', order.answers, {});
  const isWhole = parsed.success && !error && [...read, readOrder].every(isRight);
  return { people: read, order: readOrder, items, donation: error, ...(isWhole && { entry: parsed.output }) };
};

/** The server's faults about the answers of somebody, as sentences. */
export const answerFaults = (
  form: Form,
  { questions }: ReadPart,
  who: Who,
  findings: readonly Fault[],
): AnswerErrors => {
  const path = who === 'order' ? 'order.answers' : `people.${who}.answers`;
  return Object.fromEntries(
    questions.flatMap((question) => {
      const fault = findings.find(({ field }) => `${field}.`.startsWith(`${path}.${question.id}.`));
      return fault ? [[question.id, sentenceOf(form, question, fault)]] : [];
    }),
  );
};

/** The server's faults about the identity of a person, as sentences. */
export const identityFaults = (who: number, findings: readonly Fault[]): RunnerErrors =>
  Object.fromEntries(
    identityFields.flatMap((field) => {
      const fault = findings.find((finding) => finding.field === `people.${who}.${field}`);
      return fault ? [[field, fault.says ?? t.fault(fault.code, t.labels[field], fault.limit)]] : [];
    }),
  );

/** The server's faults about the items of a person, as sentences by the id of the item. */
export const itemFaults = (who: number, findings: readonly Fault[]): AnswerErrors =>
  Object.fromEntries(
    findings.flatMap(({ field, says }) => {
      const [path, item] = field.split('.items.');
      return path === `people.${who}` && item && says ? [[item, says]] : [];
    }),
  );
