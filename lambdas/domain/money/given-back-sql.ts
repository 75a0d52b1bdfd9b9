/** SQL: the statuses of disputes by which a bank has taken the money back for good. */
const takenForGood = `('lost', 'prevented')`;

/**
 * SQL: how much of payment `p` was given back, by our orders or by hand at the processor. An order may reckon with what was given back by
 * hand before, so the two are not added: `given_back` is what the processor said of both, when a refund by hand was told of.
 */
export const givenBack = (p: string): string => `greatest(${p}.refunded, ${p}.given_back)`;

/** SQL: how much of payment `p` was taken. */
const taken = (p: string): string => `coalesce(${p}.captured, ${p}.capture_amount, ${p}.amount)`;

/** SQL: what banks took back for good, by payment: few have any. */
export const lostByPayment = `
  SELECT registration_id, sum(amount) AS amount FROM dispute WHERE status IN ${takenForGood} GROUP BY registration_id`;

const lost = (p: string): string => `
  coalesce((SELECT sum(amount) FROM dispute WHERE dispute.registration_id = ${p}.registration_id AND dispute.status IN ${takenForGood}), 0)`;

/** SQL: how much of payment `p` is no income: what was given back, and `lostAmount`, which banks took back for good. */
export const notKept = (p: string, lostAmount = lost(p)): string =>
  `least(${taken(p)}, ${givenBack(p)} + coalesce(${lostAmount}, 0))`;

/** SQL: nothing of payment `p` is left. */
export const isAllGone = (p: string): string => `${notKept(p)} >= ${taken(p)}`;

/** SQL: how much of that is beyond what we gave back and want to give back. */
export const goneBesides = (p: string): string =>
  `greatest(${notKept(p)} - greatest(${p}.refunded, coalesce(${p}.refund, 0)), 0)`;

/** SQL: what is left of payment `p` when all is given back that we want to give back. */
export const leftOf = (p: string): string => `(${taken(p)} - greatest(${notKept(p)}, coalesce(${p}.refund, 0)))`;
