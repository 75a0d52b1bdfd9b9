import type { Processor } from './ports';

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
