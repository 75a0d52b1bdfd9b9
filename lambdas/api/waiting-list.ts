import * as v from 'valibot';
import { identity } from './registrations';
import { eventId, instant, placeId, raceId, token } from './words';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const about = { placeId, raceId, raceName: v.string(), eventId, eventName: v.string() };

/** The id is not that of a registration: that one is made when a spot is held. */
export const joinRequest = v.strictObject({ placeId, eventId, runner: identity });

/** On its way to the list. `ticket` opens this place on it: keep it, and ask after `pollAfter` seconds. */
export const joinAccepted = v.strictObject({
  placeId,
  raceId,
  eventId,
  ticket: token,
  status: v.literal('processing'),
  pollAfter: v.number(),
});

/** Poll after `pollAfter` seconds, not earlier. */
export const waitingStatus = v.variant('status', [
  v.strictObject({ placeId, status: v.literal('processing'), pollAfter: v.number() }),
  /** `ahead`: how many come first. */
  v.strictObject({ ...about, status: v.literal('waiting'), ahead: count, pollAfter: v.number() }),
  /** A spot is kept for this runner until `endsAt`: hold it with the ticket, and register as he who waited. */
  v.strictObject({ ...about, status: v.literal('offered'), endsAt: instant, now: instant, runner: identity }),
  v.strictObject({ ...about, status: v.literal('registered') }),
  /** The offer was not taken up in time. */
  v.strictObject({ ...about, status: v.literal('expired') }),
  v.strictObject({ ...about, status: v.literal('left') }),
  /** Spots could be had when the runner asked for a place on the list. */
  v.strictObject({ ...about, status: v.literal('not-needed') }),
]);

export const waitingListLeft = v.strictObject({ placeId, status: v.literal('left') });

export type JoinRequest = v.InferOutput<typeof joinRequest>;
export type JoinAccepted = v.InferOutput<typeof joinAccepted>;
export type WaitingStatus = v.InferOutput<typeof waitingStatus>;
export type WaitingListLeft = v.InferOutput<typeof waitingListLeft>;
