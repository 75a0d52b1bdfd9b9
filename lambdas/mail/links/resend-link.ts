import { addressesPerNetwork, networkOf } from '../../domain/network';
import type { Relay } from '../../domain/outbox';
import type { Alerts } from '../ports';
import type { LinkLimit, LinkRequests } from './ports';

interface Needs {
  readonly requests: LinkRequests;
  readonly limit: LinkLimit;
  readonly relay: Relay;
  readonly alerts: Alerts;
  readonly pause: (milliseconds: number) => Promise<unknown>;
}

/** `caller`: the network address that asks. */
export type ResendLink = (email: string, caller: string) => Promise<'asked' | 'too-many-requests'>;

/** Longer than looking up and sending take, so that both are done when the answer leaves. */
const answerDelayMs = 500;

/** From a network's first request on. */
export const linkWindowSeconds = 3600;

/**
 * Requests of one network address within that hour. An IPv6 network gets four times as many. It is enough for the office of a club whose
 * members lost their links, and too few to try a list of mail addresses.
 */
export const maxLinkRequestsPerHour = 20;

/**
 * Sends the links to the registrations and confirmed places of an address, unless it got them within ten minutes or its
 * mailbox has reached the daily limit. Neither the answer nor its time reveals whether the address is known: the answer
 * leaves after a fixed time. It does not wait for the relay: an unsent message is committed in the outbox, and the next
 * relay sends it. A network that asks too often is refused before anything is looked up, for any address. Throws when
 * the database fails, for known and unknown addresses alike.
 */
export const resendLink = ({ requests, limit, relay, alerts, pause }: Needs): ResendLink => {
  /** Without the cache requests are not counted; the limit for each mailbox is in the database. */
  const isTooMuch = async (caller: string): Promise<boolean> => {
    try {
      const network = networkOf(caller);
      const [ofAddress, ofNetwork] = await Promise.all([
        limit.countOneMore(caller),
        network === undefined ? 0 : limit.countOneMore(network),
      ]);
      return Math.max(ofAddress, ofNetwork / addressesPerNetwork) > maxLinkRequestsPerHour;
    } catch (error) {
      alerts.warn('Requests for links are not counted.', { reason: String(error) });
      return false;
    }
  };

  return async (email, caller) => {
    if (await isTooMuch(caller)) {
      alerts.count('LinkRequestsRefused');
      return 'too-many-requests';
    }
    const answerTime = pause(answerDelayMs);
    const ids = await requests.order(email);
    if (ids.length > 0)
      relay(ids).catch((error) => alerts.warn('A link waits for the next relay.', { reason: String(error) }));
    await answerTime;
    return 'asked';
  };
};
