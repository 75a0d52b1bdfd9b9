import * as v from 'valibot';
import { eventId, raceId, registrationId, typedText, zonedInstant } from '../api/fields';
import { bibOrders } from './giving/give-bibs';

const dryRun = v.optional(v.boolean(), false);
const whole = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
const number = whole(1, 999_999);
/** It stays in the audit, so it names no person. */
const reason = typedText(200);

const range = v.pipe(
  v.strictObject({
    eventId,
    gender: v.optional(v.picklist(['female', 'male', 'non-binary'])),
    ages: v.optional(
      v.pipe(
        v.strictObject({ from: whole(0, 150), to: whole(0, 150) }),
        v.check(({ from, to }) => from <= to, 'wrong-order'),
      ),
    ),
    from: number,
    to: number,
  }),
  v.check(({ from, to }) => from <= to, 'wrong-order'),
);

/** `{ "saveBibRanges": { … } }`: all ranges of a race, in the order in which they are tried. Numbers that were given stay. `seen`: of the ranges in place of which they come, as `bibs` says it. */
export const saveBibRangesMessage = v.strictObject({
  saveBibRanges: v.strictObject({
    raceId,
    ranges: v.pipe(v.array(range), v.maxLength(100)),
    seen: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/))),
    dryRun,
  }),
});

/** `{ "bibs": { … } }`: the ranges of a race, and which numbers are given. */
export const bibsMessage = v.strictObject({ bibs: v.strictObject({ raceId }) });

/** `{ "assignBibs": { … } }`: a number for everyone who runs and has none, by the ranges. */
export const assignBibsMessage = v.strictObject({
  assignBibs: v.strictObject({
    raceId,
    eventId: v.optional(eventId),
    order: v.optional(v.picklist(bibOrders), 'registered'),
    dryRun,
  }),
});

/** `{ "setBib": { … } }`: another number for one runner; without `number`, the next of a range. The former one is nobody's. */
export const setBibMessage = v.strictObject({
  setBib: v.strictObject({ registrationId, number: v.optional(number), reason: v.optional(reason), dryRun }),
});

/** `{ "swapBibs": { … } }`: two runners change numbers with each other. */
export const swapBibsMessage = v.strictObject({
  swapBibs: v.strictObject({
    raceId,
    numbers: v.pipe(
      v.strictTuple([number, number]),
      v.check(([one, other]) => one !== other, 'twice'),
    ),
    reason: v.optional(reason),
    dryRun,
  }),
});

/** `{ "releaseBib": { … } }`: takes a number back. `mayReuse`: somebody else may get it. */
export const releaseBibMessage = v.strictObject({
  releaseBib: v.strictObject({ raceId, number, mayReuse: v.optional(v.boolean(), false), reason, dryRun }),
});

/** `{ "replaceCheckInCode": { … } }`: a new check-in code for one runner. The one that they have is refused from then on. */
export const replaceCheckInCodeMessage = v.strictObject({
  replaceCheckInCode: v.strictObject({ registrationId, reason: v.optional(reason), dryRun }),
});

/** `{ "importBibs": { … } }`: numbers from a file with the columns "registration" and "bib". `hash`: what the dry run answered. */
export const importBibsMessage = v.strictObject({
  importBibs: v.strictObject({
    raceId,
    csv: v.pipe(v.string(), v.maxLength(10_000_000)),
    hash: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{16}$/))),
    dryRun,
  }),
});

const scan = v.pipe(
  v.strictObject({
    id: registrationId,
    kind: v.picklist(['in', 'undo']),
    registrationId: v.optional(eventId),
    code: v.optional(v.pipe(v.string(), v.maxLength(200))),
    at: zonedInstant,
    note: v.optional(typedText(200)),
    by: v.optional(v.pipe(v.string(), v.maxLength(500))),
  }),
  v.check(({ registrationId, code }) => (registrationId === undefined) !== (code === undefined), 'code-or-person'),
  v.forward(
    v.check(({ kind, note }) => kind === 'in' || note !== undefined, 'empty'),
    ['note'],
  ),
);

/**
 * `{ "checkIn": { … } }`: what a desk did. `sentAt`: by the clock of the desk, as `at` is. A scan has a code or a registration, and an
 * `undo` says why in its `note`. `by`: what the list said of who was at the desk, if somebody else may send it.
 */
export const checkInMessage = v.strictObject({
  checkIn: v.strictObject({
    raceId,
    station: typedText(40),
    sentAt: zonedInstant,
    scans: v.pipe(
      v.array(scan),
      v.minLength(1),
      v.maxLength(100),
      v.check((scans) => new Set(scans.map(({ id }) => id)).size === scans.length, 'same-ids'),
    ),
  }),
});

/**
 * `{ "deskList": { … } }`: everybody of a race, 5,000 at once: those `after` a registration. `since`: those who were scanned since. `of`: one
 * registration.
 */
export const deskListMessage = v.strictObject({
  deskList: v.strictObject({
    raceId,
    after: v.optional(eventId),
    since: v.optional(whole(0, Number.MAX_SAFE_INTEGER)),
    of: v.optional(eventId),
  }),
});
