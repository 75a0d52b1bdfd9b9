/**
 * SQL: is any spot of event $1 sellable, or held and unregistered so that it may come back? Asked without SKIP LOCKED,
 * because a row that is only locked is not gone: nobody is told "sold out" while this says true.
 */
export const anyLeft = `
  SELECT EXISTS (SELECT 1 FROM spot WHERE event_id = $1 AND block IS NULL)
      OR EXISTS (SELECT 1 FROM block b CROSS JOIN LATERAL unnest(b.numbers) n
                 WHERE b.event_id = $1 AND NOT b.closed
                   AND NOT EXISTS (SELECT 1 FROM registration r WHERE r.event_id = $1 AND r.spot = n)) AS "left"`;
