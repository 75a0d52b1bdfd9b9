/**
 * SQL: how much of payment `p` was given back, by our orders or by hand at the processor. An order may reckon with what was given back by
 * hand before, so the two are not added: `given_back` is what the processor said of both, when a refund by hand was told of.
 */
export const givenBack = (p: string): string => `greatest(${p}.refunded, ${p}.given_back)`;

/** SQL: how much of that is beyond what we gave back and want to give back. */
export const givenByHand = (p: string): string =>
  `greatest(${p}.given_back - greatest(${p}.refunded, coalesce(${p}.refund, 0)), 0)`;
