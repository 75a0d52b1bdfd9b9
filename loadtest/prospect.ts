import { availability } from '../lambdas/api/races';
import { get } from './get';

/** What a crowd finds that sets off now. */
export interface Prospect {
  /** Spots of the events that are open to it. */
  readonly capacity: number;
  /** Spots of the whole race that somebody holds, or that wait for others: some may come back meanwhile. */
  readonly heldByOthers: number;
}

/**
 * What can be had of a race, be it new or long in use. `unregistered`: its spots nobody is registered for. Throws, with
 * what the page says, when nobody can register.
 */
export const prospectOf = async (
  url: string,
  raceId: string,
  unregistered: number,
  eventId?: string,
): Promise<Prospect> => {
  const { events } = await get(availability, `${url}/api/races/${raceId}/availability`);
  const wanted = events.filter((event) => eventId === undefined || event.eventId === eventId);
  if (wanted.length === 0) throw new Error(`The race "${raceId}" has no event ${eventId}.`);
  const open = wanted.filter(({ state }) => state === 'open');
  if (open.length === 0) {
    const states = [...new Set(wanted.map(({ state }) => state))].join(', ');
    throw new Error(
      `Nobody can register for "${raceId}": the page says "${states}". Take a race with spots left, or a new system.`,
    );
  }
  const left = events.reduce((sum, { spotsLeft }) => sum + spotsLeft, 0);
  return {
    capacity: open.reduce((sum, { spotsLeft }) => sum + spotsLeft, 0),
    heldByOthers: Math.max(0, unregistered - left),
  };
};
