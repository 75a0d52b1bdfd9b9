import type { HoldWish } from './hold-wish';
import { addressesPerNetwork } from './limits';
import type { PermitLimits } from './permits';
import type { PermitCounts, PermitSigner } from './ports';
import { networkOf } from './unpaid';

interface Needs {
  readonly signer: PermitSigner;
  readonly counts: PermitCounts;
  readonly limits: PermitLimits;
  readonly now: () => Date;
  readonly report: (error: unknown) => void;
}

/** A signed permit to join the waiting list; none for who had enough of them. */
export type GivePermit = (wish: HoldWish) => Promise<string | undefined>;

/**
 * Gives a permit to who asked for a spot in vain, counted by session and by address. Who asks again and again with one
 * registration id, as the page does while all spots are held, is counted once. A cache that does not answer counts
 * nothing: then everybody gets one.
 */
export const givePermit = ({ signer, counts, limits, now, report }: Needs): GivePermit => {
  const isCounted = async ({ registrationId, sessionHash, address }: HoldWish): Promise<boolean> => {
    if (await counts.isKnown(registrationId)) return true;
    const session = `session:${sessionHash}`;
    if ((await counts.count(session)) > limits.mostPerSession) return false;
    if (!(await counts.isKnown(session))) {
      const network = networkOf(address);
      const [ofAddress = 0, ofNetwork = 0] = await Promise.all(
        [`address:${address}`, ...(network === undefined ? [] : [`network:${network}`])].map((who) =>
          counts.count(who),
        ),
      );
      if (ofAddress > limits.mostSessionsPerAddress) return false;
      if (ofNetwork > addressesPerNetwork * limits.mostSessionsPerAddress) return false;
      await counts.know(session, limits.countedSeconds);
    }
    await counts.know(registrationId, limits.permitSeconds);
    return true;
  };

  return async (wish) => {
    const may = await isCounted(wish).catch((error: unknown) => {
      report(error);
      return true;
    });
    if (!may) return undefined;
    const { registrationId: placeId, raceId, eventId, sessionHash } = wish;
    return signer.signPermit({
      placeId,
      raceId,
      eventId,
      sessionHash,
      until: now().getTime() + limits.permitSeconds * 1000,
    });
  };
};
