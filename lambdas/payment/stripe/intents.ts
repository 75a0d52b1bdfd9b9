import * as v from 'valibot';
import type { Charge, HeldPayment } from '../../domain/money/payment';
import type { PaymentList, Processor } from '../ports';
import type { StripeHttp, StripeRequest } from './call';
import { type Answer, type CallStripe, openStripe, pause, timedOut, unexpectedRefusal } from './call';
import { type Failure, found, heldPayment, type Intent, intent, listed } from './messages';

interface Needs {
  readonly http: StripeHttp;
  readonly callStripe: CallStripe;
  readonly settleMs: number;
  readonly attemptMs: number;
}

export interface StripeIntents extends Pick<Processor, 'fetch' | 'find' | 'open'> {
  /** The intent of this registration as it was when it was created. */
  create(charge: Charge, deadline: number): Promise<Answer<Intent>>;
  /**
   * The intent with the charge's amount. Stripe changes it only while no money is held:
   * https://docs.stripe.com/api/payment_intents/update
   */
  changeAmount(authorisation: string, charge: Charge, deadline: number): Promise<Answer<Intent>>;
  /** The intent in its present state. */
  retrieve(authorisation: string, deadline: number): Promise<Answer<Intent>>;
  /** The same, and the charge in it, which names the card. */
  retrieveCharged(authorisation: string, deadline: number): Promise<Answer<Intent>>;
}

/** Stripe names the charge of an intent by its id, unless it is asked for: https://docs.stripe.com/expand */
export const withCharge = { 'expand[0]': 'latest_charge' } as const;

/**
 * One PaymentIntent for each registration. Its creation has the registration id as idempotency key and constant
 * parameters. So a second card after a decline is tried on the same intent, and two cards can never both be authorised.
 */
export const stripeIntents = ({ http, callStripe, settleMs, attemptMs }: Needs): StripeIntents => {
  const createWith = (form: StripeRequest['form'], { registrationId }: Charge, deadline: number) =>
    callStripe(
      { method: 'POST', path: '/v1/payment_intents', idempotencyKey: registrationId, ...(form && { form }) },
      intent,
      deadline,
    );

  const create: StripeIntents['create'] = async (charge, deadline) => {
    const before = formBefore(charge);
    const created = await createWith({ ...before, ...formSince(charge) }, charge, deadline);
    // Only until the holds of the release before this one have run out: it created their payments with other parameters.
    return created.kind === 'failure' && isUsedKey(created.failure) ? createWith(before, charge, deadline) : created;
  };

  const retrieveWith =
    (query: string): StripeIntents['retrieve'] =>
    (authorisation, deadline) => {
      const path = `/v1/payment_intents/${encodeURIComponent(authorisation)}${query}`;
      return callStripe({ method: 'GET', path }, intent, deadline);
    };
  const retrieve = retrieveWith('');
  const retrieveCharged = retrieveWith(`?${new URLSearchParams(withCharge)}`);

  // Without an idempotency key: when an amount goes from 65 to 45 and back to 65, Stripe would repeat its first answer.
  const changeAmount: StripeIntents['changeAmount'] = (authorisation, { amount }, deadline) =>
    callStripe(
      {
        method: 'POST',
        path: `/v1/payment_intents/${encodeURIComponent(authorisation)}`,
        form: { amount: String(amount) },
      },
      intent,
      deadline,
    );

  const fetchPayment: Processor['fetch'] = async (authorisation) => {
    const answer = await retrieveCharged(authorisation, Date.now() + settleMs);
    if (answer.kind === 'done') return heldPayment(answer.body);
    if (answer.kind === 'failure' && answer.status === 404) return undefined;
    if (answer.kind === 'failure') throw unexpectedRefusal(`show ${authorisation}`, 'any registration', answer.failure);
    throw timedOut(`what it knows about ${authorisation}`);
  };

  return {
    create,
    changeAmount,
    retrieve,
    retrieveCharged,
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

/** The parameters of the release before this one. */
const formBefore = ({ registrationId, amount, currency, raceId, eventId }: Charge) => ({
  amount: String(amount),
  currency: currency.toLowerCase(),
  capture_method: 'manual',
  'payment_method_types[0]': 'card',
  'metadata[registration_id]': registrationId,
  ...(raceId && { 'metadata[race_id]': raceId }),
  ...(eventId && { 'metadata[event_id]': eventId }),
});

/**
 * With `manual`, only our server can make the processor hold money, also after the bank has asked its customer. The
 * descriptor stands on the statement of the card, after the prefix of the account.
 */
const formSince = ({ raceId = '', purpose }: Charge) => ({
  confirmation_method: 'manual',
  // Stripe refuses a suffix without a letter.
  ...(/[a-z]/.test(suffixOf(raceId)) && { statement_descriptor_suffix: suffixOf(raceId) }),
  ...(purpose && { 'metadata[purpose]': purpose }),
});

/** Prefix and suffix have 22 characters together. The prefix has ten at most, and Stripe puts two in between. */
const maxSuffixLength = 10;
const suffixOf = (raceId: string) => raceId.slice(0, maxSuffixLength);

/**
 * The key was used before for another request: another amount, event or card. (409, "in use", is not a clear answer and
 * is repeated.)
 */
export const isUsedKey = ({ type }: Failure): boolean => type === 'idempotency_error';

/** Also of the same event: a runner may have begun to pay for another one of the same price, under the same id. */
export const isFor = (held: Intent, { registrationId, amount, currency, eventId }: Charge): boolean =>
  held.amount === amount &&
  held.currency === currency.toLowerCase() &&
  held.metadata.registration_id === registrationId &&
  (eventId === undefined || held.metadata.event_id === eventId);

/** Throws when the intent is for another amount, currency or registration. */
export const assertIsFor = (held: Intent, charge: Charge): void => {
  const { registrationId, amount, currency } = charge;
  if (!isFor(held, charge))
    throw new Error(`${held.id} is not a payment of ${amount} ${currency} for ${registrationId}.`);
};

/** There should be one. If there are several, the one with money in it matters. */
const mostAdvanced = (intents: readonly Intent[]): HeldPayment | undefined => {
  const held = intents.flatMap((found) => heldPayment(found) ?? []);
  const order: readonly HeldPayment['state'][] = ['captured', 'authorised', 'open', 'voided'];
  return held.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))[0];
};

interface ListNeeds {
  readonly http: StripeHttp;
  /** How long one page may take with all its attempts, in milliseconds. */
  readonly pageMs?: number;
}

const pageAttemptMs = 5000;
const pageSize = 100;
const seconds = (at: Date) => String(Math.floor(at.getTime() / 1000));

/**
 * Not Stripe's search, which could ask for held payments only: it lags, and this runs when something else has already
 * failed.
 */
export const stripePaymentList = ({ http, pageMs = 15_000 }: ListNeeds): PaymentList => {
  const callStripe = openStripe(http, pageAttemptMs);
  return {
    async *held(from, until) {
      let after: string | undefined;
      for (;;) {
        const { data, has_more: isMore } = await pageOf(callStripe, from, until, after, pageMs);
        yield data.flatMap((found) => heldPayment(found) ?? []).filter(({ state }) => state === 'authorised');
        after = data.at(-1)?.id;
        if (!isMore || !after) return;
      }
    },
  };
};

const pageOf = async (callStripe: CallStripe, from: Date, until: Date, after: string | undefined, pageMs: number) => {
  const query = new URLSearchParams({
    'created[gte]': seconds(from),
    'created[lte]': seconds(until),
    limit: String(pageSize),
    ...(after && { starting_after: after }),
  });
  const answer = await callStripe({ method: 'GET', path: `/v1/payment_intents?${query}` }, listed, Date.now() + pageMs);
  if (answer.kind === 'unknown') throw timedOut('which payments it holds');
  if (answer.kind === 'failure') throw unexpectedRefusal('list its payments', 'any registration', answer.failure);
  return answer.body;
};
