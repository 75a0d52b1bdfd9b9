import type { Collected, Entry } from '../domain/money/quote';
import type { FindFundraiser } from './ports';

/**
 * The fundraiser of a donation, as it is signed. `undefined`: the entry names none. `nobody`: the race has none of this
 * name, or it is closed or for another cause. What is known of it may be half a minute old.
 */
export const collectedBy = async (
  findFundraiser: FindFundraiser,
  raceId: string,
  { order: { donation, collected } }: Entry,
): Promise<Collected | undefined | 'nobody'> => {
  if (!collected) return undefined;
  const found = await findFundraiser(raceId, collected.fundraiser);
  if (!found?.isOpen || found.cause !== donation?.cause) return 'nobody';
  return { fundraiser: found.id, ...(collected.isPublic && { isPublic: true }) };
};
