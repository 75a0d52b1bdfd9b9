import * as v from 'valibot';
import { identity } from './registrations';
import { eventId, instant, placeId, raceId, size, token } from './words';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const about = { placeId, raceId, raceName: v.string(), eventId, eventName: v.string() };

/**
 * The id is the one that a spot was asked for with in vain; it becomes no registration. `size`: how many want to run together, 1 if
 * nothing is said; they are offered as many spots at once, and none before so many are free. `permit`: from the answer that
 * said that no spot can be had, to a request for one under this very id. Needed; optional here only because a page from
 * before there were permits sends none, and is told what to do.
 */
export const joinRequest = v.strictObject({
  placeId,
  eventId,
  runner: identity,
  size: v.optional(size),
  permit: v.optional(token),
});

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
  /**
   * This runner has a place on the list, which opens with the link in their mail only: the ticket is of a second wish, or the
   * place was confirmed since.
   */
  v.strictObject({ ...about, status: v.literal('on-the-list') }),
  /**
   * `ahead`: how many confirmed places come first. `confirmation`: `done`; or `here`, when this ticket, from a mail, can
   * confirm the place; or `by-mail`, when it takes the link in the mail. A place that is not confirmed is offered nothing.
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
   * A spot is kept for this runner until `endsAt`, or `size` of them: hold them with the ticket, all at once, and
   * register as he who waited.
   */
  v.strictObject({ ...about, status: v.literal('offered'), endsAt: instant, now: instant, size, runner: identity }),
  v.strictObject({ ...about, status: v.literal('registered') }),
  /** The offer was not taken up in time. */
  v.strictObject({ ...about, status: v.literal('expired') }),
  v.strictObject({ ...about, status: v.literal('left') }),
  /** Spots could be had when the runner asked for a place on the list. */
  v.strictObject({ ...about, status: v.literal('not-needed') }),
]);

/** `over`: the place is on no list any more. Its status says why. */
export const placeConfirmed = v.strictObject({ placeId, status: v.picklist(['confirmed', 'over']) });

export const waitingListLeft = v.strictObject({ placeId, status: v.literal('left') });

export type JoinRequest = v.InferOutput<typeof joinRequest>;
export type JoinAccepted = v.InferOutput<typeof joinAccepted>;
export type WaitingStatus = v.InferOutput<typeof waitingStatus>;
export type PlaceConfirmed = v.InferOutput<typeof placeConfirmed>;
export type WaitingListLeft = v.InferOutput<typeof waitingListLeft>;
