import { availability } from '../../lambdas/api/messages/races';
import { get } from './get';

/** What a crowd finds when it sets off now. */
export interface Prospect {
  /** Free spots of the open events. */
  readonly capacity: number;
  /** Spots of the whole race that are held, or reserved for others. Some may come back during the run. */
  readonly heldByOthers: number;
}

/**
 * What is free in a race, new or long in use. `unregistered`: its spots without a registration. Throws with what the
 * page says when nobody can register.
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
