import type { PaymentList } from '../ports';
import { heldPayment, listed } from './answers';
import { type CallStripe, openStripe, type StripeHttp, timedOut, unexpectedRefusal } from './call';

interface Needs {
  readonly http: StripeHttp;
  /** How long one page may take with all its attempts, in milliseconds. */
  readonly pageMs?: number;
}

const attemptMs = 5000;
const pageSize = 100;
const seconds = (at: Date) => String(Math.floor(at.getTime() / 1000));

/**
 * Not Stripe's search, which could ask for held payments only: it lags, and this runs when something else has already
 * failed.
 */
export const stripePaymentList = ({ http, pageMs = 15_000 }: Needs): PaymentList => {
  const callStripe = openStripe(http, attemptMs);
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
  if (answer.kind === 'failure') throw unexpectedRefusal('list its payments', 'whoever they are of', answer.failure);
  return answer.body;
};
