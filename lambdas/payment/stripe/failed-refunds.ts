import type { Refunds } from '../ports';
import { isLost, sumOf, upToOf, whyLost } from './answers';
import { type CallStripe, timedOut, unexpectedRefusal } from './call';
import { listRefunds } from './settling';

interface Needs {
  readonly callStripe: CallStripe;
  /** How long the lookup may take with all its attempts, in milliseconds. */
  readonly lookupMs?: number;
}

/** Finds refunds of ours that the bank returned. The database decides whether another refund made up for them. */
export const stripeFailedRefunds = ({ callStripe, lookupMs = 4500 }: Needs): Refunds => ({
  async failed(authorisation) {
    const answer = await listRefunds(callStripe, authorisation, Date.now() + lookupMs);
    if (answer.kind === 'unknown') throw timedOut(`what became of the refunds of ${authorisation}`);
    if (answer.kind === 'failure') {
      if (answer.status === 404) return undefined;
      throw unexpectedRefusal(`list refunds of ${authorisation}`, 'a refund that failed', answer.failure);
    }
    const all = answer.body.data;
    const ours = all.filter(({ metadata }) => metadata?.registration_id);
    const lost = ours.filter(isLost);
    const [latest] = lost;
    const registrationId = latest?.metadata?.registration_id;
    if (!latest || !registrationId) return undefined;
    const amount = sumOf(lost);
    const sent = Math.max(...ours.map(upToOf));
    const standing = sumOf(all.filter((one) => !isLost(one)));
    return {
      registrationId,
      state: 'refund-failed',
      authorisation,
      amount,
      currency: latest.currency.toUpperCase(),
      ...(sent !== amount && { sent }),
      ...(standing > 0 && { standing }),
      reason: whyLost(latest),
    };
  },
});
