import { addressesPerNetwork, networkOf } from '../domain/network';
import type { Amount, Tally } from '../spots/limits/limits';

/** Codes that cannot be used, for each hold or session, and for each address in a quarter of an hour. */
export const maxTries = 10;
export const maxTriesPerAddress = 50;
export const trySeconds = 900;

interface Needs {
  readonly tally: Tally;
  readonly now: () => Date;
}

interface Try {
  readonly raceId: string;
  readonly address: string;
  /** How many codes are tried at once. */
  readonly much: number;
}

/**
 * Counts a try of codes before they are looked up, by its address, its network and `who`. `takeBack`: the codes could be used,
 * so nobody was guessing. A try that is too many counts no further.
 */
export const countTry = async (
  { tally, now }: Needs,
  { raceId, address, much }: Try,
  { who, seconds }: { readonly who: string; readonly seconds: number },
): Promise<{ readonly isTooMany: boolean; readonly takeBack: () => Promise<void> }> => {
  const of = { much, at: Math.floor(now().getTime() / 1000), seconds: trySeconds };
  const network = networkOf(address) ?? address;
  const tries: readonly Amount[] = [
    { ...of, who: `codes:address:${raceId}:${address}` },
    { ...of, who: `codes:network:${raceId}:${network}` },
    { ...of, who: `codes:${who}`, seconds },
  ];
  const [ofAddress = 0, ofNetwork = 0, own = 0] = await tally.add(tries);
  const isTooMany =
    own > maxTries || ofAddress > maxTriesPerAddress || ofNetwork > maxTriesPerAddress * addressesPerNetwork;
  const takeBack = () => tally.takeBack(tries);
  if (isTooMany) await takeBack();
  return { isTooMany, takeBack };
};
