import type pg from 'pg';
import type { RaceFigures } from './books';

/**
 * One statement that reads spots and mails once. Money is counted per runner and not per payment, because one payment
 * may be for several runners: once for each spot, even if another runner has it now. Races are left out a week after
 * their end, as the watch does, because the status page asks every second.
 */
const statement = `
WITH watched AS (SELECT * FROM race WHERE closes_at > clock_timestamp() - interval '7 days' AND NOT is_canary),
e AS (SELECT * FROM event WHERE race_id IN (SELECT id FROM watched)),
spots AS (
  SELECT e.race_id, count(*)::int AS spots, (count(*) FILTER (WHERE s.block IS NULL))::int AS sellable,
    (count(*) FILTER (WHERE s.block IS NOT NULL AND r.id IS NULL))::int AS held
  FROM spot s JOIN e ON e.id = s.event_id
  LEFT JOIN registration r ON r.event_id = s.event_id AND r.spot = s.number
  GROUP BY e.race_id
), registrations AS (
  SELECT e.race_id, (count(*) FILTER (WHERE r.live))::int AS registered,
    (count(*) FILTER (WHERE r.outcome = 'duplicate'))::int AS duplicates,
    (count(*) FILTER (WHERE r.outcome = 'refused' AND r.via NOT IN ('move', 'fee')))::int AS refused,
    (count(*) FILTER (WHERE r.via NOT IN ('transfer', 'move', 'fee') AND paid.state = 'authorised'))::int AS authorised,
    (count(*) FILTER (WHERE r.via NOT IN ('transfer', 'move', 'fee') AND paid.state IN ('captured', 'refunded'))
      - count(*) FILTER (WHERE r.refund IS NOT NULL AND paid.state = 'refunded'))::int AS captured,
    (count(*) FILTER (WHERE p.state IN ('captured', 'refunded') AND coalesce(p.capture_amount, p.amount) > 0))::int AS charges,
    (coalesce(sum(coalesce(p.capture_amount, p.amount)) FILTER (WHERE p.state IN ('captured', 'refunded')), 0))::float8 AS charged,
    (count(*) FILTER (WHERE r.via NOT IN ('transfer', 'move', 'fee') AND paid.state = 'voided'))::int AS voided,
    (count(*) FILTER (WHERE r.via NOT IN ('transfer', 'move', 'fee') AND paid.state = 'failed'))::int AS failed,
    (count(*) FILTER (WHERE r.refund IS NOT NULL AND paid.state = 'refunded'))::int AS refunded,
    (count(*) FILTER (WHERE r.live AND (paid.state = 'failed' OR paid.wanted IS DISTINCT FROM 'capture'
      AND (r.share IS NULL OR paid.wanted IS DISTINCT FROM 'refund'))))::int AS unpaid,
    (count(*) FILTER (WHERE NOT r.live AND p.wanted = 'capture' AND p.state IN ('authorised', 'captured')
      AND (r.ended IS NULL OR r.ended = 'payment-failed') AND NOT EXISTS (SELECT FROM move_offer WHERE paid_as = r.id)
      AND NOT EXISTS (SELECT FROM transfer WHERE fee_paid_as = r.id)))::int AS unearned,
    (count(*) FILTER (WHERE r.refund IS NOT NULL AND paid.state = 'captured'))::int AS to_refund,
    (count(*) FILTER (WHERE r.ended IN ('cancelled', 'deferred') AND r.refund IS NULL AND paid.state IN ('captured', 'refunded')))::int AS kept,
    (count(*) FILTER (WHERE r.via = 'transfer'))::int AS transferred,
    (count(*) FILTER (WHERE r.live AND paid.state IN ('captured', 'refunded') AND c.state IS DISTINCT FROM 'accepted'))::int AS unmailed
  FROM registration r JOIN e ON e.id = r.event_id
  LEFT JOIN payment p ON p.registration_id = r.id
  LEFT JOIN payment paid ON paid.registration_id = coalesce(r.paid_as, r.id)
  LEFT JOIN mail c ON c.registration_id = r.id AND c.template = 'confirmation' AND c.generation = 1
  GROUP BY e.race_id
), groups AS (
  SELECT race_id, (count(*) FILTER (WHERE outcomes > 1
    OR (confirmed AND amount - shares NOT BETWEEN 0 AND members - 1)))::int AS in_part
  FROM (
    SELECT e.race_id, count(DISTINCT r.outcome) AS outcomes, bool_and(r.outcome = 'confirmed') AS confirmed,
      count(*) AS members, sum(r.share) - sum(coalesce(m.paid, 0)) AS shares, max(coalesce(p.capture_amount, p.amount)) AS amount
    FROM registration r JOIN e ON e.id = r.event_id
    JOIN payment p ON p.registration_id = coalesce(r.paid_as, r.id)
    LEFT JOIN LATERAL (SELECT sum(o.amount) AS paid FROM move_offer o JOIN payment d ON d.registration_id = o.paid_as
      WHERE o.registration_id = r.id AND d.state <> 'failed') m ON true
    WHERE r.share IS NOT NULL AND r.via <> 'transfer'
    GROUP BY e.race_id, p.registration_id
  ) g GROUP BY race_id
), mails AS (
  SELECT e.race_id, (count(*) FILTER (WHERE m.template = 'confirmation' AND m.state = 'accepted'))::int AS confirmations,
    (count(*) FILTER (WHERE m.state IN ('rejected', 'unknown')))::int AS mails_given_up
  FROM mail m JOIN registration r ON r.id = m.registration_id JOIN e ON e.id = r.event_id
  GROUP BY e.race_id
), capacity AS (SELECT race_id, sum(capacity)::int AS capacity, bool_or(is_over) AS is_over FROM e GROUP BY race_id)
SELECT race.id, race.name, race.opens_at, race.closes_at, capacity.capacity, capacity.is_over, spots.*, registrations.*, groups.*, mails.*
FROM watched race LEFT JOIN capacity ON capacity.race_id = race.id LEFT JOIN spots ON spots.race_id = race.id
LEFT JOIN registrations ON registrations.race_id = race.id LEFT JOIN groups ON groups.race_id = race.id LEFT JOIN mails ON mails.race_id = race.id
ORDER BY race.opens_at DESC, race.id LIMIT 50`;

/** What races with a form sold. A plain race has no pool and no money line, so it is not among them. */
const soldStatement = `
WITH pools AS (
  SELECT p.race_id, jsonb_agg(jsonb_build_object('variant', p.ref, 'stock', p.stock, 'given',
    (SELECT count(*) FROM registration_line l WHERE l.pool_id = p.id AND l.unit IS NOT NULL)) ORDER BY p.ref) AS variants
  FROM pool p WHERE p.kind IN ('item', 'code') GROUP BY p.race_id
), lines AS (
  SELECT e.race_id, (count(*) FILTER (WHERE l.state = 'short'))::int AS short, (count(*) FILTER (WHERE l.state = 'over'))::int AS over,
    (coalesce(sum(l.amount) FILTER (WHERE l.kind = 'donation' AND l.state = 'given'), 0))::float8 AS donated,
    (coalesce(sum(l.amount) FILTER (WHERE l.fundraiser_id IS NOT NULL AND l.state = 'given'), 0))::float8 AS collected,
    (count(*) FILTER (WHERE l.kind = 'team' AND l.state = 'given'))::int AS places
  FROM registration_line l JOIN registration r ON r.id = l.registration_id JOIN event e ON e.id = r.event_id GROUP BY e.race_id
), teams AS (
  SELECT t.race_id, (count(*) FILTER (WHERE p.stock <
    (SELECT count(*) FROM registration r WHERE r.team_id = t.id AND r.live)))::int AS overfull
  FROM team t JOIN pool p ON p.id = t.pool_id GROUP BY t.race_id
)
SELECT race_id, coalesce(variants, '[]') AS variants, coalesce(short, 0) AS short, coalesce(over, 0) AS over, coalesce(donated, 0) AS donated,
  coalesce(collected, 0) AS collected, coalesce(places, 0) AS "teamPlaces", coalesce(overfull, 0) AS "overfullTeams"
FROM pools FULL JOIN lines USING (race_id) LEFT JOIN teams USING (race_id)`;

type SoldRow = { readonly race_id: string } & NonNullable<RaceFigures['sold']>;

const count = (value: unknown) => (typeof value === 'number' ? value : 0);
const text = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value));

export const readRaces = async (pool: pg.Pool): Promise<readonly RaceFigures[]> => {
  const { rows } = await pool.query<Record<string, unknown>>(statement);
  const { rows: sold } = await pool.query<SoldRow>(soldStatement);
  return rows.map((row) => ({
    raceId: text(row.id),
    name: text(row.name),
    opensAt: text(row.opens_at),
    closesAt: text(row.closes_at),
    capacity: count(row.capacity),
    isOver: row.is_over === true,
    spots: count(row.spots),
    sellable: count(row.sellable),
    held: count(row.held),
    registered: count(row.registered),
    duplicates: count(row.duplicates),
    refused: count(row.refused),
    authorised: count(row.authorised),
    captured: count(row.captured),
    charges: count(row.charges),
    charged: count(row.charged),
    voided: count(row.voided),
    failed: count(row.failed),
    refunded: count(row.refunded),
    toRefund: count(row.to_refund),
    kept: count(row.kept),
    transferred: count(row.transferred),
    unpaid: count(row.unpaid),
    unearned: count(row.unearned),
    inPart: count(row.in_part),
    confirmations: count(row.confirmations),
    unmailed: count(row.unmailed),
    mailsGivenUp: count(row.mails_given_up),
    ...soldIn(sold, row.id),
  }));
};

const soldIn = (rows: readonly SoldRow[], raceId: unknown): Pick<RaceFigures, 'sold'> => {
  const found = rows.find(({ race_id }) => race_id === raceId);
  if (!found) return {};
  const { race_id: _, ...sold } = found;
  return { sold };
};
