import type { Charge } from './payment';
import type { Processor, Refund } from './ports';
import { type Ask, surprise } from './stripe-asking';
import { type Failure, isLost, type Refunded, refund, refunds, whyLost } from './stripe-messages';

interface Needs {
  readonly ask: Ask;
  readonly settleMs: number;
}

/**
 * Gives money back once. The key alone would not do: Stripe forgets it after 24 hours, repeats under it what was true at
 * first, and knows nothing of what somebody gave back by hand. So the refunds that are there are looked at before, and
 * once more when the answer is not a plain yes.
 */
export const stripeRefunding = ({ ask, settleMs }: Needs): Processor['refund'] => {
  return async (authorisation, charge) => {
    const deadline = Date.now() + settleMs;
    const before = await listRefunds(ask, authorisation, deadline - (settleMs * 2) / 3);
    if (before.kind === 'unknown') return before;
    if (before.kind === 'failure')
      throw surprise(`list refunds of ${authorisation}`, charge.registrationId, before.failure);
    const known = judged(before.body.data, charge);
    if (known) return known;

    const answer = await ask(
      {
        method: 'POST',
        path: '/v1/refunds',
        idempotencyKey: `${charge.registrationId}:refund`,
        form: {
          payment_intent: authorisation,
          amount: String(charge.amount),
          'metadata[registration_id]': charge.registrationId,
        },
      },
      refund,
      deadline - settleMs / 3,
    );
    if (answer.kind === 'done') {
      if (answer.body.payment_intent !== authorisation)
        throw new Error(`The processor refunded ${answer.body.payment_intent} in place of ${authorisation}.`);
      return judged([answer.body], charge) ?? { kind: 'unknown' };
    }
    const after = await listRefunds(ask, authorisation, deadline);
    const found = after.kind === 'done' ? judged(after.body.data, charge) : undefined;
    if (found) return found;
    return answer.kind === 'failure' ? { kind: 'failed', reason: reasonOf(answer.failure) } : answer;
  };
};

/** Every refund of one payment, by whomever it was made. */
export const listRefunds = (ask: Ask, authorisation: string, deadline: number) => {
  const query = new URLSearchParams({ payment_intent: authorisation, limit: '100' });
  return ask({ method: 'GET', path: `/v1/refunds?${query}` }, refunds, deadline);
};

/** What the refunds of one payment say about the one that is wanted; undefined when it is still to be made. */
const judged = (all: readonly Refunded[], { registrationId, amount, currency }: Charge): Refund | undefined => {
  const standing = all.filter((one) => !isLost(one));
  if (standing.length === 0) {
    // Stripe has the money again and will not send it a second time: where to, somebody has to ask the runner.
    const lost = all.find(({ metadata }) => metadata?.registration_id === registrationId);
    return lost && { kind: 'failed', reason: `the refund was ${whyLost(lost)}` };
  }
  // By hand, too: of one payment money is given back once.
  const given = standing.reduce((sum, one) => sum + one.amount, 0);
  if (given !== amount || standing.some((one) => one.currency !== currency.toLowerCase()))
    return { kind: 'failed', reason: `${given} were given back already` };
  return { kind: standing.some(({ status }) => status === 'requires_action') ? 'unknown' : 'refunded' };
};

const reasonOf = ({ type, code, message }: Failure): string => `${code ?? type}: ${message ?? 'no reason given'}`;
