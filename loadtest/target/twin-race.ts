import * as v from 'valibot';
import { publishedForm, shownText } from '../../lambdas/api/messages/form/forms';
import { type RaceMessage, race } from '../../lambdas/api/messages/races';
import type { SystemOptions } from '../../local/system';
import { get } from './get';

type TwinRace = NonNullable<SystemOptions['races']>[number];

/** A race, and what its director orders once it is made. */
export interface Twin {
  readonly race: TwinRace;
  readonly orders: readonly object[];
}

/** What the public pages of a race and its books say of its form. */
export interface TwinForm {
  /** Without the id of its race and its revision. */
  readonly form: Readonly<Record<string, unknown>>;
  readonly documents: readonly {
    readonly kind: string;
    readonly version: string;
    readonly locale: string;
    readonly text: string;
  }[];
  /** How many there are of each limited variant, and how often each code may be used, by their ids. */
  readonly stock: Readonly<Record<string, number>>;
}

/**
 * The race as its director's function would create it again, with the same events, prices and capacities. It opens at
 * `now`, and all its other moments shift by the same time, so that a director rehearses today what opens in a month.
 */
export const twinOf = (original: RaceMessage, now: Date): TwinRace => {
  const { waiver, opensAt, closesAt, events, changes, form, codes: _codes, revision: _revision, ...rest } = original;
  const shift = now.getTime() - Date.parse(opensAt);
  const moved = (instant: string) => new Date(Date.parse(instant) + shift).toISOString();
  const { cancelUntil, transferUntil, transferFee, refundPercent } = changes;
  return {
    createRace: {
      ...rest,
      opensAt: moved(opensAt),
      closesAt: moved(closesAt),
      waiver: { version: waiver.version, text: waiver.text },
      events: events
        // What nobody runs needs the form.
        .filter(({ kind }) => kind === undefined || form !== undefined)
        .map(({ distance, ...event }) => ({
          ...event,
          ...(event.kind === undefined && { distance }),
          prices: event.prices.map((price) => ({ ...price, from: moved(price.from) })),
        })),
      changes: {
        refundPercent,
        ...(cancelUntil !== undefined && { cancelUntil: moved(cancelUntil) }),
        ...(transferUntil !== undefined && { transferUntil: moved(transferUntil) }),
        ...(transferFee !== undefined && { transferFee }),
      },
    },
  };
};

/** The ids of the limited variants of a form. */
const limitedVariants = v.object({
  items: v.optional(
    v.array(v.object({ variants: v.array(v.object({ id: v.string(), limited: v.optional(v.boolean()) })) })),
    [],
  ),
});

/** What a code of a twin takes off, in percent of the entry. What codes of a race do is told to nobody. */
const percentOff = 10;

/**
 * What is ordered of a twin with a form: its documents, its stock and the form. `words`: the codes that runners are to type.
 * Each may be used as often as one of the original's, beginning with the one that may be used most often.
 */
export const ordersOf = (
  raceId: string,
  { form, documents, stock }: TwinForm,
  words: readonly string[] = [],
): readonly object[] => {
  const limited = v
    .parse(limitedVariants, form)
    .items.flatMap(({ variants }) => variants.flatMap(({ id, limited }) => (limited ? [id] : [])));
  const uses = Object.entries(stock)
    .flatMap(([ref, count]) => (limited.includes(ref) ? [] : [count]))
    .sort((a, b) => b - a);
  const usesOf = (n: number) => uses[n % uses.length];
  return [
    ...documents.map((document) => ({ saveDocument: { raceId, ...document } })),
    ...limited.map((variant) => ({ setStock: { raceId, variant, stock: stock[variant] ?? 0 } })),
    { saveForm: { raceId, form } },
    { publishForm: { raceId, revision: 1 } },
    ...words.map((word, n) => ({
      makeCodes: {
        ...{ raceId, batch: `twin-${n + 1}`, words: [word], perPerson: 1 },
        off: { kind: 'percent', value: percentOff },
        ...(usesOf(n) !== undefined && { uses: usesOf(n) }),
      },
    })),
  ];
};

const books = v.object({
  races: v.array(
    v.object({
      raceId: v.string(),
      sold: v.optional(v.object({ variants: v.array(v.object({ variant: v.string(), stock: v.number() })) })),
    }),
  ),
});

const readForm = async (
  url: string,
  status: string,
  { id, form: revision, waiver }: RaceMessage,
): Promise<TwinForm | undefined> => {
  if (revision === undefined) return undefined;
  const at = `${url}/api/races/${id}`;
  const { raceId: _, revision: __, ...form } = await get(publishedForm, `${at}/forms/${revision}`);
  const { races } = await get(books, `${status}/status.json`);
  const sold = races.find(({ raceId }) => raceId === id)?.sold?.variants ?? [];
  const documents = await Promise.all(
    // The waiver of the race is made with it.
    (form.documents ?? []).flatMap(({ kind, hash }) =>
      hash === waiver.hash
        ? []
        : [
            get(shownText, `${at}/texts/${hash}`).then(({ version, locale, text }) => ({
              kind,
              version,
              locale,
              text,
            })),
          ],
    ),
  );
  return { form, documents, stock: Object.fromEntries(sold.map(({ variant, stock }) => [variant, stock])) };
};

/**
 * Reads a race of a Startline on this machine from its public API, and the stock of its form from its books. Throws when
 * there is no race of this id.
 */
export const readTwin = async (
  { url, status }: { readonly url: string; readonly status: string },
  raceId: string,
  words: readonly string[] = [],
): Promise<Twin> => {
  const original = await get(race, `${url}/api/races/${raceId}`);
  const form = await readForm(url, status, original);
  return { race: twinOf(original, new Date()), orders: form ? ordersOf(raceId, form, words) : [] };
};
