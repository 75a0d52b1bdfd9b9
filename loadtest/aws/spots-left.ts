import { availability, race } from '../../lambdas/api/races';
import { get } from '../get';
import { type Prospect, prospectOf } from '../prospect';

/** Spots of all events that the race's page offers now. */
export const spotsLeft = async (url: string, raceId: string): Promise<number> => {
  const { events } = await get(availability, `${url}/api/races/${raceId}/availability`);
  return events.reduce((sum, event) => sum + event.spotsLeft, 0);
};

/**
 * What a crowd finds, as far as anybody can see: who is registered already cannot be told from who only holds a spot, so
 * all of them might give it back meanwhile. Throws, with what the page says, when nobody can register.
 */
export const prospectFromOutside = async (
  url: string,
  raceId: string,
): Promise<Prospect & { readonly spotsLeft: number }> => {
  const { events } = await get(race, `${url}/api/races/${raceId}`);
  const capacity = events.reduce((sum, event) => sum + event.capacity, 0);
  return { ...(await prospectOf(url, raceId, capacity)), spotsLeft: await spotsLeft(url, raceId) };
};

/** The page counts anew every few seconds: what it shows once it shows what is expected, or at the end of patience. */
export const settledSpotsLeft = async (
  url: string,
  raceId: string,
  expected: number,
  deadlineSeconds: number,
): Promise<number> => {
  const deadline = Date.now() + deadlineSeconds * 1000;
  for (;;) {
    const found = await spotsLeft(url, raceId);
    if (found === expected || Date.now() > deadline) return found;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
};
