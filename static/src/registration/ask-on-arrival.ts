import type { Offer } from '../flow/draft';

interface PendingRequest {
  readonly raceId: string;
  readonly eventId: string;
  /** How many want to run together. */
  readonly people: number;
  /** The spot that is offered to a place on the waiting list, instead of any. */
  readonly offer?: Offer;
}

let pending: PendingRequest | undefined;

/** Pressing "Register" on the race page is the wish for a spot. Opening the same address by itself is not. */
export const requestOnArrival = (raceId: string, eventId: string, people = 1) => {
  pending = { raceId, eventId, people };
};

/** The same for "Take the spot" on the page of a place on the waiting list. */
export const takeOfferOnArrival = (raceId: string, offer: Offer) => {
  pending = { raceId, eventId: offer.eventId, people: offer.size, offer };
};

/** What the runner has just pressed the button for, if it was for this event. Answers once. */
export const takePendingRequest = (raceId: string, eventId: string): PendingRequest | undefined => {
  const wanted = pending?.raceId === raceId && pending.eventId === eventId ? pending : undefined;
  pending = undefined;
  return wanted;
};
