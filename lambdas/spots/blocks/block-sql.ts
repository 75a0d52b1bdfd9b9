import { graceAfter } from './block';

/** SQL: block o was cut for one group. Its numbers are all held from the beginning, and it has no counter. */
export const isPrivate = `o.closes_at = o.deal_until + make_interval(secs => o.hold_seconds + ${graceAfter.spent})`;

/** SQL: a row with a `LeftOfEvent`, and when the last of its blocks ends. */
export const leftOfEvent = (event: string) => `
  SELECT coalesce(sum(l.n) FILTER (WHERE ${isPrivate}), 0)::int AS promised,
    coalesce(json_agg(json_build_object('id', o.id, 'size', cardinality(o.numbers), 'left', l.n))
      FILTER (WHERE NOT (${isPrivate})), '[]') AS blocks,
    max(o.closes_at) AS until
  FROM block o CROSS JOIN LATERAL (
    SELECT count(*) AS n FROM unnest(o.numbers) n JOIN spot s ON s.event_id = o.event_id AND s.number = n AND s.block = o.id
    WHERE NOT EXISTS (SELECT FROM registration g WHERE g.event_id = o.event_id AND g.spot = n)) l
  WHERE o.event_id = ${event} AND NOT o.closed AND o.owner IS NULL AND l.n > 0`;
