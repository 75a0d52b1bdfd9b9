import type { Charge } from '../../domain/money/payment';
import type { Processor } from '../ports';
import { type Answer, type CallStripe, unexpectedRefusal } from './call';
import { assertIsFor, type StripeIntents, withCharge } from './intents';
import { cardOf, type Failure, type Intent, intent } from './messages';

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
    const key = verb === 'capture' && { idempotencyKey: `${charge.registrationId}:capture-and-card` };
    // Leaves some time for the lookup.
    const answer = await callStripe({ method: 'POST', path, form, ...key }, intent, deadline - settleMs / 3);
    if (answer.kind === 'failure' && answer.failure.payment_intent) {
      const body = answer.failure.payment_intent;
      if (body.status === 'succeeded' || body.status === 'canceled') return { kind: 'done', body };
    }
    return answer.kind === 'unknown' ? intents.retrieveCharged(authorisation, deadline) : answer;
  };

  return {
    async capture(authorisation, { held, ...charge }) {
      const form = { amount_to_capture: String(charge.amount), ...withCharge };
      const answer = await settle('capture', authorisation, charge, form);
      if (answer.kind === 'unknown') return answer;
      if (answer.kind === 'failure') {
        const { failure } = answer;
        if (isRefusal(failure)) return { kind: 'failed', reason: failure.message ?? 'The card was declined.' };
        throw unexpectedRefusal(`capture ${authorisation}`, charge.registrationId, failure);
      }
      assertIsFor(answer.body, { ...charge, amount: held ?? charge.amount });
      const { status, amount_received: received } = answer.body;
      if (status === 'canceled') return { kind: 'failed', reason: 'The authorisation expired or was canceled.' };
      if (status !== 'succeeded') return { kind: 'unknown' };
      if (received !== charge.amount)
        throw new Error(`${authorisation}: ${received} was captured in place of ${charge.amount}.`);
      const card = cardOf(answer.body);
      return { kind: 'captured', ...(card && { card }) };
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
