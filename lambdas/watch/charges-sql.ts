import { isRunners } from '../domain/race-sql';
import { isRestOwed } from '../ledger/dispute-sql';
import { givenBackByHand } from '../payment/disputes/by-hand-sql';
import { unpaidCharges } from '../payment/unpaid/unpaid-sql';

/** People who keep a spot although a difference or a fee could not be charged, until a director has decided. */
export const chargesUnpaid = `
  SELECT count(*)::int AS count, (array_agg(id::text))[1:5] AS samples
  FROM (${unpaidCharges}) u WHERE ${isRunners('u.id')}`;

/** People who keep a spot whose payment somebody has given back at the processor, until a director has decided. */
export const paymentsGivenBack = `
  SELECT count(*)::int AS count, (array_agg(id::text))[1:5] AS samples
  FROM (${givenBackByHand}) g WHERE ${isRunners('g.id')}`;

/** Refunds that came back, and what is left of those that a bank came before with a part. */
export const failedRefunds = `
  SELECT count(*)::int AS count, (array_agg(registration_id::text))[1:5] AS samples
  FROM (
    SELECT registration_id FROM payment p WHERE refund_failed IS NOT NULL AND refund_paid_at IS NULL
    UNION
    SELECT registration_id FROM payment p WHERE ${isRestOwed('p')}
  ) p WHERE ${isRunners('p.registration_id')}`;
