import type { Bell, LinkRequests, Relay } from './ports';

interface Needs {
  readonly requests: LinkRequests;
  readonly relay: Relay;
  readonly bell: Bell;
  readonly pause: (milliseconds: number) => Promise<unknown>;
}

export type ResendLink = (email: string) => Promise<void>;

/** Longer than looking up and sending take, so that both have ended when the answer leaves. */
const answerMs = 500;

/**
 * Sends the links to the live registrations and places on the waiting list of an address, unless it got them within ten
 * minutes. Neither the answer nor its time tells whether the address is known: it leaves when the clock says, not when
 * the work is done. Relaying is not waited for: what has not left by then is committed in the outbox, and the next relay
 * sends it.
 * Throws when the database fails, for known and unknown addresses alike.
 */
export const resendLink =
  ({ requests, relay, bell, pause }: Needs): ResendLink =>
  async (email) => {
    const answerTime = pause(answerMs);
    const ids = await requests.order(email);
    if (ids.length > 0)
      relay(ids).catch((error) => bell.warn('A link waits for the next relay.', { reason: String(error) }));
    await answerTime;
  };
