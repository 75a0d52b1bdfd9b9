import * as v from 'valibot';
import { instant, raceId, setId } from '../../fields';

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));
/** Null: withheld. */
const name = v.nullable(v.string());
const status = v.picklist(['entered', 'finished', 'dnf', 'dns', 'dsq']);
const versionKind = v.picklist(['start-list', 'live', 'preliminary', 'official', 'corrected', 'withdrawn']);

/** What an answer was read from: everything in it is from this one version. */
const from = { raceId, setId, version: whole, kind: versionKind };

/** Ten rows of a list. Times are in milliseconds. */
export const resultPage = v.strictObject({
  ...from,
  list: v.string(),
  page: whole,
  pages: whole,
  /** Rows of the whole list. */
  total: whole,
  rows: v.array(
    v.strictObject({
      bib: whole,
      name,
      /** The label of the age group, or else of the gender. */
      group: v.string(),
      /** Club and country. */
      from: v.string(),
      /** In this list. Null: there are no places in it. */
      place: v.nullable(whole),
      /** The time that counts. */
      time: v.nullable(whole),
      status,
    }),
  ),
});

/** Eight runners at most. `about`: how many there are, when they are more. */
export const resultNames = v.strictObject({
  ...from,
  rows: v.array(v.strictObject({ bib: whole, name, club: v.optional(v.string()) })),
  about: v.optional(whole),
});

/** Twenty runners at most, by bib. `more`: there are more of them. */
export const resultSearch = v.strictObject({
  ...from,
  rows: v.array(v.strictObject({ bib: whole, name: v.string(), club: v.optional(v.string()) })),
  more: v.optional(v.literal(true)),
});

const places = v.tuple([whole, v.nullable(whole), v.nullable(whole)]);

/** Everything that is public about a bib. Times are in milliseconds. */
export const resultEntry = v.strictObject({
  ...from,
  entry: v.strictObject({
    bib: whole,
    name,
    gender: v.optional(v.string()),
    ageGroup: v.optional(v.string()),
    club: v.optional(v.string()),
    country: v.optional(v.string()),
    status,
    rankMs: v.optional(whole),
    gunMs: v.optional(whole),
    chipMs: v.optional(whole),
    penaltyMs: v.optional(whole),
    splits: v.optional(v.record(v.string(), whole)),
    note: v.optional(v.string()),
    places: v.optional(places),
  }),
  /** `of`: how many are in the list. */
  places: v.array(v.strictObject({ list: v.string(), place: whole, of: whole })),
});

/** The newest first. `manifest`: names the files of a version below `/results/<raceId>/m/`; null: they are withdrawn. */
export const resultVersions = v.strictObject({
  raceId,
  setId,
  versions: v.array(
    v.strictObject({
      number: whole,
      kind: versionKind,
      note: v.string(),
      at: instant,
      finishers: whole,
      entered: whole,
      manifest: v.nullable(v.string()),
    }),
  ),
});

export type ResultPageMessage = v.InferInput<typeof resultPage>;
export type ResultNamesMessage = v.InferInput<typeof resultNames>;
export type ResultSearchMessage = v.InferInput<typeof resultSearch>;
export type ResultEntryMessage = v.InferInput<typeof resultEntry>;
export type ResultVersionsMessage = v.InferInput<typeof resultVersions>;
