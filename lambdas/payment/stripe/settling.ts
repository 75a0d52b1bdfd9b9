import type { Charge, Refunding } from '../../domain/payment';
import type { Processor, Refund } from '../ports';
import {
  type Failure,
  type Intent,
  intent,
  isLost,
  type Refunded,
  refund,
  refunds,
  sumOf,
  upToOf,
  whyLost,
} from './answers';
import { type Answer, type CallStripe, unexpectedRefusal } from './call';
import { assertIsFor, type StripeIntents } from './intents';

interface Needs {
  readonly callStripe: CallStripe;
  readonly intents: StripeIntents;
  readonly settleMs: number;
}

/**
 * Captures or cancels. The state of the intent is what counts; it is looked up when the answer is unclear. So it does
 * no harm that Stripe forgets keys after 24 hours: a captured intent refuses a second capture and says that it is
 * captured.
 */
export const stripeSettling = ({ callStripe, intents, settleMs }: Needs): Pick<Processor, 'capture' | 'void'> => {
  const settle = async (
    verb: 'capture' | 'cancel',
    authorisation: string,
    charge: Charge,
    form: Record<string, string>,
  ): Promise<Answer<Intent>> => {
    const deadline = Date.now() + settleMs;
    const path = `/v1/payment_intents/${encodeURIComponent(authorisation)}/${verb}`;
    // Cancelling has no key: if it is refused because a card is just being tried, the key would repeat that refusal for
    // a day.
    const key = verb === 'capture' && { idempotencyKey: `${charge.registrationId}:capture` };
    // Leaves some time for the lookup.
    const answer = await callStripe({ method: 'POST', path, form, ...key }, intent, deadline - settleMs / 3);
    if (answer.kind === 'failure' && answer.failure.payment_intent) {
      const body = answer.failure.payment_intent;
      if (body.status === 'succeeded' || body.status === 'canceled') return { kind: 'done', body };
    }
    return answer.kind === 'unknown' ? intents.retrieve(authorisation, deadline) : answer;
  };

  return {
    async capture(authorisation, charge) {
      const answer = await settle('capture', authorisation, charge, { amount_to_capture: String(charge.amount) });
      if (answer.kind === 'unknown') return answer;
      if (answer.kind === 'failure') {
        const { failure } = answer;
        if (isRefusal(failure)) return { kind: 'failed', reason: failure.message ?? 'The card was declined.' };
        throw unexpectedRefusal(`capture ${authorisation}`, charge.registrationId, failure);
      }
      assertIsFor(answer.body, charge);
      const { status, amount_received: received } = answer.body;
      if (status === 'canceled') return { kind: 'failed', reason: 'The authorisation expired or was canceled.' };
      if (status !== 'succeeded') return { kind: 'unknown' };
      if (received !== charge.amount)
        throw new Error(`${authorisation}: ${received} was captured in place of ${charge.amount}.`);
      return { kind: 'captured' };
    },

    async void(authorisation, charge) {
      const answer = await settle('cancel', authorisation, charge, {});
      if (answer.kind === 'unknown') return answer;
      if (answer.kind === 'failure')
        throw unexpectedRefusal(`cancel ${authorisation}`, charge.registrationId, answer.failure);
      const { status } = answer.body;
      if (status === 'canceled') return { kind: 'voided' };
      return { kind: status === 'succeeded' ? 'already-captured' : 'unknown' };
    },
  };
};

const isRefusal = ({ type, code }: Failure): boolean =>
  type === 'card_error' || code === 'charge_expired_for_capture' || code === 'capture_charge_authorization_expired';

/**
 * Gives money back once. The idempotency key is not enough: Stripe forgets it after 24 hours, repeats the first answer
 * under it, and does not know of refunds made by hand. So the existing refunds are listed before, and once more when
 * the answer is not a clear success.
 * The payment of a group is refunded in steps, one order after the other. An order names the total before and after it,
 * and a refund is made only if the total so far is the former.
 */
export const stripeRefunding = ({ callStripe, settleMs }: Omit<Needs, 'intents'>): Processor['refund'] => {
  return async (authorisation, refunding) => {
    const { registrationId, amount, before = 0 } = refunding;
    const deadline = Date.now() + settleMs;
    const existing = await listRefunds(callStripe, authorisation, deadline - (settleMs * 2) / 3);
    if (existing.kind === 'unknown') return existing;
    if (existing.kind === 'failure')
      throw unexpectedRefusal(`list refunds of ${authorisation}`, registrationId, existing.failure);
    const outcome = outcomeOf(existing.body.data, refunding);
    if (outcome) return outcome;

    const answer = await callStripe(
      {
        method: 'POST',
        path: '/v1/refunds',
        idempotencyKey: `${registrationId}:refund:${amount}`,
        form: {
          payment_intent: authorisation,
          amount: String(amount - before),
          'metadata[registration_id]': registrationId,
          'metadata[up_to]': String(amount),
        },
      },
      refund,
      deadline - settleMs / 3,
    );
    if (answer.kind === 'done') {
      if (answer.body.payment_intent !== authorisation)
        throw new Error(`The processor refunded ${answer.body.payment_intent} in place of ${authorisation}.`);
      return outcomeOf([answer.body, ...existing.body.data], refunding) ?? { kind: 'unknown' };
    }
    const after = await listRefunds(callStripe, authorisation, deadline);
    const found = after.kind === 'done' ? outcomeOf(after.body.data, refunding) : undefined;
    if (found) return found;
    return answer.kind === 'failure' ? { kind: 'failed', reason: reasonOf(answer.failure) } : answer;
  };
};

/** Every refund of one payment, also those made by hand. */
export const listRefunds = (callStripe: CallStripe, authorisation: string, deadline: number) => {
  const query = new URLSearchParams({ payment_intent: authorisation, limit: '100' });
  return callStripe({ method: 'GET', path: `/v1/refunds?${query}` }, refunds, deadline);
};

/** What the refunds of a payment say about the one that is wanted; `undefined` when it is still to be made. */
const outcomeOf = (
  all: readonly Refunded[],
  { registrationId, amount, before = 0, currency }: Refunding,
): Refund | undefined => {
  const ours = all.filter(({ metadata }) => metadata?.registration_id === registrationId);
  // A later order is given only after this one was carried out: so this order is late or a repetition.
  if (ours.some((one) => upToOf(one) > amount)) return { kind: 'refunded' };
  const standing = all.filter((one) => !isLost(one));
  // Failures of earlier steps were recorded then and are paid by hand: this step does not make up for them.
  const lostBefore = sumOf(ours.filter((one) => isLost(one) && upToOf(one) <= before));
  // Refunds by hand count, too. It cannot be known whether they were for this step or for an earlier failure.
  const byHand = sumOf(standing.filter((one) => !ours.includes(one)));
  const given = sumOf(standing) + lostBefore;
  const possibleTotals = [given, given - Math.min(byHand, lostBefore)];
  const isClear = possibleTotals.includes(amount) !== possibleTotals.includes(before);
  const isSame = standing.every((one) => one.currency === currency.toLowerCase());
  if (isSame && isClear && possibleTotals.includes(amount))
    return { kind: standing.some(({ status }) => status === 'requires_action') ? 'unknown' : 'refunded' };
  // Stripe has the money again and does not send it a second time: somebody has to ask the runner where to send it.
  const lost = ours.find((one) => isLost(one) && upToOf(one) === amount);
  if (lost) return { kind: 'failed', reason: `the refund was ${whyLost(lost)}` };
  if (isSame && isClear) return undefined;
  return { kind: 'failed', reason: `${given} were given back already` };
};

const reasonOf = ({ type, code, message }: Failure): string => `${code ?? type}: ${message ?? 'no reason given'}`;
