import { maxGroupSize } from '../domain/hold';
import { isForRunners, isRunners } from '../domain/race-sql';
import { isAnythingAtBank, isDisputed, runOn } from '../ledger/dispute-sql';
import { salePhase } from '../ledger/event-sql';
import { differencesOf } from '../ledger/move-sql';
import { paidFeeWith } from '../ledger/transfer-fee-sql';

/**
 * One statement for each comparison: everything it compares belongs to one instant, so a registration that is written
 * meanwhile is no difference. Races are compared until a week after they closed; late work is looked for everywhere.
 * Nothing of the canary's race is in the books: the canary itself says when something of it is wrong.
 */
const watched = `
  SELECT e.id, e.race_id, e.kind, e.capacity, e.next_number, e.sale FROM event e JOIN race r ON r.id = e.race_id
  WHERE r.closes_at > clock_timestamp() - interval '7 days' AND ${isForRunners('r')}`;

/**
 * Counted from indexes, without a join of spots and registrations: four times as fast. Of a cancelled event there are only
 * the spots of those who are not cancelled yet.
 */
export const eventBooks = `
  SELECT e.id AS event_id, e.capacity, e.next_number,
    (SELECT count(*)::int FROM spot WHERE event_id = e.id) AS spots,
    (SELECT coalesce(max(number), 0) FROM spot WHERE event_id = e.id) AS highest_number,
    (SELECT count(*)::int FROM spot WHERE event_id = e.id AND block IS NULL) AS sellable,
    (SELECT count(*)::int FROM registration WHERE event_id = e.id AND live) AS live,
    (SELECT coalesce(sum(s.n - g.n), 0)::int FROM block b
      CROSS JOIN LATERAL (SELECT count(*) AS n FROM spot
        WHERE event_id = b.event_id AND number = ANY (b.numbers) AND block = b.id) s
      CROSS JOIN LATERAL (SELECT count(*) AS n FROM registration
        WHERE event_id = b.event_id AND spot = ANY (b.numbers) AND block = b.id) g
      WHERE b.event_id = e.id AND NOT b.closed) AS held
  FROM (${watched}) e WHERE e.sale <> 'cancelled'`;

/** The same for the units of pools. */
export const poolBooks = `
  SELECT p.id AS pool_id, p.stock,
    (SELECT count(*)::int FROM unit WHERE pool_id = p.id) AS units,
    (SELECT count(*)::int FROM unit WHERE pool_id = p.id AND block IS NULL) AS sellable,
    (SELECT count(*)::int FROM registration_line WHERE pool_id = p.id AND unit IS NOT NULL) AS given,
    (SELECT coalesce(sum(s.n - g.n), 0)::int FROM unit_block b
      CROSS JOIN LATERAL (SELECT count(*) AS n FROM unit
        WHERE pool_id = b.pool_id AND number = ANY (b.numbers) AND block = b.id) s
      CROSS JOIN LATERAL (SELECT count(*) AS n FROM registration_line
        WHERE pool_id = b.pool_id AND unit = ANY (b.numbers) AND block = b.id) g
      WHERE b.pool_id = p.id AND NOT b.closed) AS held
  FROM pool p WHERE p.race_id IN (SELECT race_id FROM (${watched}) e)`;

/**
 * A runner who was given a spot, or registered by somebody else, is paid for under that registration's id. A group's
 * payment may be refunded in part: what is left of it must cover the shares of the members who are still registered. The
 * fee of somebody who took a spot over is a payment of their own. A director may give it back, and it is never let go. What
 * somebody paid to move to a dearer event is a payment of its own, too, and a part of their share.
 */
export const money = `
  WITH m AS (
    SELECT g.id,
      g.live AND (p.wanted IS DISTINCT FROM 'capture' OR p.state NOT IN ('authorised', 'captured')) AND NOT coalesce(
        p.wanted = 'refund' AND g.share IS NOT NULL AND coalesce(p.capture_amount, p.amount) - p.refund + (
          SELECT coalesce(sum(d.amount - coalesce(d.refund, 0)), 0) FROM registration c CROSS JOIN LATERAL (
            SELECT d.amount, d.refund FROM ${differencesOf('c.id')} AND d.wanted <> 'void' AND d.state <> 'failed') d
          WHERE (c.id = p.registration_id OR c.paid_as = p.registration_id) AND c.live) >= (
          SELECT sum(c.share) FROM registration c
          WHERE (c.id = p.registration_id OR c.paid_as = p.registration_id) AND c.live), false)
        OR g.via = 'transfer' AND EXISTS (
          SELECT FROM payment f WHERE f.registration_id = g.id AND f.wanted = 'void')
        OR g.live AND EXISTS (SELECT FROM ${differencesOf('g.id')} AND d.wanted = 'void') AS is_unpaid,
      NOT g.live AND p.state = 'captured' AND p.wanted = 'capture'
        AND coalesce(g.ended, '') NOT IN ('cancelled', 'deferred', 'transferred')
        AND NOT (g.via = 'move' AND EXISTS (SELECT FROM move_offer o WHERE o.paid_as = g.id))
        AND NOT (g.via = 'fee' AND EXISTS (SELECT FROM transfer f WHERE f.fee_paid_as = g.id)) AS is_unseated
    FROM (${watched}) e JOIN registration g ON g.event_id = e.id
    LEFT JOIN payment p ON p.registration_id = coalesce(g.paid_as, g.id)
  )
  SELECT count(*) FILTER (WHERE is_unpaid)::int AS unpaid, (array_agg(id) FILTER (WHERE is_unpaid))[1:5] AS unpaid_ids,
    count(*) FILTER (WHERE is_unseated)::int AS unseated, (array_agg(id) FILTER (WHERE is_unseated))[1:5] AS unseated_ids
  FROM m`;

/**
 * Payments that were ordered and not settled for $1 seconds: the oldest $2, and how many there are in all. Only the
 * audit knows when a refund was asked for, perhaps under the registration that the spot was passed on to, or under a
 * companion's, and perhaps in another event, to which a runner was moved. The order that is on its way is repeated, not
 * one for what was added since: two orders that differ could refund more than both want. A refund that came back before
 * it was settled was paid by a person. A payment in a
 * dispute waits: the processor refuses its refund until the dispute is decided.
 */
export const stuckPayments = `
  WITH stuck AS (
    SELECT p.registration_id, p.authorisation, coalesce(p.capture_amount, p.amount) AS amount,
           CASE WHEN p.capture_amount IS NOT NULL THEN p.amount END AS held, 0 AS before, p.currency, p.wanted,
           CASE g.via WHEN 'move' THEN 'move' WHEN 'fee' THEN 'fee' WHEN 'transfer' THEN 'fee' END AS purpose,
           g.event_id, g.recorded_at
    FROM payment p JOIN registration g ON g.id = p.registration_id
    WHERE p.state = 'authorised' AND g.recorded_at < clock_timestamp() - make_interval(secs => $1)
    UNION ALL
    SELECT p.registration_id, p.authorisation, coalesce(p.refund_ordered, p.refund), NULL, p.refunded, p.currency, p.wanted,
           NULL, g.event_id, g.recorded_at
    FROM payment p JOIN registration g ON g.id = p.registration_id
    WHERE p.wanted = 'refund' AND p.state = 'captured' AND NOT ${isDisputed('p.registration_id')}
      AND (p.refund_paid_at IS NULL OR p.refund_lost <= p.refunded) AND NOT EXISTS (
      SELECT FROM event paid JOIN event e ON e.race_id = paid.race_id JOIN audit a ON a.event_id = e.id
      JOIN registration c ON c.id = a.registration_id
      WHERE paid.id = g.event_id AND a.at > statement_timestamp() - make_interval(secs => $1)
        AND (p.registration_id IN (c.id, c.paid_as) OR EXISTS (
          SELECT FROM move_offer o WHERE o.paid_as = p.registration_id AND o.registration_id = c.id)
          OR ${paidFeeWith('p.registration_id')} = c.id))
  )
  SELECT s.*, e.race_id, count(*) OVER ()::int AS total FROM stuck s JOIN event e ON e.id = s.event_id
  JOIN race r ON r.id = e.race_id WHERE ${isForRunners('r')}
  ORDER BY s.recorded_at LIMIT $2`;

/**
 * Registrations in races whose form has documents: nobody signed, no guardian signed for a minor, or a text that was signed
 * is gone. Age counts on the day of submission: it is the day of signing or a later one, so nobody is taken for a minor who
 * was none. For people born on 29 February, PostgreSQL's birthday is a day earlier than in most forms: a few of them are not
 * checked. What was erased is not looked at.
 */
export const missingConsents = `
  SELECT count(*)::int AS count, (array_agg(g.id::text))[1:5] AS samples
  FROM (${watched}) e JOIN race a ON a.id = e.race_id AND e.kind = 'run'
  JOIN registration g ON g.event_id = e.id AND g.form_revision IS NOT NULL AND g.outcome = 'confirmed' AND g.runner IS NOT NULL
  JOIN form f ON f.race_id = e.race_id AND f.revision = g.form_revision
  CROSS JOIN LATERAL (
    SELECT coalesce(nullif(g.signatures, 'null'), '[]') AS signed,
      (g.submitted_at AT TIME ZONE a.time_zone)::date < (nullif(g.runner ->> 'birthDate', '')::date
        + make_interval(years => coalesce((f.definition ->> 'adultAge')::int, 18)))::date AS is_minor
  ) s
  WHERE jsonb_array_length(coalesce(f.definition -> 'documents', '[]')) > 0 AND (
    (s.is_minor AND NOT s.signed @> '[{"by": "guardian"}]')
    OR (s.signed = '[]' AND f.definition -> 'documents' @> '[{"kind": "waiver"}]')
    OR EXISTS (
      SELECT FROM jsonb_array_elements(s.signed) AS one (text)
      WHERE NOT EXISTS (
        SELECT FROM legal_text t
        WHERE t.race_id = e.race_id AND t.kind = one.text ->> 'kind' AND t.hash = one.text ->> 'hash')))`;

/** Uses of codes beyond their limit, of registrations that are live. */
export const usesOver = `
  SELECT count(*)::int AS count, (array_agg(g.id::text))[1:5] AS samples
  FROM (${watched}) e JOIN registration g ON g.event_id = e.id AND g.live
  JOIN registration_line l ON l.registration_id = g.id AND l.kind = 'code' AND l.state = 'over'`;

/**
 * Evidence that must be sent within $1 seconds, and people who run on money that the bank has taken back; unless a director has
 * decided about the runner.
 */
export const disputesDue = `
  SELECT count(*)::int AS count, (array_agg(id ORDER BY due_by))[1:5] AS samples
  FROM (
    SELECT id, due_by, registration_id FROM dispute
    WHERE status IN ('needs_response', 'warning_needs_response') AND decided IS NULL
      AND due_by < clock_timestamp() + make_interval(secs => $1)
    UNION ALL
    SELECT id, due_by, registration_id FROM dispute d
    WHERE status IN ('lost', 'prevented') AND decided IS NULL AND EXISTS (
      SELECT FROM (${runOn('d.registration_id')}) o JOIN registration m ON m.id = o.id WHERE m.live)
  ) d
  WHERE ${isRunners('registration_id')}`;

/** Money that is to be taken and was only reserved $1 seconds ago: the reservation ends after seven days. */
export const expiringAuthorisations = `
  SELECT count(*)::int AS count, (array_agg(p.registration_id::text))[1:5] AS samples
  FROM payment p JOIN registration g ON g.id = p.registration_id
  WHERE p.state = 'authorised' AND p.wanted = 'capture'
    AND g.recorded_at < clock_timestamp() - make_interval(secs => $1) AND ${isRunners('p.registration_id')}`;

/**
 * Mails that became due more than $1 seconds ago and were never claimed by a sender, although the lanes have moved on:
 * a mail that became due this much later was claimed, or no mail was claimed for this long. Slow mail alone must not
 * count: a sold-out race orders an hour's worth at once. Neither must it count that no mail is sent at all: that has an
 * alarm of its own. A later copy counts as the mail. Lost links that a runner asked for again are not covered, because
 * only the mail itself would tell. $3 and $4: which payment state is told to the runner who paid, and by which
 * template; the other members of a group are told that they are registered, and the guardian of a minor gets a copy of
 * what they signed. Uses the statement's own time: clock_timestamp() may differ for each row, so PostgreSQL cannot use
 * an index with it.
 */
export const missingMails = `
  WITH announced AS (
    SELECT p.registration_id AS id,
      CASE WHEN p.state = 'failed' AND g.paid_as IS NOT NULL THEN 'confirmation' ELSE told.template END AS template,
      1 AS generation, p.settled_at AS at
    FROM payment p JOIN unnest($3::text[], $4::text[]) AS told (state, template) ON told.state = p.state
    JOIN registration g ON g.id = p.registration_id AND g.runner IS NOT NULL
    WHERE p.settled_at > statement_timestamp() - interval '1 day'
    UNION ALL
    SELECT g.id, 'confirmation', 1, p.settled_at
    FROM payment p JOIN registration g ON g.paid_as = p.registration_id AND g.live AND g.via <> 'transfer'
    WHERE p.state IN ('captured', 'refunded') AND p.settled_at > statement_timestamp() - interval '1 day'
    UNION ALL
    SELECT a.registration_id, CASE a.action WHEN 'cancelled' THEN 'cancellation' ELSE a.action END, 1, a.at
    FROM event e JOIN audit a ON a.event_id = e.id AND a.at > statement_timestamp() - interval '1 day'
    WHERE a.action IN ('cancelled', 'deferred')
    UNION ALL
    SELECT id, 'transfer-offer', 1, offered_at
    FROM transfer WHERE state = 'offered' AND offered_at > statement_timestamp() - interval '1 day'
    UNION ALL
    SELECT m.id, m.template, 1, g.recorded_at
    FROM transfer t JOIN registration g ON g.id = coalesce(t.became, t.id) AND g.recorded_at > statement_timestamp() - interval '1 day'
    CROSS JOIN LATERAL (VALUES (t.id, 'confirmation'), (t.registration_id, 'transferred')) AS m (id, template)
    -- Who paid a fee is told when it is taken, as above.
    WHERE t.state = 'accepted' AND (t.became IS NULL OR m.template = 'transferred')
    UNION ALL
    SELECT o.registration_id, 'move-offer', o.nth::int, o.offered_at
    FROM (SELECT m.*, (SELECT count(*) FROM move_offer b WHERE b.registration_id = m.registration_id AND b.offered_at <= m.offered_at) AS nth
          FROM move_offer m WHERE m.state = 'open' AND m.ends_at > statement_timestamp() AND m.offered_at > statement_timestamp() - interval '1 day') o
    UNION ALL
    SELECT w.id, 'offer', w.offers, a.at
    FROM waiting w JOIN audit a ON a.event_id = w.event_id AND a.at > statement_timestamp() - interval '1 day'
      AND a.action = 'offered' AND a.detail ->> 'block' = w.block::text
    WHERE w.block IS NOT NULL
    UNION ALL
    SELECT id, 'place-removed', 1, removed_at
    FROM waiting WHERE state = 'left' AND removed_at > statement_timestamp() - interval '1 day'
  ), due AS (
    SELECT * FROM announced
    UNION ALL
    SELECT t.id, 'guardian-copy', 1, t.at FROM announced t JOIN registration g ON g.id = t.id
    WHERE t.template = 'confirmation' AND g.live AND g.signatures @> '[{"by": "guardian"}]'
  ), known AS (
    SELECT d.*, m.claimed_at FROM due d LEFT JOIN LATERAL (
      SELECT max(claimed_at) AS claimed_at FROM mail
      WHERE registration_id = d.id AND template = d.template AND generation >= d.generation) m ON true
  ), lanes AS (
    SELECT max(at) AS reached, max(claimed_at) AS moved FROM known WHERE claimed_at IS NOT NULL
  )
  SELECT k.id AS registration_id, k.template, k.generation, count(*) OVER ()::int AS total
  FROM known k CROSS JOIN lanes l
  WHERE k.claimed_at IS NULL AND k.at < statement_timestamp() - make_interval(secs => $1) AND ${isRunners('k.id')}
    AND (l.reached > k.at + make_interval(secs => $1) OR l.moved < statement_timestamp() - make_interval(secs => $1))
  ORDER BY k.at LIMIT $2`;

/**
 * Includes a claim whose sender died, when no sender ran since that would have given it up. Not when the next copy was
 * ordered: then a person has looked at it.
 */
export const unknownMails = `
  SELECT count(*)::int AS count, (array_agg(m.registration_id::text))[1:5] AS samples FROM (
    SELECT registration_id, template, generation FROM mail
    WHERE state = 'unknown' AND updated_at < clock_timestamp() - make_interval(secs => $1)
    UNION ALL
    SELECT registration_id, template, generation FROM mail
    WHERE state = 'claimed' AND claimed_at < clock_timestamp() - make_interval(secs => $1)
  ) m WHERE NOT EXISTS (
    SELECT FROM mail n WHERE n.registration_id = m.registration_id AND n.template = m.template AND n.generation > m.generation)`;

export const leftInOutbox = `
  SELECT count(*)::int AS count, (array_agg(DISTINCT queue))[1:5] AS samples
  FROM outbox WHERE created_at < clock_timestamp() - make_interval(secs => $1)`;

export const overdueBlocks = `
  SELECT count(*)::int AS count, (array_agg(b.id::text))[1:5] AS samples
  FROM (
    SELECT b.id, e.race_id FROM block b JOIN event e ON e.id = b.event_id
    WHERE NOT b.closed AND b.closes_at < clock_timestamp() - make_interval(secs => $1)
    UNION ALL
    SELECT b.id, p.race_id FROM unit_block b JOIN pool p ON p.id = b.pool_id
    WHERE NOT b.closed AND b.closes_at < clock_timestamp() - make_interval(secs => $1)
  ) b JOIN race r ON r.id = b.race_id AND ${isForRunners('r')}`;

/**
 * People in events on sale who have waited for $1 seconds or longer, although as many spots as they want could be
 * offered.
 */
export const waitingInVain = `
  SELECT count(*)::int AS count, (array_agg(w.event_id::text))[1:5] AS samples
  FROM event e JOIN race r ON r.id = e.race_id
  CROSS JOIN LATERAL (
    SELECT count(*) AS n FROM (SELECT FROM spot WHERE event_id = e.id AND block IS NULL LIMIT ${maxGroupSize}) s) sellable
  JOIN waiting w ON w.event_id = e.id AND w.size <= sellable.n
  WHERE w.state = 'waiting' AND w.confirmed_at < clock_timestamp() - make_interval(secs => $1)
    AND ${salePhase} = 'open' AND ${isForRunners('r')}`;

/**
 * Cancelled races in which nobody was given their money back for $1 seconds, although somebody is left. A director who stopped the job
 * has a day. A runner who cancels by themselves does not show that the job goes on. Whoever disputes a payment waits for the bank.
 */
export const stalledCancellations = `
  SELECT count(*)::int AS count, (array_agg(j.race_id))[1:5] AS samples
  FROM job j JOIN race r ON r.id = j.race_id AND ${isForRunners('r')}
  CROSS JOIN LATERAL (
    SELECT statement_timestamp() - make_interval(secs => CASE j.state WHEN 'stopped' THEN 86400 ELSE $1::int END) AS since) s
  WHERE j.state <> 'done' AND greatest(j.made_at, j.resumed_at) < s.since
    AND EXISTS (
      SELECT FROM event e JOIN registration g ON g.event_id = e.id AND g.live
      WHERE e.race_id = j.race_id AND NOT ${isAnythingAtBank('g')})
    AND NOT EXISTS (
      SELECT FROM event e JOIN audit a ON a.event_id = e.id AND a.at > s.since AND a.action = 'cancelled' AND a.actor <> 'runner'
      WHERE e.race_id = j.race_id)`;

export const dealing = `
  SELECT b.id AS block_id, coalesce(max(array_position(b.numbers, g.spot)), 0) AS furthest
  FROM event e JOIN race r ON r.id = e.race_id AND ${isForRunners('r')}
  JOIN block b ON b.id = e.current_block AND NOT b.closed AND b.deal_until > clock_timestamp()
  LEFT JOIN registration g ON g.event_id = b.event_id AND g.spot = ANY (b.numbers) AND g.block = b.id
  GROUP BY b.id`;

export const racesOnSale = `
  SELECT id FROM race WHERE opens_at < clock_timestamp() AND closes_at > clock_timestamp() AND ${isForRunners('race')}`;
