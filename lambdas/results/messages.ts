import * as v from 'valibot';
import { eventId, raceId } from '../api/fields';
import { line } from '../api/form/definition/question-types';
import type { Field } from './read-rows';
import { readTime, timePattern } from './read-time';

/** In the queue `publications`: the set has a version that is due. */
export const publicationMessage = v.object({ setId: eventId });

const dryRun = v.optional(v.boolean(), false);
const setId = eventId;
const whole = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
const code = v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,19}$/));
const bib = whole(1, 999_999);
const time = v.pipe(
  v.string(),
  v.trim(),
  v.regex(timePattern),
  v.transform((text) => readTime(text) ?? 0),
);

const haveOwnCodes = (list: readonly { readonly code: string }[]) =>
  new Set(list.map(({ code }) => code)).size === list.length;

interface Ages {
  readonly gender?: string | undefined;
  readonly from: number;
  readonly to: number;
}
/** Whether somebody fits into at most one of them. A group for everybody meets all others. */
const areApart = (groups: readonly Ages[]) =>
  groups.every((one, n) =>
    groups
      .slice(n + 1)
      .every(
        (other) =>
          other.from > one.to ||
          one.from > other.to ||
          (one.gender !== undefined && other.gender !== undefined && one.gender !== other.gender),
      ),
  );

/** `{ "saveResultSet": { … } }`: makes a ranking of an event, or changes the rules of the one with this name. */
export const saveResultSetMessage = v.strictObject({
  saveResultSet: v.strictObject({
    raceId,
    eventId,
    name: line(80),
    rankBy: v.optional(v.picklist(['chip', 'gun']), 'chip'),
    gunPlaces: v.optional(whole(0, 1_000), 0),
    rounding: v.optional(v.picklist(['up-to-second', 'tenths']), 'up-to-second'),
    genders: v.optional(
      v.pipe(
        v.array(v.strictObject({ code, label: line(40) })),
        v.maxLength(10),
        v.check((list) => haveOwnCodes(list), 'twice'),
      ),
      () => [
        { code: 'f', label: 'Women' },
        { code: 'm', label: 'Men' },
        { code: 'x', label: 'Non-binary' },
      ],
    ),
    ageGroups: v.optional(
      v.pipe(
        v.array(v.strictObject({ code, gender: v.optional(code), from: whole(0, 150), to: whole(0, 150) })),
        v.maxLength(100),
        v.check((list) => haveOwnCodes(list), 'twice'),
        v.check((list) => areApart(list), 'twice'),
      ),
      () => [],
    ),
    points: v.optional(
      v.pipe(
        v.array(v.strictObject({ code, label: line(40), metres: whole(1, 1_000_000) })),
        v.maxLength(50),
        v.check((list) => haveOwnCodes(list), 'twice'),
      ),
      () => [],
    ),
    dryRun,
  }),
});

/** `{ "buildStartList": { … } }`: an entry for each registration of the event that has its spot. The spot's number is the bib. */
export const buildStartListMessage = v.strictObject({ buildStartList: v.strictObject({ raceId, setId, dryRun }) });

const fieldPattern =
  /^(bib|name|firstName|lastName|gender|age|club|country|status|gun|chip|penalty|note|split:[A-Za-z0-9][A-Za-z0-9-]{0,19})$/;
const field = v.pipe(
  v.string(),
  v.regex(fieldPattern),
  v.transform((name) => name as Field),
);
/** As long as a message to a function may be, with the rest of it. */
const longestFile = 5_500_000;

/**
 * `{ "importResults": { … } }`: times and verdicts of a CSV file. `columns`: what a column is, where its name does not say it. First
 * with `dryRun`, whose answer has the `hash` that the import names.
 */
export const importResultsMessage = v.strictObject({
  importResults: v.strictObject({
    raceId,
    setId,
    csv: v.pipe(v.string(), v.minLength(1, 'empty'), v.maxLength(longestFile, 'too-long')),
    columns: v.optional(v.record(v.string(), v.nullable(field)), () => ({})),
    hash: v.optional(v.string()),
    dryRun,
  }),
});

/** `{ "correctResult": { … } }`: says something else of one bib. What is left out stays. Times as `1:23:45.6`. */
export const correctResultMessage = v.strictObject({
  correctResult: v.strictObject({
    raceId,
    setId,
    bib,
    reason: line(500),
    name: v.optional(line(200)),
    gender: v.optional(code),
    age: v.optional(whole(0, 150)),
    club: v.optional(line(200)),
    country: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2,3}$/))),
    status: v.optional(v.picklist(['entered', 'finished', 'dnf', 'dns', 'dsq'])),
    gun: v.optional(time),
    chip: v.optional(time),
    penalty: v.optional(time),
    note: v.optional(line(200)),
    dryRun,
  }),
});

/**
 * `{ "publishResults": { … } }`: shows a set to everybody, as it was at `seq`. A correction and a withdrawal say in their `note`
 * what readers should know.
 */
export const publishResultsMessage = v.strictObject({
  publishResults: v.pipe(
    v.strictObject({
      raceId,
      setId,
      kind: v.picklist(['start-list', 'preliminary', 'official', 'corrected', 'withdrawn']),
      note: v.optional(line(500)),
      seq: whole(0, Number.MAX_SAFE_INTEGER),
      dryRun,
    }),
    v.forward(
      v.check(({ kind, note }) => note !== undefined || (kind !== 'corrected' && kind !== 'withdrawn'), 'empty'),
      ['note'],
    ),
  ),
});

/** `{ "resultSets": { … } }`: the rankings of a race, and the `seq` that a publication names. */
export const resultSetsMessage = v.strictObject({ resultSets: v.strictObject({ raceId }) });
