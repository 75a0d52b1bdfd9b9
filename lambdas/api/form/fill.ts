import type { Form } from './definition/form';
import type { Answer, Answers } from './definition/question';
import type { Question } from './definition/question-types';
import { inventions, rules } from './definition/question-types';
import { includedMissing, type Taken, visible } from './entry';
import { type Chosen, causesOf, type Donation, maxPieces, offered } from './extras';

/** What was typed, by the id of the question. */
export type TypedAnswers = Readonly<Record<string, string>>;

/** The answers that this text means, as far as it means any. What cannot be read is kept, so that the schema refuses it. */
export const answersFrom = (form: Form, of: Question['of'], typed: TypedAnswers): Answers =>
  Object.fromEntries(
    form.questions.flatMap((question): (readonly [string, Answer])[] => {
      if (question.of !== of || question.retired) return [];
      const answer = rules[question.type].read(typed[question.id] ?? '', question);
      return answer === undefined ? [] : [[question.id, answer]];
    }),
  );

/** These answers, as they would be typed. */
export const typedFrom = (form: Form, answers: Answers): TypedAnswers =>
  Object.fromEntries(
    form.questions.flatMap(({ id, type }) => {
      const answer = answers[id];
      return answer === undefined ? [] : [[id, rules[type].write(answer)]];
    }),
  );

/**
 * What a simulated runner answers: everything that is required, and half of the rest. `random`: from 0, less than 1; the
 * same numbers give the same answers. `given`: answers that are settled already, of questions that are asked.
 */
export const answersFor = (
  form: Form,
  eventId: string,
  of: Question['of'],
  random: () => number,
  given: Answers = {},
): Answers => {
  let answers: Answers = {};
  for (const question of form.questions) {
    const isAsked = visible(form, eventId, of, answers).some(({ id }) => id === question.id);
    const settled = given[question.id];
    if (!isAsked || (settled === undefined && !question.required && random() < 0.5)) continue;
    answers = { ...answers, [question.id]: settled ?? inventions[question.type](question, random) };
  }
  return answers;
};

/** Of the items that somebody need not take, the share that simulated runners take. */
const shareTaken = 0.3;

const oneOf = <T>(all: readonly T[], random: () => number): T | undefined => all[Math.floor(random() * all.length)];

/** What a simulated runner takes: one variant of everything included, and one piece of some of the rest. */
export const itemsFor = (form: Form, eventId: string, random: () => number): readonly Chosen[] =>
  offered(form, eventId)
    .flatMap(({ included, variants }) => {
      const variant = oneOf(variants, random);
      return variant && (included || random() < shareTaken) ? [{ variant: variant.id, quantity: 1, included }] : [];
    })
    // What is included is never left out for what is not.
    .sort((one, other) => Number(other.included ?? false) - Number(one.included ?? false))
    .slice(0, maxPieces)
    .map(({ variant, quantity }) => ({ variant, quantity }));

/** A variant that cannot be had as wanted, as the problems `item-gone` and `item-held` name it. */
export interface MissingVariant {
  readonly variant: string;
  readonly state: 'held' | 'gone';
  /** How many there are all the same. */
  readonly left: number;
  /** It is the limit of the asker's own connection: others may still have some. */
  readonly ofNetwork?: true;
}

/**
 * What they take when some variants cannot be had: another one of the same item, nothing where they need not take it, and
 * otherwise they go without.
 */
export const itemsBut = (
  form: Form,
  eventId: string,
  chosen: readonly Chosen[],
  missing: ReadonlySet<string>,
  random: () => number,
): Taken => {
  const here = offered(form, eventId);
  const items = chosen.flatMap((one) => {
    if (!missing.has(one.variant)) return [one];
    const item = here.find(({ variants }) => variants.some(({ id }) => id === one.variant));
    const others = (item?.variants ?? []).filter(({ id }) => !missing.has(id));
    const other = oneOf(others, random);
    return other ? [{ ...one, variant: other.id }] : [];
  });
  const without = includedMissing(form, eventId, { items }).map(({ id }) => id);
  return { items, ...(without.length > 0 && { without }) };
};

/** What a simulated runner donates: an amount that the race suggests, or the least. Undefined: it has no cause. */
export const donationFor = (form: Form, random: () => number): Donation | undefined => {
  const cause = oneOf(causesOf(form), random);
  return cause && { cause: cause.id, amount: oneOf(cause.presets, random) ?? cause.least };
};
