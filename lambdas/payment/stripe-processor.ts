import * as v from 'valibot';
import type { Charge, HeldPayment } from './payment';
import type { Authorisation, Processor } from './ports';
import type { StripeAnswer, StripeHttp, StripeRequest } from './stripe-http';
import { type Failure, failure, found, heldPayment, type Intent, intent } from './stripe-messages';

interface Needs {
  readonly http: StripeHttp;
  /** How long capturing, voiding and looking up may take, all attempts together. An order needs four of these at most. */
  readonly settleMs?: number;
  /** How long one attempt may take: card issuers need seconds. */
  readonly attemptMs?: number;
}

/** Stripe keeps a 5xx under its key as well: asking more often than this brings the same again. */
const patience = 3;
const leastAttemptMs = 1000;

type Answer =
  | { readonly kind: 'intent'; readonly intent: Intent }
  | { readonly kind: 'failure'; readonly status: number; readonly failure: Failure }
  | { readonly kind: 'unknown' };

/**
 * Stripe, or anything that speaks like it. One PaymentIntent for each registration: its creation has the registration
 * id as idempotency key and constant parameters, so a second card after a decline is tried on the same intent, and two
 * cards can never both be authorised.
 */
export const stripeProcessor = ({ http, settleMs = 4500, attemptMs = 10_000 }: Needs): Processor => {
  /** Repeats with the same key while the outcome is unknown, and gives up when their side stays broken. */
  const ask = async (request: StripeRequest, deadline: number): Promise<Answer> => {
    let broken = 0;
    for (let attempt = 0; Date.now() < deadline && broken < patience; attempt++) {
      const left = deadline - Date.now();
      // Never all that is left: the repeated question is the one that gets the answer of a request gone silent.
      const answer = await http(request, Math.min(attemptMs, Math.max(left / 2, Math.min(left, leastAttemptMs))));
      if (answer && isClear(answer)) return understand(answer);
      if (answer && answer.status >= 500) broken++;
      await pause(attempt, deadline);
    }
    return { kind: 'unknown' };
  };

  const create = ({ registrationId, amount, currency }: Charge, deadline: number) =>
    ask(
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
        },
      },
      deadline,
    );

  const look = (authorisation: string, deadline: number) =>
    ask({ method: 'GET', path: `/v1/payment_intents/${encodeURIComponent(authorisation)}` }, deadline);

  /**
   * Captures or cancels. Whatever the answer, the intent's state is what counts, and it is looked up when unclear. So it
   * does no harm that Stripe forgets keys after 24 hours: an intent that was captured refuses, and says that it was.
   */
  const settle = async (
    verb: 'capture' | 'cancel',
    authorisation: string,
    charge: Charge,
    form: Record<string, string>,
  ): Promise<Answer> => {
    const deadline = Date.now() + settleMs;
    const path = `/v1/payment_intents/${encodeURIComponent(authorisation)}/${verb}`;
    // Canceling has no key: once it was refused, because the card was just being tried, its key would repeat that all day.
    const key = verb === 'capture' && { idempotencyKey: `${charge.registrationId}:capture` };
    // Some time is left for looking.
    const answer = await ask({ method: 'POST', path, form, ...key }, deadline - settleMs / 3);
    if (answer.kind === 'failure' && answer.failure.payment_intent) {
      const intent = answer.failure.payment_intent;
      if (intent.status === 'succeeded' || intent.status === 'canceled') return { kind: 'intent', intent };
    }
    return answer.kind === 'unknown' ? look(authorisation, deadline) : answer;
  };

  const fetchPayment = async (authorisation: string): Promise<HeldPayment | undefined> => {
    const answer = await look(authorisation, Date.now() + settleMs);
    if (answer.kind === 'intent') return heldPayment(answer.intent);
    if (answer.kind === 'failure' && answer.status === 404) return undefined;
    if (answer.kind === 'failure') throw surprise(`show ${authorisation}`, 'whoever it is of', answer.failure);
    throw silence(`what it knows about ${authorisation}`);
  };

  return {
    async authorise(payment, deadline) {
      const created = await create(payment, deadline);
      if (created.kind === 'unknown') return created;
      if (created.kind === 'failure') throw surprise('create the payment', payment.registrationId, created.failure);
      insist(created.intent, payment);

      const { id } = created.intent;
      const answer = await ask(
        {
          method: 'POST',
          path: `/v1/payment_intents/${id}/confirm`,
          idempotencyKey: `${payment.registrationId}:${payment.paymentMethod}`,
          form: { payment_method: payment.paymentMethod, error_on_requires_action: 'true' },
        },
        deadline,
      );
      if (answer.kind === 'unknown') return sofar(await look(id, deadline));
      if (answer.kind === 'intent') return judged(answer.intent);
      const { failure } = answer;
      if (failure.code === 'payment_intent_unexpected_state' && failure.payment_intent)
        return judged(failure.payment_intent);
      if (failure.type === 'card_error' || failure.param === 'payment_method') return declined(failure);
      throw surprise('authorise the card', payment.registrationId, failure);
    },

    async capture(authorisation, charge) {
      const answer = await settle('capture', authorisation, charge, { amount_to_capture: String(charge.amount) });
      if (answer.kind === 'unknown') return answer;
      if (answer.kind === 'failure') {
        if (isRefusal(answer.failure)) return { kind: 'failed', reason: reasonOf(answer.failure) };
        throw surprise(`capture ${authorisation}`, charge.registrationId, answer.failure);
      }
      insist(answer.intent, charge);
      const { status, amount_received: received } = answer.intent;
      if (status === 'canceled') return { kind: 'failed', reason: 'The authorisation expired or was canceled.' };
      if (status !== 'succeeded') return { kind: 'unknown' };
      if (received !== charge.amount)
        throw new Error(`${authorisation}: ${received} was captured in place of ${charge.amount}.`);
      return { kind: 'captured' };
    },

    async void(authorisation, charge) {
      const answer = await settle('cancel', authorisation, charge, {});
      if (answer.kind === 'unknown') return answer;
      if (answer.kind === 'failure') throw surprise(`cancel ${authorisation}`, charge.registrationId, answer.failure);
      const { status } = answer.intent;
      if (status === 'canceled') return { kind: 'voided' };
      return { kind: status === 'succeeded' ? 'already-captured' : 'unknown' };
    },

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
      throw silence(`whether it knows ${registrationId}`);
    },

    async open(charge) {
      const created = await create(charge, Date.now() + settleMs);
      if (created.kind === 'unknown') throw silence(`whether it opened a payment for ${charge.registrationId}`);
      if (created.kind === 'failure') throw surprise('open a payment', charge.registrationId, created.failure);
      insist(created.intent, charge);
      // The answer to a repeated creation is the first answer again, not the present state.
      const known = await fetchPayment(created.intent.id);
      if (!known) throw new Error(`The processor lost ${created.intent.id}.`);
      return known;
    },
  };
};

/** Not clear: the key's first request is still being worked on (409), a lock or limit (429), or their side broke. */
const isClear = ({ status }: StripeAnswer): boolean => status !== 409 && status !== 429 && status < 500;

const understand = ({ status, body }: StripeAnswer): Answer => {
  if (status === 200) return { kind: 'intent', intent: v.parse(intent, body) };
  return { kind: 'failure', status, failure: v.parse(failure, body).error };
};

/** Full jitter, 50 ms doubling to 1.6 s, never past the deadline. */
const pause = (attempt: number, deadline: number): Promise<void> => {
  const ms = Math.random() * 50 * 2 ** Math.min(attempt, 5);
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, Math.min(ms, deadline - Date.now()))));
};

/** Never lets another amount, currency or registration pass for ours. */
const insist = (held: Intent, { registrationId, amount, currency }: Charge): void => {
  const same =
    held.amount === amount &&
    held.currency === currency.toLowerCase() &&
    held.metadata.registration_id === registrationId;
  if (!same) throw new Error(`${held.id} is not a payment of ${amount} ${currency} for ${registrationId}.`);
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
const sofar = (answer: Answer): Authorisation =>
  answer.kind === 'intent' && ['requires_capture', 'succeeded', 'canceled'].includes(answer.intent.status)
    ? judged(answer.intent)
    : { kind: 'unknown' };

const declined = (failure: Failure): Authorisation => ({
  kind: 'declined',
  code: failure.decline_code ?? failure.code ?? failure.type,
  reason:
    failure.type === 'card_error' ? reasonOf(failure) : 'The card data is no longer valid. Please enter it again.',
});

const reasonOf = ({ message }: Failure): string => message ?? 'The card was declined.';

const isRefusal = ({ type, code }: Failure): boolean =>
  type === 'card_error' || code === 'charge_expired_for_capture' || code === 'capture_charge_authorization_expired';

const surprise = (deed: string, registrationId: string, { type, code, message }: Failure): Error =>
  new Error(`The processor would not ${deed} for ${registrationId}: ${code ?? type}: ${message ?? ''}`);

/** By its name the platform knows that asking again may help. */
const silence = (what: string): Error =>
  Object.assign(new Error(`The processor did not say in time ${what}.`), { name: 'TimeoutError' });

/** There is one; should there ever be more, the one with money in it matters. */
const mostAdvanced = (intents: readonly Intent[]): HeldPayment | undefined => {
  const held = intents.flatMap((found) => heldPayment(found) ?? []);
  const order: readonly HeldPayment['state'][] = ['captured', 'authorised', 'open', 'voided'];
  return held.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))[0];
};
