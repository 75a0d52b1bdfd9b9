import type { Processor } from '../ports';
import { stripeAuthorising } from './authorise';
import type { StripeHttp } from './call';
import { openStripe } from './call';
import { stripeIntents } from './intents';
import { stripeRefunding } from './refunds';
import { stripeSettling } from './settle';

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
    ...stripeAuthorising({ callStripe, intents }),
    ...stripeSettling({ callStripe, intents, settleMs }),
    refund: stripeRefunding({ callStripe, settleMs }),
    fetch,
    find,
    open,
  };
};

/** Replaces the processor's id where there is nothing to pay. */
const free = 'free';

/** Never sends an amount of 0 to the processor, which would refuse it. */
export const skipZeroAmounts = (processor: Processor): Processor => ({
  ...processor,
  authorise: async (payment, deadline) =>
    payment.amount === 0 ? { kind: 'authorised', authorisation: free } : processor.authorise(payment, deadline),
  capture: async (authorisation, charge) =>
    charge.amount === 0 ? { kind: 'captured' } : processor.capture(authorisation, charge),
  void: async (authorisation, charge) =>
    charge.amount === 0 ? { kind: 'voided' } : processor.void(authorisation, charge),
  refund: async (authorisation, charge) =>
    charge.amount === 0 ? { kind: 'refunded' } : processor.refund(authorisation, charge),
  open: async (charge) =>
    charge.amount === 0 ? { ...charge, authorisation: free, state: 'open' } : processor.open(charge),
});
