import { isAllGone } from '../domain/money/given-back-sql';

/**
 * SQL: true for line `l` of registration `g` and payment `p` when its money was given and is there: taken from the card, and
 * not given back by us, nor with all of the payment by hand at the processor or by a bank. A donor who gives their spot back leaves
 * the donation, so their line counts when it is `returned`, too.
 */
const isThere = `
  l.kind = 'donation' AND p.captured IS NOT NULL AND p.state IN ('captured', 'refunded')
  AND l.amount > coalesce(l.refund, 0) AND NOT ${isAllGone('p')}`;

/** SQL: the donations of fundraiser `f`, with who gave them and how the payment stands. */
const donations = `
  FROM registration_line l JOIN registration g ON g.id = l.registration_id
  JOIN payment p ON p.registration_id = coalesce(g.paid_as, g.id)
  WHERE l.fundraiser_id = f.id AND ${isThere}`;

/** SQL: what fundraisers show, after FROM fundraiser f. */
export const totals = `
  JOIN registration r ON r.id = f.registration_id
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(l.amount - coalesce(l.refund, 0)), 0)::float8 AS raised, count(*)::int AS gifts ${donations}) t`;

/** SQL: the donations of fundraiser $1 whose giver may be named, the newest first. */
export const publicGifts = `
  SELECT d.runner, d.amount, d.submitted_at
  FROM fundraiser f CROSS JOIN LATERAL (
    SELECT g.id, g.runner, l.amount - coalesce(l.refund, 0) AS amount, g.submitted_at ${donations} AND l.is_public) d
  WHERE f.id = $1 AND d.runner IS NOT NULL ORDER BY d.submitted_at DESC, d.id LIMIT 20`;
