import type { Processor } from './ports';
import { stripeAsking } from './stripe-asking';
import { stripeAuthorising } from './stripe-authorising';
import type { StripeHttp } from './stripe-http';
import { stripeIntents } from './stripe-intents';
import { stripeRefunding } from './stripe-refunding';
import { stripeSettling } from './stripe-settling';

interface Needs {
  readonly http: StripeHttp;
  /**
   * How long capturing, voiding, refunding and looking up may take, all attempts together. An order needs four of these
   * at most.
   */
  readonly settleMs?: number;
  /** How long one attempt may take: card issuers need seconds. */
  readonly attemptMs?: number;
}

/** Stripe, or anything that speaks like it. */
export const stripeProcessor = ({ http, settleMs = 4500, attemptMs = 10_000 }: Needs): Processor => {
  const ask = stripeAsking(http, attemptMs);
  const intents = stripeIntents({ http, ask, settleMs, attemptMs });
  const { fetch, find, open } = intents;
  return {
    authorise: stripeAuthorising({ ask, intents }),
    ...stripeSettling({ ask, intents, settleMs }),
    refund: stripeRefunding({ ask, settleMs }),
    fetch,
    find,
    open,
  };
};
