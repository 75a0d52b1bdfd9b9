import { addressesPerNetwork, networkOf } from '../domain/network';
import type { Amount, Tally } from '../spots/limits/limits';

/** Tries that came to nothing, for each hold or session, and for each address in a quarter of an hour. */
export const maxTries = 10;
export const maxTriesPerAddress = 50;
export const trySeconds = 900;
/** No hold lasts longer. */
export const maxHoldSeconds = 1800;

interface Needs {
  readonly tally: Tally;
  readonly now: () => Date;
}

interface Try {
  /** What somebody could guess: codes, or who is on the list of an event. */
  readonly what: 'codes' | 'list';
  readonly raceId: string;
  readonly address: string;
  /** How many codes or people are tried at once. */
  readonly much: number;
}

/**
 * Counts a try before anything is looked up, by its address, its network and `who`. `takeBack`: the codes could be used, or the people
 * are on the list, so nobody was guessing. A try that is too many counts no further.
 */
export const countTry = async (
  { tally, now }: Needs,
  { what, raceId, address, much }: Try,
  { who, seconds, much: own = much }: { readonly who: string; readonly seconds: number; readonly much?: number },
): Promise<{ readonly isTooMany: boolean; readonly takeBack: () => Promise<void> }> => {
  const of = { much, at: Math.floor(now().getTime() / 1000), seconds: trySeconds };
  const network = networkOf(address) ?? address;
  const tries: readonly Amount[] = [
    { ...of, who: `${what}:address:${raceId}:${address}` },
    { ...of, who: `${what}:network:${raceId}:${network}` },
    { ...of, who: `${what}:${who}`, seconds, much: own },
  ];
  const [ofAddress = 0, ofNetwork = 0, owned = 0] = await tally.add(tries);
  const isTooMany =
    owned > maxTries || ofAddress > maxTriesPerAddress || ofNetwork > maxTriesPerAddress * addressesPerNetwork;
  const takeBack = () => tally.takeBack(tries);
  if (isTooMany) await takeBack();
  return { isTooMany, takeBack };
};
