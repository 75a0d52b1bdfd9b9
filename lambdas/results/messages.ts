import * as v from 'valibot';
import { eventId, isNoList, raceId } from '../api/fields';
import { line } from '../api/form/definition/question-types';
import type { Field } from './take/column-fields';
import { readTime } from './take/read-time';

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
  v.check((text) => readTime(text) !== undefined, 'race-time'),
  v.transform((text) => readTime(text) ?? 0),
);

const haveOwnCodes = (list: readonly { readonly code: string }[]) =>
  new Set(list.map(({ code }) => code)).size === list.length;

interface Ages {
  readonly gender?: string | undefined;
  readonly from: number;
  readonly to: number;
}
/** Whether nobody fits into two of them. A group without a gender is for every gender. */
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
        v.check((list) => areApart(list), 'overlapping'),
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

/** `{ "buildStartList": { … } }`: an entry for each registration of the event that has its spot, with its bib. */
export const buildStartListMessage = v.strictObject({ buildStartList: v.strictObject({ raceId, setId, dryRun }) });

const fieldPattern =
  /^(bib|name|firstName|lastName|gender|age|birthYear|club|country|status|gun|chip|penalty|note|event|split:[A-Za-z0-9][A-Za-z0-9-]{0,19})$/;
const field = v.pipe(
  v.string(),
  v.regex(fieldPattern),
  v.transform((name) => name as Field),
);
/** The message to a function has at most 6 MB, with the rest of the command. */
const maxFileCharacters = 5_500_000;

/**
 * `{ "importResults": { … } }`: times and statuses of a CSV file. `columns`: the fields of columns whose name does not say it. Send it
 * with `dryRun` first: the answer has the `hash` that the import must name.
 */
export const importResultsMessage = v.strictObject({
  importResults: v.strictObject({
    raceId,
    setId,
    csv: v.pipe(v.string(), v.minLength(1, 'empty'), v.maxLength(maxFileCharacters, 'too-long')),
    columns: v.optional(
      v.pipe(v.custom<Record<string, string | null>>(isNoList), v.record(v.string(), v.nullable(field))),
      () => ({}),
    ),
    hash: v.optional(v.string()),
    dryRun,
  }),
});

/**
 * `{ "correctResult": { … } }`: changes the entry of one bib. Fields that are left out stay. Times are written as `1:23:45.6` or
 * `PT1H23M45.6S`. With the `hash` of the answer to a dry run, only what that answer named is replaced.
 */
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
    hash: v.optional(v.string()),
    dryRun,
  }),
});

/**
 * `{ "publishResults": { … } }`: publishes a set as it was at `seq`. A correction and a withdrawal need a `note`, which says to readers
 * what changed. With the kind `live`, what comes in is published every few seconds, until another kind is published.
 */
export const publishResultsMessage = v.strictObject({
  publishResults: v.pipe(
    v.strictObject({
      raceId,
      setId,
      kind: v.picklist(['start-list', 'live', 'preliminary', 'official', 'corrected', 'withdrawn']),
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

/**
 * `{ "eraseResultName": { … } }`: takes the name of a bib out of everything that was published of a set, and out of what is kept. Place
 * and time stay. It cannot be undone. `name`: only this name is taken out, of somebody who had the bib before.
 */
export const eraseResultNameMessage = v.strictObject({
  eraseResultName: v.strictObject({ raceId, setId, bib, name: v.optional(line(200)), reason: line(500), dryRun }),
});

/** `{ "resultVersions": { … } }`: what was published of a set. */
export const resultVersionsMessage = v.strictObject({ resultVersions: v.strictObject({ raceId, setId }) });

/** `{ "resultSets": { … } }`: the rankings of a race, and the `seq` that a publication names. */
export const resultSetsMessage = v.strictObject({ resultSets: v.strictObject({ raceId }) });
