import { standing } from '../domain/check-in-sql';
import { instantText } from '../domain/instant-sql';
import { barOfOffer } from '../ledger/move-offer-sql';
import { paymentOfFee } from '../ledger/transfer-fee-sql';
import type { Sql } from '../platform/postgres/postgres';
import { isOwed, projected, stateOf } from './participant-sql';
import type { PersonRecord, PersonRecords } from './ports';

type Facts = Omit<PersonRecord, 'mails' | 'audit' | 'related'>;

export class PostgresPersonRecords implements PersonRecords {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async find(raceId: string, registrationId: string): Promise<PersonRecord | undefined> {
    const [found] = await this.#sql.query<{ facts: Facts }>(findFacts, [registrationId, raceId]);
    if (!found) return undefined;
    const mails = await this.#sql.query<PersonRecord['mails'][number]>(findMails, [registrationId]);
    const audit = await this.#sql.query<PersonRecord['audit'][number]>(findAudit, [registrationId]);
    const related = await this.#sql.query<PersonRecord['related'][number]>(findRelated, [registrationId, raceId]);
    return { ...found.facts, mails, audit, related };
  }
}

/** Fields that are NULL are left out. */
const findFacts = `
  SELECT json_strip_nulls(json_build_object(
      'registrationId', g.id, 'eventId', g.event_id, 'number', g.number, 'state', n.state, 'payment', n.payment,
      'amount', n.amount, 'refund', n.refund, 'currency', coalesce(y.currency, a.currency), 'via', g.via,
      'submittedAt', ${instantText('g.submitted_at')}, 'recordedAt', ${instantText('g.recorded_at')},
      'runner', g.runner, 'signatures', coalesce(g.signatures, '[]'), 'form', f.definition, 'waiver', t.version,
      'team', m.name, 'leg', g.leg,
      'bib', (SELECT b.number FROM bib b WHERE b.registration_id = g.id AND b.void_at IS NULL),
      'checkedIn', (SELECT first FROM (${standing('g.id')}) c),
      'paidWith', CASE WHEN y.registration_id IS NOT NULL THEN json_build_object(
        'processorId', y.authorisation, 'state', y.state, 'total', y.amount, 'captured', y.captured, 'refund', y.refund,
        'refunded', y.refunded, 'refundFailed', y.refund_failed, 'refundLost', nullif(y.refund_lost, 0),
        'refundPaidAt', ${instantText('y.refund_paid_at')}, 'settledAt', ${instantText('y.settled_at')}, 'card', y.card) END,
      'transferFee', (
        SELECT json_build_object('amount', coalesce(f.capture_amount, f.amount), 'refund', coalesce(f.refund, 0), 'state', f.state, 'unpaid', f.unpaid)
        FROM transfer t JOIN payment f ON f.registration_id = ${paymentOfFee('t')} WHERE t.became = g.id AND t.state = 'accepted'),
      'moveOffers', (
        SELECT coalesce(json_agg(json_build_object('to', t.name, 'amount', o.amount, 'endsAt', ${instantText('o.ends_at')},
          'state', CASE WHEN o.state = 'open' AND o.ends_at <= clock_timestamp() THEN 'over' ELSE o.state END,
          'bar', CASE WHEN o.state = 'open' AND o.ends_at > clock_timestamp() THEN (${barOfOffer}) END,
          'payment', CASE WHEN ${isOwed('d')} THEN 'refund-failed' ELSE d.state END, 'refund', d.refund, 'unpaid', d.unpaid) ORDER BY o.offered_at DESC), '[]')
        FROM move_offer o JOIN event t ON t.id = o.event_id LEFT JOIN payment d ON d.registration_id = o.paid_as
        JOIN registration r ON r.id = o.registration_id JOIN payment p ON p.registration_id = coalesce(r.paid_as, r.id)
        WHERE o.registration_id = g.id),
      'lines', (
        SELECT coalesce(json_agg(json_build_object('position', l.position, 'kind', l.kind, 'ref', l.ref, 'label', l.label,
          'list', l.list, 'amount', l.amount, 'state', l.state, 'refund', l.refund,
          'isNamed', nullif(l.is_public AND l.fundraiser_id IS NOT NULL, false), 'handedOutAt', ${instantText('l.handed_out_at')}) ORDER BY l.position), '[]')
        FROM registration_line l WHERE l.registration_id = g.id),
      'documents', (
        SELECT coalesce(json_agg(json_build_object('number', (d.issuer ->> 'prefix') || d.number, 'kind', d.kind,
          'gross', d.gross, 'currency', d.currency, 'issuedAt', ${instantText('d.issued_at')}) ORDER BY d.issued_at, d.number), '[]')
        FROM document d WHERE d.registration_id IN (coalesce(g.paid_as, g.id), g.id)
          OR d.registration_id IN (SELECT o.paid_as FROM move_offer o WHERE o.registration_id = g.id)
          OR d.registration_id IN (SELECT o.fee_paid_as FROM transfer o WHERE o.became = g.id)),
      'corrections', (
        SELECT coalesce(json_agg(json_build_object('id', c.id, 'before', c.before, 'after', c.after, 'reason', c.reason)
          ORDER BY c.at), '[]')
        FROM correction c WHERE c.registration_id = g.id),
      'disputes', (
        SELECT coalesce(json_agg(json_build_object('id', b.id, 'amount', b.amount, 'currency', b.currency, 'reason', b.reason,
          'status', b.status, 'decided', b.decided) ORDER BY b.id), '[]')
        FROM dispute b WHERE b.registration_id IN (coalesce(g.paid_as, g.id), g.id)
          OR b.registration_id IN (SELECT o.paid_as FROM move_offer o WHERE o.registration_id = g.id)
          OR b.registration_id IN (SELECT o.fee_paid_as FROM transfer o WHERE o.became = g.id) OR b.registration_id = ANY (ARRAY(
          SELECT unnest(ARRAY(SELECT m.paid_as FROM move_offer m WHERE m.registration_id = o.id) || coalesce(o.paid_as, o.id))
          FROM registration_line l JOIN credit c ON c.pool_id = l.pool_id JOIN registration o ON o.id = c.registration_id
          WHERE l.registration_id = g.id AND l.kind = 'code' AND l.state IN ('given', 'over')))))) AS facts
  FROM (${projected('(SELECT $1::uuid AS id)')}) n
  JOIN registration g ON g.id = n.registration_id JOIN race a ON a.id = n.race_id
  LEFT JOIN payment y ON y.registration_id = coalesce(g.paid_as, g.id)
  LEFT JOIN form f ON f.race_id = n.race_id AND f.revision = g.form_revision
  LEFT JOIN legal_text t ON t.race_id = n.race_id AND t.kind = 'waiver' AND t.hash = g.waiver_hash
  LEFT JOIN team m ON m.id = g.team_id
  WHERE n.race_id = $2`;

/** `event`: what SES said last. */
const findMails = `
  SELECT template, generation, recipient, state, event, reason, ${instantText('claimed_at')} AS "orderedAt", ${instantText('updated_at')} AS "toldAt"
  FROM mail WHERE registration_id = $1 ORDER BY claimed_at, template, generation`;

/** A scan is by who was at the desk, and not by who sent it later. */
const findAudit = `
  SELECT u.id, ${instantText('u.at')} AS at, u.actor, u.action, coalesce(s.name, u.operator) AS by, u.detail
  FROM audit u
  LEFT JOIN staff s ON s.id = CASE WHEN u.detail ? 'scan' AND u.detail ? 'of' THEN (u.detail ->> 'of')::uuid ELSE u.staff_id END
  WHERE u.registration_id = $1 ORDER BY u.id LIMIT 500`;

/**
 * Other registrations in this race that are related to this one: the spot was passed on between them, they are in the same payment,
 * or they have the same e-mail address. LATERAL … LIMIT 1 looks each of them up: joined, all registrations were read.
 */
const findRelated = `
  SELECT DISTINCT ON (o.id) o.id AS "registrationId", r.relation, coalesce(o.runner ->> 'firstName', '') AS "firstName",
    coalesce(o.runner ->> 'lastName', '') AS "lastName", ${stateOf('o')} AS state
  FROM registration g CROSS JOIN LATERAL (
    SELECT t.registration_id AS id, 'passed-by' AS relation, 1 AS rank FROM transfer t WHERE t.became = g.id
    UNION ALL SELECT t.registration_id, 'passed-by', 1 FROM transfer t WHERE t.id = g.id AND t.became IS NULL AND t.state = 'accepted'
    UNION ALL SELECT coalesce(t.became, t.id), 'passed-to', 1 FROM transfer t WHERE t.registration_id = g.id AND t.state = 'accepted'
    UNION ALL SELECT p.id, 'paid-together', 2 FROM registration p WHERE p.paid_as = coalesce(g.paid_as, g.id)
    UNION ALL SELECT coalesce(g.paid_as, g.id), 'paid-together', 2
    UNION ALL SELECT s.id, 'same-address', 3 FROM registration s WHERE lower(s.runner ->> 'email') = lower(g.runner ->> 'email')) r
  CROSS JOIN LATERAL (SELECT * FROM registration WHERE id = r.id LIMIT 1) o JOIN event e ON e.id = o.event_id
  WHERE g.id = $1 AND o.id <> g.id AND e.race_id = $2
  ORDER BY o.id, r.rank LIMIT 50`;
