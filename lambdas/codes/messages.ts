import * as v from 'valibot';
import { eventId, money, raceId, registrationId, typedText, zonedInstant } from '../api/fields';
import { maxCharge } from '../domain/money/currencies';
import { foldCode, maxCodeLength, minCodeLength } from './code';

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));
const dryRun = v.optional(v.boolean(), false);
const batch = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,39}$/));
const word = v.pipe(
  typedText(maxCodeLength),
  v.check((text) => foldCode(text).length >= minCodeLength, 'code-too-short'),
);

/** No payment is larger. */
const charge = v.pipe(money, v.maxValue(maxCharge));

/** Rows that one command makes, at most. */
const maxUnits = 100_000;

/**
 * `{ "makeCodes": { … } }`: makes codes of one kind. `words`: what runners type; or `number`: so many are invented, and
 * the answer has them. `uses`: of each code, counted by people. Without `off` the codes only open events.
 */
export const makeCodesMessage = v.strictObject({
  makeCodes: v.pipe(
    v.strictObject({
      raceId,
      batch,
      words: v.optional(v.pipe(v.array(word), v.minLength(1), v.maxLength(200))),
      number: v.optional(v.pipe(whole, v.minValue(1), v.maxValue(2_000))),
      off: v.optional(
        v.variant('kind', [
          v.strictObject({
            kind: v.literal('percent'),
            value: v.pipe(whole, v.minValue(1), v.maxValue(100)),
            appliesTo: v.optional(v.picklist(['entry', 'items', 'both']), 'entry'),
          }),
          v.strictObject({
            kind: v.literal('amount'),
            value: v.pipe(charge, v.minValue(1)),
            appliesTo: v.optional(v.picklist(['entry', 'items', 'both']), 'entry'),
          }),
          v.strictObject({ kind: v.literal('price'), value: charge }),
        ]),
      ),
      opensEvents: v.optional(v.pipe(v.array(eventId), v.minLength(1), v.maxLength(20))),
      startsAt: v.optional(zonedInstant),
      expiresAt: v.optional(zonedInstant),
      uses: v.optional(v.pipe(whole, v.minValue(1), v.maxValue(10_000))),
      perPerson: v.optional(v.pipe(whole, v.minValue(1), v.maxValue(100))),
      allow: v.optional(v.pipe(v.string(), v.regex(/^([^@\s]+@)?[^@\s]+\.[^@\s]+$/), v.maxLength(254))),
      dryRun,
    }),
    v.forward(
      v.check(
        ({ startsAt, expiresAt }) =>
          startsAt === undefined || expiresAt === undefined || Date.parse(startsAt) < Date.parse(expiresAt),
        'too-early',
      ),
      ['expiresAt'],
    ),
    v.check(({ words, number }) => (words === undefined) !== (number === undefined), 'words-or-number'),
    v.check(({ off, opensEvents }) => off !== undefined || opensEvents !== undefined, 'code-for-nothing'),
    v.check(({ words, number, uses }) => (words?.length ?? number ?? 0) * (uses ?? 0) <= maxUnits, 'too-many-uses'),
  ),
});

/** `{ "codes": { … } }`: the codes of a race, by their hints. */
export const codesMessage = v.strictObject({
  codes: v.strictObject({ raceId, batch: v.optional(batch), after: v.optional(v.pipe(v.string(), v.uuid())) }),
});

/** `{ "withdrawCode": { … } }`: one code by its id, or all of a batch. */
export const withdrawCodeMessage = v.strictObject({
  withdrawCode: v.pipe(
    v.strictObject({
      raceId,
      id: v.optional(v.pipe(v.string(), v.uuid())),
      batch: v.optional(batch),
      dryRun,
    }),
    v.check(({ id, batch }) => (id === undefined) !== (batch === undefined), 'id-or-batch'),
  ),
});

/** `{ "returnUse": { … } }`: the code line at this position of a registration gives its use back. */
export const returnUseMessage = v.strictObject({
  returnUse: v.strictObject({ registrationId, position: v.pipe(whole, v.maxValue(999)), dryRun }),
});
