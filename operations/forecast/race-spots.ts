import * as v from 'valibot';
import { race as raceMessage } from '../../lambdas/api/messages/races';

/** The spots of a race of a running Startline, over all its distances. Throws with what to try instead. */
export const raceSpots = async ({ race, url }: { readonly race: string; readonly url: string }): Promise<number> => {
  const address = `${url}/api/races/${encodeURIComponent(race)}`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(10_000) }).catch((error: unknown) => {
    throw new Error(`Nothing answers at ${url}. Does npm start run? For another place, say --url.`, { cause: error });
  });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: is there a race "${race}"? --cap needs none.`);
  return v.parse(raceMessage, await answer.json()).events.reduce((sum, { capacity }) => sum + capacity, 0);
};
