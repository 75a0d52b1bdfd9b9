import { runOn } from '../../ledger/dispute-sql';

/**
 * SQL: people who have a spot although somebody has given the whole payment back at the processor, and no director has decided. Columns:
 * `dispute`; `id`, the registration; `amount` and `currency` of what was given back by hand.
 */
export const givenBackByHand = `
  SELECT dispute.id AS dispute, m.id, dispute.amount, dispute.currency
  FROM dispute CROSS JOIN LATERAL (${runOn('dispute.registration_id')}) o JOIN registration m ON m.id = o.id
  WHERE dispute.status = 'refunded' AND dispute.decided IS NULL AND m.live`;
