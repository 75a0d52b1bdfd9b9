import { maxTriesPerHold } from '../../domain/hold';
import type { Authorisation, Processor } from '../ports';
import { type Answer, type CallStripe, unexpectedRefusal } from './call';
import { assertIsFor, isUsedKey, type StripeIntents } from './intents';
import { type Failure, type Intent, intent } from './messages';

interface Needs {
  readonly callStripe: CallStripe;
  readonly intents: Pick<StripeIntents, 'create' | 'retrieve'>;
}

/**
 * Tries a card on the PaymentIntent of its registration. Without a limit, a hold would let anybody test stolen cards.
 * So each try has a number, from 1 to the limit in the hold, and the number is part of the idempotency key. The
 * processor accepts each number for one card only, and repeats its first answer to a card that comes again. Nothing
 * else could count here: `pay` reaches neither cache nor database, and a browser can send anything twice.
 */
export const stripeAuthorising =
  ({ callStripe, intents }: Needs): Processor['authorise'] =>
  async (payment, deadline) => {
    const created = await intents.create(payment, deadline);
    if (created.kind === 'unknown') return created;
    if (created.kind === 'failure' && isUsedKey(created.failure)) return { kind: 'differs' };
    if (created.kind === 'failure')
      throw unexpectedRefusal('create the payment', payment.registrationId, created.failure);
    assertIsFor(created.body, payment);

    const { id } = created.body;
    const { cardTries = maxTriesPerHold } = payment;
    for (let n = 1; n <= cardTries; n++) {
      const answer = await callStripe(
        {
          method: 'POST',
          path: `/v1/payment_intents/${id}/confirm`,
          idempotencyKey: `${payment.registrationId}:card-${n}`,
          form: { payment_method: payment.paymentMethod, error_on_requires_action: 'true' },
        },
        intent,
        deadline,
      );
      const triesLeft = cardTries - n;
      if (answer.kind === 'unknown') return outcomeIfClear(await intents.retrieve(id, deadline), triesLeft);
      if (answer.kind === 'done') return authorisationOf(answer.body, triesLeft);
      const { failure } = answer;
      // This number was used for another card.
      if (isUsedKey(failure)) continue;
      if (failure.code === 'payment_intent_unexpected_state' && failure.payment_intent)
        return authorisationOf(failure.payment_intent, triesLeft);
      if (failure.type === 'card_error' || failure.param === 'payment_method') return declined(failure, triesLeft);
      throw unexpectedRefusal('authorise the card', payment.registrationId, failure);
    }
    // The last card may have been authorised.
    const now = await intents.retrieve(id, deadline);
    return now.kind === 'done' && now.body.status === 'requires_payment_method' ? noTriesLeft : outcomeIfClear(now, 0);
  };

const authorisationOf = ({ id, status }: Intent, triesLeft: number): Authorisation => {
  if (status === 'requires_capture' || status === 'succeeded') return { kind: 'authorised', authorisation: id };
  if (status === 'canceled') {
    return {
      kind: 'declined',
      why: { reason: 'given-up', code: 'canceled' },
      triesLeft: 0,
    };
  }
  if (status === 'requires_payment_method' || status === 'requires_action') {
    return {
      kind: 'declined',
      why: { reason: 'not-accepted', code: 'authentication_required' },
      triesLeft,
    };
  }
  return { kind: 'unknown' };
};

/** An intent that is still open tells nothing: the bank may be deciding at this moment. */
const outcomeIfClear = (answer: Answer<Intent>, triesLeft: number): Authorisation =>
  answer.kind === 'done' && ['requires_capture', 'succeeded', 'canceled'].includes(answer.body.status)
    ? authorisationOf(answer.body, triesLeft)
    : { kind: 'unknown' };

const noTriesLeft: Authorisation = {
  kind: 'declined',
  why: { reason: 'not-tried', code: 'no_tries_left' },
  triesLeft: 0,
};

const declined = (failure: Failure, triesLeft: number): Authorisation => ({
  kind: 'declined',
  why: {
    code: failure.decline_code ?? failure.code ?? failure.type,
    ...(failure.type === 'card_error'
      ? { reason: 'declined', ...(failure.message && { said: failure.message }) }
      : { reason: 'data-outdated' }),
  },
  triesLeft,
});
