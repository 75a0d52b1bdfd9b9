import { privatePrefix } from '../../../lambdas/api/form/definition/question';
import type { Entry } from '../../../lambdas/api/form/entry';
import type { QuoteGiven } from '../../../lambdas/api/messages/quotes';
import type { Filled } from '../flow/events';

/** The value with the keys of each object in order, so that equal values are equal texts; without sensitive answers. */
const textOf = (value: unknown, isWhole: boolean): string =>
  JSON.stringify(value, (key, of: unknown) => {
    if (!isWhole && key.startsWith(privatePrefix)) return undefined;
    return of && typeof of === 'object' && !Array.isArray(of)
      ? Object.fromEntries(Object.entries(of).sort(([a], [b]) => (a < b ? -1 : 1)))
      : of;
  });

/** Names what is quoted: the entry with its code, and the hold, whose price the quote is for. */
const askedBy = ({ draft: { hold, typed } }: Filled, entry: Entry, isWhole: boolean): string =>
  textOf([hold?.expiresAt, hold?.waiver.hash, entry, typed.code], isWhole);

/** Names what would be quoted now. */
export const keyOf = (filled: Filled, entry: Entry): string => askedBy(filled, entry, true);

/** Whether the quote of the draft is for this entry. */
export const isQuoted = (filled: Filled, entry: Entry | undefined): boolean => {
  const { quoted } = filled.draft;
  if (!quoted || quoted.isStale || !entry) return false;
  const asked = quoted.isPartial ? filled.unkept?.quoted?.asked : quoted.asked;
  return asked === keyOf(filled, entry);
};

/** Changes the code that the draft is quoted with. */
export const withCode =
  (code: string | undefined) =>
  (filled: Filled): Filled => {
    const { code: _, ...typed } = filled.draft.typed;
    return { ...filled, draft: { ...filled.draft, typed: { ...typed, ...(code && { code }) } } };
  };

/** Keeps a quote. What is sensitive in its entry stays in memory. */
export const withQuote =
  (entry: Entry, given: QuoteGiven) =>
  (filled: Filled): Filled => {
    const { draft, unkept } = filled;
    const asked = askedBy(filled, entry, false);
    const isPartial = asked !== keyOf(filled, entry);
    const kept = { ...given, entry: JSON.parse(textOf(given.entry, false)) as QuoteGiven['entry'] };
    const before = draft.form?.revision ?? draft.hold?.form ?? given.form;
    return {
      ...filled,
      draft: {
        ...draft,
        quoted: { given: kept, asked, ...(isPartial && { isPartial }) },
        // The server knows a newer form, which the entry fits all the same.
        ...(given.form > before && { form: { revision: given.form, from: before } }),
      },
      unkept: unkept && {
        ...unkept,
        quoted: isPartial ? { asked: keyOf(filled, entry), entry: given.entry } : undefined,
      },
    };
  };

/** The race has another form by now. */
export const withForm =
  (revision: number) =>
  (filled: Filled): Filled => {
    const { draft } = filled;
    const from = draft.form?.revision ?? draft.hold?.form ?? revision;
    return { ...filled, draft: { ...draft, form: { revision, from } } };
  };
