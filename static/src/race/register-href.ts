/** The maximum size of a group. The server has the same limit. */
export const maxGroupSize = 8;

const among = (people: number) => (people > 1 ? `&people=${people}` : '');

/** The address of the page that registers `people` for an event. */
export const registerHref = (raceId: string, eventId: string, people = 1) =>
  `/races/${raceId}/register?event=${eventId}${among(people)}`;

/** The address of the page that puts `people` on the waiting list of an event. */
export const joinHref = (raceId: string, eventId: string, people = 1) =>
  `/races/${raceId}/waiting-list?event=${eventId}${among(people)}`;

/** The number of people from the query of an address: 1 unless it is 2 to 8. */
export const peopleIn = (text: string | undefined): number => (text && /^[2-8]$/.test(text) ? Number(text) : 1);
