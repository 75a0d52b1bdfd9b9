/** As many as may register together. */
export const maxGroupSize = 8;

const among = (people: number) => (people > 1 ? `&people=${people}` : '');

/** To registering so many people for an event. */
export const registerHref = (raceId: string, eventId: string, people = 1) =>
  `/races/${raceId}/register?event=${eventId}${among(people)}`;

/** To its waiting list. */
export const joinHref = (raceId: string, eventId: string, people = 1) =>
  `/races/${raceId}/waiting-list?event=${eventId}${among(people)}`;

/** How many people an address speaks of: one unless it says otherwise. */
export const peopleIn = (text: string | undefined): number => (text && /^[2-8]$/.test(text) ? Number(text) : 1);
