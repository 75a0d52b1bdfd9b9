import { salePhase } from '../ledger/event-sql';

/**
 * SQL: the events of race $1 and where their spots are, from indexes, as the watch counts them (watch/books-sql.ts). No
 * row is locked. A live registration has a spot, and the index by spot lies in the order of the rows. `block_id`: the block that spots are dealt from now, of which the cache knows how far it is dealt.
 */
export const spotsOfEvents = `
  SELECT e.id AS event_id, e.kind, e.sale, ${salePhase} AS phase, e.capacity,
    (SELECT count(*)::int FROM spot WHERE event_id = e.id AND block IS NULL) AS sellable,
    (SELECT count(*)::int FROM registration WHERE event_id = e.id AND spot IS NOT NULL) AS registered,
    open.held, open.offered, b.id AS block_id, cardinality(b.numbers) AS block_size,
    (SELECT coalesce(json_agg(json_build_object('size', w.size, 'places', w.places) ORDER BY w.size), '[]') FROM (
      SELECT size, count(*)::int AS places FROM waiting
      WHERE event_id = e.id AND state = 'waiting' AND confirmed_at IS NOT NULL GROUP BY size) w) AS waiting
  FROM race r JOIN event e ON e.race_id = r.id
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(s.n - g.n) FILTER (WHERE o.owner IS NULL), 0)::int AS held,
           coalesce(sum(s.n - g.n) FILTER (WHERE o.owner IS NOT NULL), 0)::int AS offered
    FROM block o
    CROSS JOIN LATERAL (SELECT count(*) AS n FROM spot
      WHERE event_id = o.event_id AND number = ANY (o.numbers) AND block = o.id) s
    CROSS JOIN LATERAL (SELECT count(*) AS n FROM registration
      WHERE event_id = o.event_id AND spot = ANY (o.numbers) AND block = o.id) g
    WHERE o.event_id = e.id AND NOT o.closed) open
  LEFT JOIN block b ON b.id = e.current_block AND NOT b.closed AND b.owner IS NULL AND b.deal_until > clock_timestamp()
  WHERE r.id = $1 ORDER BY e.position`;
