import type { Alerts, LinkLimit, LinkRequests, Relay } from './ports';

interface Needs {
  readonly requests: LinkRequests;
  readonly limit: LinkLimit;
  readonly relay: Relay;
  readonly alerts: Alerts;
  readonly pause: (milliseconds: number) => Promise<unknown>;
}

/** `caller`: the network that asks. */
export type ResendLink = (email: string, caller: string) => Promise<'asked' | 'too-many-requests'>;

/** Longer than looking up and sending take, so that both have ended when the answer leaves. */
const answerDelayMs = 500;

/** From a network's first request on. */
export const linkWindowSeconds = 3600;

/** In that hour: a club's office and everybody in it who lost a link, and no list of addresses gone through. */
export const maxLinkRequestsPerHour = 20;

/**
 * Sends the links to the live registrations and confirmed places on the waiting list of an address, unless it got them
 * within ten minutes, or as many mails of this kind today as a mailbox gets. Neither the answer nor its time tells whether
 * the address is known: it leaves when the clock says, not when the work is done. Relaying is not waited for: what has not
 * left by then is committed in the outbox, and the next relay sends it.
 * Who asks too often is told so before anything is looked up, whatever the address.
 * Throws when the database fails, for known and unknown addresses alike.
 */
export const resendLink = ({ requests, limit, relay, alerts, pause }: Needs): ResendLink => {
  /** Without the cache nobody is counted: what a mailbox gets, the database counts. */
  const isTooMuch = async (caller: string): Promise<boolean> => {
    try {
      return (await limit.countOneMore(caller)) > maxLinkRequestsPerHour;
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
