import * as v from 'valibot';
import { eventId, raceId } from '../../api/fields';

const lineId = v.pipe(v.string(), v.uuid());
const round = v.pipe(v.number(), v.integer(), v.minValue(1));
const at = v.pipe(v.string(), v.isoTimestamp());
const hex = (bytes: number) => v.pipe(v.string(), v.regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`)));

/** In the queue `line-passes`: a pass was issued. */
const passRecord = v.strictObject({
  lineId,
  hash: hex(32),
  wave: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 31 - 1)),
});

/**
 * In the queue `line-passes`: somebody who was called got a hold. It brings the pass along: the record of the pass may still be on its
 * way, and nobody could tell the turn from an invented one.
 */
const turnRecord = v.strictObject({
  lineId,
  eventId,
  turn: v.pipe(v.number(), v.minValue(0)),
  at,
  hash: v.optional(hex(32)),
});

/** In the queue `line-work`. Each may come twice, and late. */
export const lineWork = v.variant('kind', [
  /** The list of the draw is due, or its round is overdue. */
  v.strictObject({ kind: v.literal('close'), lineId }),
  /** What the beacon said. Null: for a minute, no relay answered. */
  v.strictObject({ kind: v.literal('beacon'), lineId, round, signature: v.nullable(hex(48)) }),
  /** The line is over: what is left of its proof is due. */
  v.strictObject({ kind: v.literal('over'), lineId }),
]);
export type LineWork = v.InferOutput<typeof lineWork>;

export const passMessage = v.union([passRecord, turnRecord]);

/** So long after the end of a line these still count: longer than what a crash left takes to come again. */
export const recordedAfterEndSeconds = 40;

/** In the queue `line-errands`: what is done outside of the VPC. */
export const lineErrand = v.variant('kind', [
  /** To be done at `at`, when the round is published. */
  v.strictObject({ kind: v.literal('beacon'), lineId, round, at }),
  /** The edge stamps who comes to this race, from now on. */
  v.strictObject({ kind: v.literal('arm'), lineId, raceId, gun: at }),
  /** It does so no longer. */
  v.strictObject({ kind: v.literal('disarm'), lineId, raceId }),
]);
export type LineErrand = v.InferOutput<typeof lineErrand>;
