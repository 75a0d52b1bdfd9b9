import type { Offer } from '../flow/draft';

interface Wish {
  readonly raceId: string;
  readonly eventId: string;
  /** How many want to run together. */
  readonly people: number;
  /** The spot that is offered to a place on the waiting list, instead of any. */
  readonly offer?: Offer;
}

let wish: Wish | undefined;

/** Pressing "Register" on the race page is the wish for a spot. Opening the same address by itself is not. */
export const askOnArrival = (raceId: string, eventId: string, people = 1) => {
  wish = { raceId, eventId, people };
};

/** The same for "Take the spot" on the page of a place on the waiting list. */
export const takeOnArrival = (raceId: string, offer: Offer) => {
  wish = { raceId, eventId: offer.eventId, people: offer.size, offer };
};

/** What the runner has just pressed the button for, if it was for this event. Answers once. */
export const takeWish = (raceId: string, eventId: string): Wish | undefined => {
  const wanted = wish?.raceId === raceId && wish.eventId === eventId ? wish : undefined;
  wish = undefined;
  return wanted;
};
