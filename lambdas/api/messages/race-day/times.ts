import * as v from 'valibot';
import { eventId, isNoList, zonedInstant } from '../../fields';

/** What a request may have: a thousand rows with a dozen splits each. */
export const mostTimesBytes = 256 * 1024;

const milliseconds = v.pipe(v.number(), v.integer('whole-number'));
const code = v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,19}$/));

const row = v.strictObject({
  bib: v.pipe(v.number(), v.integer('whole-number'), v.minValue(1), v.maxValue(999_999)),
  /** Without it, a runner with a time has finished. */
  status: v.optional(v.picklist(['finished', 'dnf', 'dns', 'dsq'])),
  /** Since the start of the wave. */
  gunMs: v.optional(milliseconds),
  /** Since the runner crossed the start. */
  chipMs: v.optional(milliseconds),
  /** By the codes of the points of the set. */
  splits: v.optional(v.pipe(v.custom<Record<string, number>>(isNoList), v.record(code, milliseconds))),
  /** When the newest of it was seen. */
  at: zonedInstant,
});

export const timesRequest = v.strictObject({
  /** Any UUID that the client makes once for these rows: they are applied once, however often they are sent. */
  batchId: eventId,
  rows: v.pipe(v.array(row), v.minLength(1), v.maxLength(1_000)),
});
export type TimesRequest = v.InferOutput<typeof timesRequest>;

const answer = {
  /** How many rows changed something. */
  applied: v.number(),
  unchanged: v.number(),
  /** Rows that were not taken. They stopped no other. */
  refused: v.array(
    v.strictObject({
      bib: v.number(),
      reason: v.picklist([
        'twice',
        'unknown-bib',
        'time-out-of-range',
        'chip-above-gun',
        'no-time',
        'unknown-point',
        'from-the-future',
      ]),
    }),
  ),
  /** The state of the set after it. It grows with each change. */
  seq: v.number(),
};

export const timesTaken = v.strictObject(answer);
/** `removed`: the bibs of entries whose registration has no spot any more, or another bib. `withoutBib`: runners who have none yet. */
export const startListTaken = v.strictObject({ ...answer, removed: v.array(v.number()), withoutBib: v.number() });
