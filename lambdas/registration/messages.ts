import * as v from 'valibot';
import { maxGroupSize } from '../domain/hold';
import { holdMessage, whole } from '../spots/messages';

const identityMessage = v.strictObject({
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  birthDate: v.string(),
});

const runnerMessage = v.strictObject({
  ...identityMessage.entries,
  gender: v.picklist(['female', 'male', 'non-binary']),
  emergencyContact: v.string(),
});

/** A person who answered a form. The form explains the other members; they were checked when the entry was quoted. */
const answeringMessage = v.looseObject({
  ...identityMessage.entries,
  answers: v.record(v.string(), v.unknown()),
  orderAnswers: v.optional(v.record(v.string(), v.unknown())),
  guardian: v.optional(
    v.union([
      v.strictObject({ member: whole }),
      v.strictObject({ name: v.string(), email: v.string(), relationship: v.string() }),
    ]),
  ),
  signatures: v.optional(v.array(v.strictObject({ kind: v.string(), hash: v.string(), name: v.optional(v.string()) }))),
  leg: v.optional(whole),
});

const anyRunner = v.union([runnerMessage, answeringMessage]);

const lineKind = v.picklist(['entry', 'item', 'donation', 'fee', 'code', 'team']);
const quotedLine = v.union([
  v.strictTuple([lineKind, v.string(), whole, whole]),
  v.strictTuple([lineKind, v.string(), whole, whole, v.strictTuple([whole, whole])]),
]);

/** Where something is limited. */
const claimed = {
  blocks: v.optional(v.array(v.strictTuple([v.string(), v.string()]))),
  fee: v.optional(v.strictObject({ basisPoints: v.optional(whole), fixed: v.optional(whole) })),
};

/** A team that is founded with the registration. */
const newTeam = v.optional(
  v.strictObject({ kind: v.string(), name: v.string(), size: whole, legs: v.optional(whole) }),
);

/** Of a donation. */
const collected = v.optional(v.strictObject({ fundraiser: v.string(), isPublic: v.optional(v.literal(true)) }));

const quotedPeople = v.array(v.strictObject({ registrationId: v.string(), share: whole, lines: v.array(quotedLine) }));

/** A quote in the runner's signed token. */
export const quoteMessage = v.strictObject({
  registrationId: v.string(),
  holdHash: v.string(),
  entryHash: v.string(),
  form: whole,
  people: quotedPeople,
  limitGroup: v.optional(v.string()),
  once: v.optional(v.array(v.string())),
  newTeam,
  collected,
  ...claimed,
  total: whole,
  tried: v.optional(v.strictObject({ opened: whole, rounds: whole })),
});

const signatureMessage = v.strictObject({
  kind: v.string(),
  hash: v.string(),
  name: v.string(),
  by: v.picklist(['self', 'guardian']),
  guardian: v.optional(v.strictObject({ name: v.string(), email: v.string(), relationship: v.optional(v.string()) })),
});

/** What a spot costs that is passed on, in the signed token of who takes it over. */
export const transferQuoteMessage = v.strictObject({
  transferId: v.string(),
  registrationId: v.string(),
  raceId: v.string(),
  eventId: v.string(),
  runnerHash: v.string(),
  waiverHash: v.string(),
  fitting: v.optional(
    v.strictObject({ form: whole, signatures: v.array(signatureMessage), limitGroup: v.optional(v.string()) }),
  ),
  fee: whole,
  currency: v.string(),
  expiresAt: whole,
});

/** What it costs to move to a dearer event, in the signed token of who moves. */
export const moveQuoteMessage = v.strictObject({
  offerId: v.string(),
  moverId: v.string(),
  registrationId: v.string(),
  raceId: v.string(),
  eventId: v.string(),
  difference: whole,
  currency: v.string(),
  isFee: v.optional(v.literal(true)),
  expiresAt: whole,
});

/** What the registrations queue carries. */
export const registrationMessage = v.variant('kind', [
  v.strictObject({
    kind: v.literal('submission'),
    submission: v.pipe(
      v.strictObject({
        hold: holdMessage,
        runner: anyRunner,
        companions: v.optional(v.array(anyRunner)),
        // Of a race with a form.
        quoted: v.optional(
          v.strictObject({
            form: whole,
            people: quotedPeople,
            limitGroup: v.optional(v.string()),
            once: v.optional(v.array(v.string())),
            newTeam,
            collected,
            ...claimed,
          }),
        ),
        authorisation: v.string(),
        submittedAt: v.string(),
      }),
      // Checked here: an error while the batch is written would bring the whole batch back.
      v.check(
        ({ hold, companions }) => (hold.companions?.length ?? 0) === (companions?.length ?? 0),
        'must be for as many people as its hold',
      ),
    ),
  }),
  v.strictObject({
    kind: v.literal('transfer'),
    transfer: v.strictObject({
      quote: transferQuoteMessage,
      runner: anyRunner,
      authorisation: v.string(),
      submittedAt: v.string(),
    }),
  }),
  v.strictObject({
    kind: v.literal('move'),
    move: v.strictObject({ quote: moveQuoteMessage, authorisation: v.string(), submittedAt: v.string() }),
  }),
  v.strictObject({
    kind: v.literal('join'),
    placeId: v.string(),
    raceId: v.string(),
    eventId: v.string(),
    runner: identityMessage,
    // Absent in messages from before there were groups.
    size: v.optional(v.pipe(whole, v.minValue(1), v.maxValue(maxGroupSize)), 1),
    // Absent in messages from before it was kept.
    askedAt: v.optional(whole),
  }),
  v.strictObject({
    kind: v.literal('sweep'),
    registrationId: v.string(),
    raceId: v.string(),
    eventId: v.string(),
    amount: whole,
    currency: v.string(),
    sessionHash: v.optional(v.string()),
    // Absent in messages from before races had a hold length of their own.
    notBefore: v.optional(whole),
    purpose: v.optional(v.picklist(['move', 'fee'])),
  }),
]);

export type RegistrationMessage = v.InferOutput<typeof registrationMessage>;

const settled = ['captured', 'voided', 'failed', 'refunded'] as const;

/** The end of a payment, as it is remembered beside the outcome. */
export const settledMessage = v.picklist(settled);

/** An outcome as it is remembered for readers. */
export const statusMessage = v.strictObject({
  registrationId: v.string(),
  raceId: v.string(),
  eventId: v.string(),
  sessionHash: v.optional(v.string()),
  outcome: v.picklist(['confirmed', 'duplicate', 'refused']),
  number: v.optional(whole),
  payment: v.picklist(['authorised', ...settled]),
  paidAs: v.optional(v.string()),
  amount: whole,
  currency: v.string(),
  companions: v.optional(
    v.array(v.strictObject({ registrationId: v.string(), firstName: v.string(), lastName: v.string(), number: whole })),
  ),
  form: v.optional(whole),
  lines: v.optional(
    v.array(
      v.strictObject({
        kind: v.picklist(['entry', 'item', 'donation', 'fee', 'code', 'team']),
        ref: v.optional(v.string()),
        label: v.optional(v.string()),
        list: whole,
        amount: whole,
        state: v.picklist(['given', 'short', 'over', 'returned', 'moved']),
        refund: v.optional(whole),
      }),
    ),
  ),
  entry: v.optional(
    v.strictObject({ firstName: v.string(), lastName: v.string(), email: v.string(), submittedAt: v.string() }),
  ),
});
