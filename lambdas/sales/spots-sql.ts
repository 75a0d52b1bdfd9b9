import { salePhase } from '../ledger/event-sql';
import { isPrivate } from '../spots/blocks/block-sql';

/**
 * SQL: the events of race $1 and where their spots are, from indexes, as the watch counts them (watch/books-sql.ts). No
 * row is locked. A live registration has a spot, and the index by spot lies in the order of the rows. `blocks`: the open blocks that
 * the cache knows about, with `left`, how many of their spots nobody has registered. `isDealt`: people may be dealt numbers of it.
 */
export const spotsOfEvents = `
  SELECT e.id AS event_id, e.kind, e.sale, ${salePhase} AS phase, e.capacity,
    (SELECT count(*)::int FROM spot WHERE event_id = e.id AND block IS NULL) AS sellable,
    (SELECT count(*)::int FROM registration WHERE event_id = e.id AND spot IS NOT NULL) AS registered,
    open.held, open.offered, open.blocks,
    (SELECT coalesce(json_agg(json_build_object('size', w.size, 'places', w.places) ORDER BY w.size), '[]') FROM (
      SELECT size, count(*)::int AS places FROM waiting
      WHERE event_id = e.id AND state = 'waiting' AND confirmed_at IS NOT NULL GROUP BY size) w) AS waiting
  FROM race r JOIN event e ON e.race_id = r.id
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(s.n - g.n) FILTER (WHERE o.owner IS NULL AND ${isPrivate}), 0)::int AS held,
           coalesce(sum(s.n - g.n) FILTER (WHERE o.owner IS NOT NULL), 0)::int AS offered,
           coalesce(json_agg(json_build_object('id', o.id, 'size', cardinality(o.numbers), 'left', s.n - g.n,
             'isDealt', o.deal_until > clock_timestamp()))
             FILTER (WHERE o.owner IS NULL AND NOT (${isPrivate}) AND s.n > g.n), '[]') AS blocks
    FROM block o
    CROSS JOIN LATERAL (SELECT count(*) AS n FROM spot
      WHERE event_id = o.event_id AND number = ANY (o.numbers) AND block = o.id) s
    CROSS JOIN LATERAL (SELECT count(*) AS n FROM registration
      WHERE event_id = o.event_id AND spot = ANY (o.numbers) AND block = o.id) g
    WHERE o.event_id = e.id AND NOT o.closed) open
  WHERE r.id = $1 ORDER BY e.position`;
