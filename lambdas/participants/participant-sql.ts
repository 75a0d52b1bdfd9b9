/** How much goes back: by the money lines, or by the registration when it has none. */
const refund = `
  coalesce((SELECT sum(coalesce(l.refund, 0)) FROM registration_line l WHERE l.registration_id = g.id), g.refund, 0)::int`;

/** A refund that the bank sent back and nobody has paid yet. */
const isOwed = '(y.refund_failed IS NOT NULL AND y.refund_paid_at IS NULL)';

/** SQL: the state of a registration. `g`: the table or its alias. */
export const stateOf = (g: string) =>
  `CASE WHEN ${g}.outcome <> 'confirmed' THEN ${g}.outcome WHEN ${g}.live THEN 'registered' ELSE ${g}.ended END`;

/** SQL: the registrations in `ids`, as they are now. When a spot was passed on, its money is shown at the new runner alone. */
export const projected = (ids: string) => `
  SELECT g.id AS registration_id, e.race_id, g.event_id, g.number,
    ${stateOf('g')} AS state,
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
