import * as v from 'valibot';
import { instant, money, quoteToken, registrationId, token, typedText } from '../fields';
import { lineKinds } from '../form/price';

/** Levels of lists and objects: entry, people, person, answers, choices, and one to spare. */
const maxEntryDepth = 6;

const isShallow = (value: unknown, depth = maxEntryDepth): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((one) => isShallow(one, depth - 1)));

/** What of an entry every race has. All else depends on its form, which says it as a JSON Schema of its own. */
export const anyEntry = v.pipe(
  v.looseObject({
    people: v.pipe(v.array(v.looseObject({ registrationId })), v.minLength(1), v.maxLength(8)),
    order: v.looseObject({}),
  }),
  v.check((entry) => isShallow(entry), 'too-deep'),
);

/** `form`: the revision that was filled in. */
export const quoteRequest = v.strictObject({
  hold: token,
  form: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Who registers, what they answer and what they buy, as `GET …/forms/{revision}/schema` describes it. */
  entry: anyEntry,
  /** Codes as the runner typed them: one that lowers the price, and one that opens the event. */
  codes: v.optional(v.pipe(v.array(typedText(64)), v.maxLength(2))),
  /** The last quote of this hold. `tried`: a card was tried with it, so there is a payment of its amount. */
  previous: v.optional(v.strictObject({ quote: quoteToken, tried: v.boolean() })),
});

/** What it costs, as a promise until `expiresAt`. Send `quote` and `entry` back unchanged with the registration. */
export const quoteGiven = v.strictObject({
  registrationId,
  quote: quoteToken,
  /** The revision that the entry was checked against: the present one. */
  form: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** The entry as it is signed: without the answers that `dropped` names. */
  entry: anyEntry,
  /** Answers of the request that nobody is asked for, as paths: `people.0.answers.stop`. */
  dropped: v.array(v.string()),
  currency: v.string(),
  /** Each piece is a line. The label of an item or a donation is in the form, by `ref`. */
  lines: v.array(
    v.strictObject({
      registrationId,
      kind: v.picklist(lineKinds),
      /** The variant, the cause, or the id of the code. */
      ref: v.optional(v.string()),
      /** Of the entry. */
      label: v.optional(v.string()),
      list: money,
      /** What is charged of it. */
      amount: money,
    }),
  ),
  shares: v.array(v.strictObject({ registrationId, amount: money })),
  total: money,
  /** Whether each person is registered for the event already: a hint, a few seconds old at most. */
  registered: v.array(v.strictObject({ registrationId, registered: v.picklist(['yes', 'no', 'unknown']) })),
  expiresAt: instant,
  /** The server's clock, for the countdown. */
  now: instant,
});

export type QuoteRequest = v.InferOutput<typeof quoteRequest>;
export type QuoteGiven = v.InferOutput<typeof quoteGiven>;
