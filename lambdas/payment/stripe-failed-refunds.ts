import type { Refunds } from './ports';
import { type Ask, silence, surprise } from './stripe-asking';
import { refunds } from './stripe-messages';

interface Needs {
  readonly ask: Ask;
  /** How long looking may take, all attempts together; in milliseconds. */
  readonly patienceMs?: number;
}

/** Looks for a refund that the bank sent back. One that stands, made by hand perhaps, makes up for it. */
export const stripeFailedRefunds = ({ ask, patienceMs = 4500 }: Needs): Refunds => ({
  async failed(authorisation) {
    const query = new URLSearchParams({ payment_intent: authorisation, limit: '100' });
    const answer = await ask({ method: 'GET', path: `/v1/refunds?${query}` }, refunds, Date.now() + patienceMs);
    if (answer.kind === 'unknown') throw silence(`what became of the refunds of ${authorisation}`);
    if (answer.kind === 'failure') {
      if (answer.status === 404) return undefined;
      throw surprise(`list refunds of ${authorisation}`, 'a refund that failed', answer.failure);
    }
    const all = answer.body.data;
    const isLost = ({ status }: (typeof all)[number]) => status === 'failed' || status === 'canceled';
    if (!all.every(isLost)) return undefined;
    const [lost] = all.flatMap(({ metadata, amount, currency, status, failure_reason }) => {
      const registrationId = metadata?.registration_id;
      if (!registrationId) return [];
      const reason = `${status}: ${failure_reason ?? 'no reason given'}`;
      return [{ registrationId, authorisation, amount, currency: currency.toUpperCase(), reason }];
    });
    return lost;
  },
});
