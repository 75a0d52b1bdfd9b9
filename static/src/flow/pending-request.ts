import type { Offer } from './draft';

interface PendingRequest {
  readonly raceId: string;
  readonly eventId: string;
  /** How many people are in the group. */
  readonly people: number;
  /** The offer to a place on the waiting list, if the request is for it. */
  readonly offer?: Offer;
}

let pending: PendingRequest | undefined;

/** Called when the runner presses "Register": the next page then asks for spots at once. Opening its address does not. */
export const requestOnArrival = (raceId: string, eventId: string, people = 1) => {
  pending = { raceId, eventId, people };
};

/** The same when the runner presses "Take the spot" on the page of a place on the waiting list. */
export const takeOfferOnArrival = (raceId: string, offer: Offer) => {
  pending = { raceId, eventId: offer.eventId, people: offer.size, offer };
};

/** The pending request for this event, if there is one. Returns it once: every call clears it. */
export const takePendingRequest = (raceId: string, eventId: string): PendingRequest | undefined => {
  const wanted = pending?.raceId === raceId && pending.eventId === eventId ? pending : undefined;
  pending = undefined;
  return wanted;
};
