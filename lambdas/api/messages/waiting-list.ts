import * as v from 'valibot';
import { eventId, instant, placeId, raceId, size, token } from '../fields';
import { identity } from './registrations';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const about = { placeId, raceId, raceName: v.string(), eventId, eventName: v.string() };

/**
 * `placeId`: the id of the refused request for a spot; it becomes no registration. `size`: how many spots are
 * wanted, default 1. They are offered all at once, and not before that many are free. `permit`: from the problem that
 * refused a spot under the same id. It is needed, and optional here only because older pages send none and are told
 * what to do.
 */
export const joinRequest = v.strictObject({
  placeId,
  eventId,
  runner: identity,
  size: v.optional(size),
  permit: v.optional(token),
});

/** The request is on its way to the list. `ticket` opens this place: keep it, and poll after `pollAfter` seconds. */
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
  /**
   * This runner has a place that opens only with the link in their mail. The ticket is of a second request, or the
   * place has been confirmed since.
   */
  v.strictObject({ ...about, status: v.literal('on-the-list') }),
  /**
   * `ahead`: how many confirmed places come first. `confirmation`: `done`; `here`, when this ticket is from a mail and
   * can confirm the place; `by-mail`, when the link in the mail is needed. A place that is not confirmed gets no offer.
   */
  v.strictObject({
    ...about,
    status: v.literal('waiting'),
    ahead: count,
    size,
    confirmation: v.picklist(['done', 'here', 'by-mail']),
    pollAfter: v.number(),
  }),
  /**
   * `size` spots are kept for this runner until `endsAt`. Hold them with the ticket, all at once, and register under
   * the same identity.
   */
  v.strictObject({ ...about, status: v.literal('offered'), endsAt: instant, now: instant, size, runner: identity }),
  v.strictObject({ ...about, status: v.literal('registered') }),
  /** The offer was not accepted in time. */
  v.strictObject({ ...about, status: v.literal('expired') }),
  /** `isRemoved`: the organiser took the runner off the list. Otherwise the runner left it. */
  v.strictObject({ ...about, status: v.literal('left'), isRemoved: v.optional(v.literal(true)) }),
  /** Spots were free when the runner asked for a place. */
  v.strictObject({ ...about, status: v.literal('not-needed') }),
]);

/** `size`: how many of the group still wait. A group that waits becomes smaller by it, and never larger. */
export const confirmAsked = v.object({
  size: v.optional(v.pipe(v.string(), v.regex(/^[1-8]$/, 'whole-number'), v.transform(Number))),
});

/** `over`: the place is off the list; its status tells why. */
export const placeConfirmed = v.strictObject({ placeId, status: v.picklist(['confirmed', 'over']) });

export const waitingListLeft = v.strictObject({ placeId, status: v.literal('left') });

export type JoinRequest = v.InferOutput<typeof joinRequest>;
export type JoinAccepted = v.InferOutput<typeof joinAccepted>;
export type WaitingStatus = v.InferOutput<typeof waitingStatus>;
export type PlaceConfirmed = v.InferOutput<typeof placeConfirmed>;
export type WaitingListLeft = v.InferOutput<typeof waitingListLeft>;
