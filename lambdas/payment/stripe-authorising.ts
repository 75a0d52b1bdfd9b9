import type { Authorisation, Processor } from './ports';
import { type Answer, type Ask, surprise } from './stripe-asking';
import { type CancelOnce, stripeCardLimit } from './stripe-card-limit';
import { insist, isOtherPayment, type StripeIntents } from './stripe-intents';
import { type Failure, type Intent, intent } from './stripe-messages';

interface Needs {
  readonly ask: Ask;
  readonly intents: Pick<StripeIntents, 'create' | 'look'>;
  readonly cancel: CancelOnce;
}

/** Tries a card on the intent of its registration. */
export const stripeAuthorising = ({ ask, intents, cancel }: Needs): Processor['authorise'] => {
  const isLast = stripeCardLimit({ ask, look: intents.look, cancel });
  return async (payment, deadline) => {
    const created = await intents.create(payment, deadline);
    if (created.kind === 'unknown') return created;
    if (created.kind === 'failure' && isOtherPayment(created.failure)) return { kind: 'differs' };
    if (created.kind === 'failure') throw surprise('create the payment', payment.registrationId, created.failure);
    insist(created.body, payment);

    const { id } = created.body;
    const answer = await ask(
      {
        method: 'POST',
        path: `/v1/payment_intents/${id}/confirm`,
        idempotencyKey: `${payment.registrationId}:${payment.paymentMethod}`,
        form: { payment_method: payment.paymentMethod, error_on_requires_action: 'true' },
      },
      intent,
      deadline,
    );
    if (answer.kind === 'unknown') return sofar(await intents.look(id, deadline));
    if (answer.kind === 'done') return judged(answer.body);
    const { failure } = answer;
    if (failure.code === 'payment_intent_unexpected_state' && failure.payment_intent)
      return judged(failure.payment_intent);
    if (failure.type === 'card_error') return (await isLast(id, deadline)) ? tooMany : declined(failure);
    if (failure.param === 'payment_method') return declined(failure);
    throw surprise('authorise the card', payment.registrationId, failure);
  };
};

const judged = ({ id, status }: Intent): Authorisation => {
  if (status === 'requires_capture' || status === 'succeeded') return { kind: 'authorised', authorisation: id };
  if (status === 'canceled') {
    return {
      kind: 'declined',
      code: 'canceled',
      reason: 'This payment was given up. Please start a new registration.',
    };
  }
  if (status === 'requires_payment_method' || status === 'requires_action') {
    return {
      kind: 'declined',
      code: 'authentication_required',
      reason: 'The card was not accepted. Please try another card.',
    };
  }
  return { kind: 'unknown' };
};

/** An intent that is still open says nothing: the card may be at the bank this very moment. */
const sofar = (answer: Answer<Intent>): Authorisation =>
  answer.kind === 'done' && ['requires_capture', 'succeeded', 'canceled'].includes(answer.body.status)
    ? judged(answer.body)
    : { kind: 'unknown' };

const tooMany: Authorisation = {
  kind: 'declined',
  code: 'too_many_cards',
  reason: 'Too many cards were declined. Please ask your bank, and start a new registration.',
};

const declined = (failure: Failure): Authorisation => ({
  kind: 'declined',
  code: failure.decline_code ?? failure.code ?? failure.type,
  reason:
    failure.type === 'card_error'
      ? (failure.message ?? 'The card was declined.')
      : 'The card data is no longer valid. Please enter it again.',
});
