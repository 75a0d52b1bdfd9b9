import type { Question } from '../../../lambdas/api/form/definition/question-types';
import { type Draft, nothingTyped, type Typed, type TypedAnswers, type TypedDonation, typedOf } from '../flow/draft';
import type { Filled } from '../flow/events';
import type { Unkept } from '../flow/stage';

/** Whose answers: the index of a person, 0 for the one who pays, or the order's. */
export type Who = number | 'order';

const nothingUnkept: Unkept = { people: [], order: {} };

const typedAbout = (draft: Draft, who: number, change: (typed: Typed) => Typed): Draft =>
  who === 0
    ? { ...draft, typed: change(draft.typed) }
    : {
        ...draft,
        companions: draft.companions?.map((one, n) => (n + 1 === who ? { ...one, typed: change(one.typed) } : one)),
      };

/** Without a text there is no answer, not an empty one. */
const withText = (answers: TypedAnswers | undefined, id: string, text: string): TypedAnswers => {
  const { [id]: _, ...rest } = answers ?? {};
  return text === '' ? rest : { ...rest, [id]: text };
};

const unkeptWith = (unkept: Unkept, who: Who, change: (answers: TypedAnswers | undefined) => TypedAnswers): Unkept => {
  if (who === 'order') return { ...unkept, order: change(unkept.order) };
  const people = [...unkept.people];
  people[who] = change(people[who]);
  return { ...unkept, people };
};

/** Writes down what was typed in answer to a question. What is sensitive stays out of the draft, which is stored. */
export const answered =
  (who: Who, { id, sensitive }: Question, text: string) =>
  (filled: Filled): Filled => {
    const { draft, unkept = nothingUnkept } = filled;
    if (sensitive) return { ...filled, unkept: unkeptWith(unkept, who, (answers) => withText(answers, id, text)) };
    if (who === 'order')
      return {
        ...filled,
        draft: typedAbout(draft, 0, (typed) => ({ ...typed, order: withText(typed.order, id, text) })),
      };
    return {
      ...filled,
      draft: typedAbout(draft, who, (typed) => ({ ...typed, answers: withText(typed.answers, id, text) })),
    };
  };

/** So many pieces of each variant, by its id; and by the id of an included item, that somebody goes without it. */
export type Counts = Readonly<Record<string, number | 'without'>>;

/** Takes so many pieces of these variants for one person. To go without an item is a written 0 of it. */
export const taken =
  (who: number, counts: Counts) =>
  (filled: Filled): Filled => ({
    ...filled,
    draft: typedAbout(filled.draft, who, (typed) => ({
      ...typed,
      items: Object.entries(counts).reduce(
        (items, [id, count]) => withText(items, id, count === 'without' ? '0' : count > 0 ? String(count) : ''),
        typed.items,
      ),
    })),
  });

/** How many pieces one person takes, by the id of the variant; 0 of an included item: they go without it. */
export const takenBy = ({ draft }: Pick<Filled, 'draft'>, who: number): Readonly<Record<string, number>> => {
  const typed = who === 0 ? draft.typed : draft.companions?.[who - 1]?.typed;
  return Object.fromEntries(Object.entries(typed?.items ?? {}).map(([variant, count]) => [variant, Number(count)]));
};

export const donated =
  (donation: TypedDonation | undefined) =>
  (filled: Filled): Filled => ({
    ...filled,
    draft: typedAbout(filled.draft, 0, (typed) => ({ ...typed, donation })),
  });

/** Forgets what was typed about one person. An offer's identity stays, as it is fixed, and what is of the order. */
export const cleared =
  (who: number) =>
  (filled: Filled): Filled => {
    const { draft, unkept } = filled;
    const identity = ({ firstName, lastName, email, birthDay, birthMonth, birthYear }: Typed) =>
      draft.offer && who === 0 ? { firstName, lastName, email, birthDay, birthMonth, birthYear } : {};
    return {
      ...filled,
      draft: typedAbout(draft, who, (typed) => {
        const { items, order, donation } = typed;
        return { ...nothingTyped, ...identity(typed), items, order, donation };
      }),
      unkept: unkept && unkeptWith(unkept, who, () => ({})),
    };
  };

/** Everything that was typed in answer to questions of somebody, or of the order. */
export const textsOf = ({ draft, unkept = nothingUnkept }: Filled, who: Who): TypedAnswers => {
  if (who === 'order') return { ...draft.typed.order, ...unkept.order };
  const typed = who === 0 ? draft.typed : draft.companions?.[who - 1]?.typed;
  return { ...typed?.answers, ...unkept.people[who] };
};

/** What was typed at the path of a fault, as one text. */
export const typedAt = (filled: Filled, path: string): string => {
  const [of, ...parts] = path.split('.');
  const who: Who = of === 'order' ? of : Number(parts.shift());
  const [part, id = ''] = parts;
  if (part === 'answers') return textsOf(filled, who)[id] ?? '';
  const typed = typedOf(filled.draft)[who === 'order' ? 0 : who];
  const { birthDay, birthMonth, birthYear, ...others } = typed ?? nothingTyped;
  const all: Readonly<Record<string, unknown>> = { ...others, birthDate: [birthDay, birthMonth, birthYear] };
  return JSON.stringify(all[part ?? ''] ?? '');
};
