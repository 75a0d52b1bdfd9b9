import type { Collected, Entry } from '../domain/quote';
import type { FindFundraiser } from './ports';

/**
 * Who collects the donation, as it is signed: for its own cause, and while it is open. `undefined`: the runner named nobody.
 * `nobody`: they named somebody who does not collect here, or for something else. Who reads a page of half a minute ago may
 * be told so after the page was closed.
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
