import { availability, race } from '../../lambdas/api/messages/races';
import { get } from '../target/get';
import { type Prospect, prospectOf } from '../target/prospect';

/** The spots that the race's page offers now, over all its events. */
export const spotsLeft = async (url: string, raceId: string): Promise<number> => {
  const { events } = await get(availability, `${url}/api/races/${raceId}/availability`);
  return events.reduce((sum, event) => sum + event.spotsLeft, 0);
};

/**
 * What a crowd finds, as far as the public API tells. It cannot tell registrations from holds, so each spot that is
 * taken may come back. Throws with what the page says when nobody can register.
 */
export const prospectFromOutside = async (
  url: string,
  raceId: string,
): Promise<Prospect & { readonly spotsLeft: number }> => {
  const { events } = await get(race, `${url}/api/races/${raceId}`);
  const capacity = events.reduce((sum, event) => sum + event.capacity, 0);
  return { ...(await prospectOf(url, raceId, capacity)), spotsLeft: await spotsLeft(url, raceId) };
};

/**
 * Waits until the page shows what is expected, because it counts again only every few seconds. Resolves with what it
 * shows, or with its last count after `deadlineSeconds`.
 */
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
