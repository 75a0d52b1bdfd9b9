import type { Refunds } from './ports';
import { type Ask, silence, surprise } from './stripe-asking';
import { isLost, whyLost } from './stripe-messages';
import { listRefunds } from './stripe-refunding';

interface Needs {
  readonly ask: Ask;
  /** How long looking may take, all attempts together; in milliseconds. */
  readonly patienceMs?: number;
}

/** Looks for a refund that the bank sent back. One that stands, made by hand perhaps, makes up for it. */
export const stripeFailedRefunds = ({ ask, patienceMs = 4500 }: Needs): Refunds => ({
  async failed(authorisation) {
    const answer = await listRefunds(ask, authorisation, Date.now() + patienceMs);
    if (answer.kind === 'unknown') throw silence(`what became of the refunds of ${authorisation}`);
    if (answer.kind === 'failure') {
      if (answer.status === 404) return undefined;
      throw surprise(`list refunds of ${authorisation}`, 'a refund that failed', answer.failure);
    }
    const all = answer.body.data;
    if (!all.every(isLost)) return undefined;
    const lost = all.find(({ metadata }) => metadata?.registration_id);
    const registrationId = lost?.metadata?.registration_id;
    if (!lost || !registrationId) return undefined;
    const currency = lost.currency.toUpperCase();
    return {
      registrationId,
      state: 'refund-failed',
      authorisation,
      amount: lost.amount,
      currency,
      reason: whyLost(lost),
    };
  },
});
