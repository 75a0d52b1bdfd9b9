import * as v from 'valibot';
import { countries } from '../countries';
import { instant, money, raceId, registrationId, typedLines, typedText } from '../fields';

/** Whom the documents of a payment are addressed to. */
export const billing = v.strictObject({
  name: typedText(200),
  /** Without the country; lines end with a line feed. */
  address: typedLines(300),
  /** ISO 3166-1, two letters. */
  country: v.pipe(
    v.string(),
    v.check((code) => countries.includes(code), 'country'),
  ),
  taxId: v.optional(typedText(50)),
});

/** An amount that is contained in prices. A correction may have lines below zero. */
const amount = v.pipe(v.number(), v.integer());

/** An invoice or a credit note, as it was issued. */
const receiptDocument = v.strictObject({
  /** With the prefix of its seller. */
  number: v.string(),
  kind: v.picklist(['invoice', 'credit-note']),
  issuedAt: instant,
  seller: v.strictObject({
    name: v.string(),
    address: v.string(),
    /** ISO 3166-1, two letters. */
    country: v.string(),
    taxId: v.optional(v.string()),
  }),
  billTo: v.optional(billing),
  /** Amounts contain the tax. */
  lines: v.array(v.strictObject({ label: v.string(), gross: amount })),
  /** The tax that `gross` contains. `rate` is in basis points: 1900 is 19 %. */
  taxes: v.array(v.strictObject({ label: v.string(), rate: v.number(), net: money, tax: money })),
  gross: money,
  currency: v.string(),
  /** The card that paid to move to a dearer event. The card that paid for the entry is beside the documents. */
  card: v.optional(v.string()),
});

/** What the runner of a registration paid, for the entry and to move to dearer events, and the documents of both. */
export const receipt = v.strictObject({
  registrationId,
  raceId,
  raceName: v.string(),
  /** Newest first; empty until the first is issued. */
  documents: v.array(receiptDocument),
  /** The card that paid, in words that are the same in every language: `Visa •••• 4242 (Apple Pay)`. */
  card: v.optional(v.string()),
  /**
   * When the next document is due: an invoice before a credit note. Without it and without documents, the organiser issues none here.
   */
  dueAt: v.optional(instant),
  /** What the next document will be addressed to. */
  billing: v.optional(billing),
  /** So much was paid that the invoice should say to whom it is addressed. */
  asksForBuyer: v.optional(v.literal(true)),
});

/** `requested`: it is issued within minutes. `issued`: it is there. */
export const receiptRequested = v.strictObject({ registrationId, status: v.picklist(['requested', 'issued']) });

export type ReceiptRequested = v.InferOutput<typeof receiptRequested>;
export type Billing = v.InferOutput<typeof billing>;
export type Receipt = v.InferOutput<typeof receipt>;
export type ReceiptDocument = v.InferOutput<typeof receiptDocument>;
