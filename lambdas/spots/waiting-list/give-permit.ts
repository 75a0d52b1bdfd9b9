import { networkOf } from '../../domain/network';
import type { HoldAnswer } from '../holds/hold-spot';
import type { HoldCommand } from '../holds/ports';
import type { PermitLimits } from './permits';
import type { PermitCounts, PermitSigner } from './ports';

interface Needs {
  readonly signer: PermitSigner;
  readonly counts: PermitCounts;
  readonly limits: PermitLimits;
  readonly now: () => Date;
  readonly report: (error: unknown) => void;
}

const leadsToTheList: readonly HoldAnswer['kind'][] = ['sold-out', 'held', 'too-few', 'waiting'];

/** Only a runner who cannot have a spot needs a place on the list. */
export const mayBePermitted = (answer: HoldAnswer): boolean =>
  leadsToTheList.includes(answer.kind) && !('isWithoutList' in answer);

/**
 * Returns a signed permit to join the waiting list, or undefined when the session or the network had enough of them.
 */
export type GivePermit = (command: HoldCommand) => Promise<string | undefined>;

/**
 * Gives a permit to a runner whose request for a spot was refused, counted by session and by address. Repeated requests for
 * one event with one registration id, which the page sends while all spots are held, count once. When the cache does not answer,
 * nothing is counted and everybody gets a permit.
 */
export const givePermit = ({ signer, counts, limits, now, report }: Needs): GivePermit => {
  const isCounted = async ({ registrationId, eventId, sessionHash, address }: HoldCommand): Promise<boolean> => {
    // For another event the same id is another place on another list.
    const place = `${eventId}:${registrationId}`;
    if (await counts.isKnown(place)) return true;
    const session = `session:${sessionHash}`;
    if ((await counts.count(session)) > limits.mostPerSession) return false;
    const network = networkOf(address);
    const [ofAddress = 0, ofNetwork = 0] = await Promise.all(
      [`address:${eventId}:${address}`, ...(network === undefined ? [] : [`network:${eventId}:${network}`])].map(
        (who) => counts.count(who),
      ),
    );
    if (ofAddress > limits.mostPerAddressAndEvent) return false;
    if (ofNetwork > limits.mostPerNetworkAndEvent) return false;
    await counts.know(place, limits.countedSeconds);
    return true;
  };

  return async (command) => {
    const may = await isCounted(command).catch((error: unknown) => {
      report(error);
      return true;
    });
    if (!may) return undefined;
    const { registrationId: placeId, raceId, eventId, sessionHash } = command;
    return signer.signPermit({
      placeId,
      raceId,
      eventId,
      sessionHash,
      until: now().getTime() + limits.permitSeconds * 1000,
    });
  };
};
