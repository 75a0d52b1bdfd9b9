import type { Processor } from '../ports';
import { openStripe, type StripeHttp } from './call';
import { stripeAuthorising, stripeIntents } from './intents';
import { stripeRefunding, stripeSettling } from './settling';

interface Needs {
  readonly http: StripeHttp;
  /**
   * How long capturing, voiding, refunding and looking up may take with all attempts, in milliseconds. An order needs
   * at most four of them.
   */
  readonly settleMs?: number;
  /** How long one attempt may take, in milliseconds: card issuers need seconds. */
  readonly attemptMs?: number;
}

/** Stripe, or any service with the same API. */
export const stripeProcessor = ({ http, settleMs = 4500, attemptMs = 10_000 }: Needs): Processor => {
  const callStripe = openStripe(http, attemptMs);
  const intents = stripeIntents({ http, callStripe, settleMs, attemptMs });
  const { fetch, find, open } = intents;
  return {
    authorise: stripeAuthorising({ callStripe, intents }),
    ...stripeSettling({ callStripe, intents, settleMs }),
    refund: stripeRefunding({ callStripe, settleMs }),
    fetch,
    find,
    open,
  };
};
