import * as v from 'valibot';
import { maxTriesPerHold } from '../../domain/hold';
import type { Charge, HeldPayment } from '../../domain/payment';
import type { Authorisation, Processor } from '../ports';
import { type Failure, found, heldPayment, type Intent, intent } from './answers';
import { type Answer, type CallStripe, pause, type StripeHttp, timedOut, unexpectedRefusal } from './call';

interface Needs {
  readonly http: StripeHttp;
  readonly callStripe: CallStripe;
  readonly settleMs: number;
  readonly attemptMs: number;
}

export interface StripeIntents extends Pick<Processor, 'fetch' | 'find' | 'open'> {
  /** The intent of this registration as it was when it was created. */
  create(charge: Charge, deadline: number): Promise<Answer<Intent>>;
  /** The intent in its present state. */
  retrieve(authorisation: string, deadline: number): Promise<Answer<Intent>>;
}

/**
 * One PaymentIntent for each registration. Its creation has the registration id as idempotency key and constant
 * parameters. So a second card after a decline is tried on the same intent, and two cards can never both be authorised.
 */
export const stripeIntents = ({ http, callStripe, settleMs, attemptMs }: Needs): StripeIntents => {
  const create: StripeIntents['create'] = ({ registrationId, amount, currency, raceId, eventId }, deadline) =>
    callStripe(
      {
        method: 'POST',
        path: '/v1/payment_intents',
        idempotencyKey: registrationId,
        form: {
          amount: String(amount),
          currency: currency.toLowerCase(),
          capture_method: 'manual',
          'payment_method_types[0]': 'card',
          'metadata[registration_id]': registrationId,
          ...(raceId && { 'metadata[race_id]': raceId }),
          ...(eventId && { 'metadata[event_id]': eventId }),
        },
      },
      intent,
      deadline,
    );

  const retrieve: StripeIntents['retrieve'] = (authorisation, deadline) =>
    callStripe({ method: 'GET', path: `/v1/payment_intents/${encodeURIComponent(authorisation)}` }, intent, deadline);

  const fetchPayment: Processor['fetch'] = async (authorisation) => {
    const answer = await retrieve(authorisation, Date.now() + settleMs);
    if (answer.kind === 'done') return heldPayment(answer.body);
    if (answer.kind === 'failure' && answer.status === 404) return undefined;
    if (answer.kind === 'failure') throw unexpectedRefusal(`show ${authorisation}`, 'whoever it is of', answer.failure);
    throw timedOut(`what it knows about ${authorisation}`);
  };

  return {
    create,
    retrieve,
    fetch: fetchPayment,

    async find(registrationId) {
      const query = new URLSearchParams({
        query: `metadata['registration_id']:'${registrationId.replace(/['\\]/g, '\\$&')}'`,
      });
      const deadline = Date.now() + settleMs;
      for (let attempt = 0; Date.now() < deadline; attempt++) {
        const answer = await http({ method: 'GET', path: `/v1/payment_intents/search?${query}` }, attemptMs);
        if (answer?.status === 200) return mostAdvanced(v.parse(found, answer.body).data);
        await pause(attempt, deadline);
      }
      throw timedOut(`whether it knows ${registrationId}`);
    },

    async open(charge) {
      const created = await create(charge, Date.now() + settleMs);
      if (created.kind === 'unknown') throw timedOut(`whether it opened a payment for ${charge.registrationId}`);
      if (created.kind === 'failure' && isUsedKey(created.failure)) return undefined;
      if (created.kind === 'failure') throw unexpectedRefusal('open a payment', charge.registrationId, created.failure);
      assertIsFor(created.body, charge);
      // A repeated creation returns the first answer again, not the present state.
      const known = await fetchPayment(created.body.id);
      if (!known) throw new Error(`The processor lost ${created.body.id}.`);
      return known;
    },
  };
};

/**
 * The key was used before for another request: another amount, event or card. (409, "in use", is not a clear answer and
 * is repeated.)
 */
export const isUsedKey = ({ type }: Failure): boolean => type === 'idempotency_error';

/** Throws when the intent is for another amount, currency or registration. */
export const assertIsFor = (held: Intent, { registrationId, amount, currency }: Charge): void => {
  const same =
    held.amount === amount &&
    held.currency === currency.toLowerCase() &&
    held.metadata.registration_id === registrationId;
  if (!same) throw new Error(`${held.id} is not a payment of ${amount} ${currency} for ${registrationId}.`);
};

/** There should be one. If there are several, the one with money in it matters. */
const mostAdvanced = (intents: readonly Intent[]): HeldPayment | undefined => {
  const held = intents.flatMap((found) => heldPayment(found) ?? []);
  const order: readonly HeldPayment['state'][] = ['captured', 'authorised', 'open', 'voided'];
  return held.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))[0];
};

interface AuthorisingNeeds {
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
  ({ callStripe, intents }: AuthorisingNeeds): Processor['authorise'] =>
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
