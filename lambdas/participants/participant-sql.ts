/** A line of money says what goes back of it. Without lines, the registration does. */
const refund = `
  coalesce((SELECT sum(coalesce(l.refund, 0)) FROM registration_line l WHERE l.registration_id = g.id), g.refund, 0)::int`;

/** Money that somebody owes the runner after the bank sent it back. */
const isOwed = '(y.refund_failed IS NOT NULL AND y.refund_paid_at IS NULL)';

/** The registrations in `ids`, as they are now. Money that was passed on with a spot is told of its new owner alone. */
export const projected = (ids: string) => `
  SELECT g.id AS registration_id, e.race_id, g.event_id, g.number,
    CASE WHEN g.outcome <> 'confirmed' THEN g.outcome WHEN g.live THEN 'registered' ELSE g.ended END AS state,
    CASE WHEN g.ended = 'transferred' THEN NULL
         WHEN y.state IN ('authorised', 'voided', 'failed') THEN y.state
         WHEN y.state IS NULL THEN NULL
         WHEN m.refund = 0 THEN 'captured'
         WHEN ${isOwed} THEN 'refund-failed'
         WHEN y.refunded < y.refund THEN 'refunding' ELSE 'refunded' END AS payment,
    CASE WHEN g.ended = 'transferred' THEN NULL
         ELSE coalesce(g.share, y.capture_amount, y.amount) + m.refund - coalesce(g.refund, 0) END AS amount,
    m.refund, g.recorded_at, CASE WHEN g.runner IS NOT NULL THEN
      md5(concat_ws(E'\\n', g.runner ->> 'firstName', g.runner ->> 'lastName', g.runner ->> 'email')) END AS who_hash,
    coalesce(g.runner IS NULL OR y.state = 'authorised' OR (y.wanted = 'refund' AND (y.refunded < y.refund OR ${isOwed})), false) AS is_open
  FROM ${ids} ids JOIN registration g ON g.id = ids.id JOIN event e ON e.id = g.event_id
  LEFT JOIN payment y ON y.registration_id = coalesce(g.paid_as, g.id)
  CROSS JOIN LATERAL (SELECT ${refund} AS refund) m`;
