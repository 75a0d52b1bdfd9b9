import { maskedEmail } from '../../domain/person/masking';
import type { Runner } from '../../domain/person/person';
import type { Ended, Outcome } from '../../domain/registration';
import { dueDifferenceOf } from '../../ledger/move-offer-sql';
import { dueFees } from '../../ledger/transfer-fee-sql';
import { unpaidCharges } from '../../payment/unpaid/unpaid-sql';
import type { Sql } from '../../platform/postgres/postgres';
import type { Records } from '../ports';
import type { Companion, OfferedTransfer, Status } from './status';

interface Row {
  readonly id: string;
  readonly race_id: string;
  readonly event_id: string;
  readonly session_hash: string | null;
  readonly link_version: number;
  readonly outcome: Outcome;
  readonly number: number | null;
  readonly state: Status['payment'];
  readonly amount: number;
  readonly currency: string;
  readonly runner: Runner | null;
  readonly submitted_at: Date | null;
  readonly ended: Ended | null;
  readonly taken_over: boolean;
  readonly paid_besides: boolean;
  readonly unpaid: number | null;
  readonly refund: number | null;
  readonly paid_as: string | null;
  readonly companions: readonly Companion[] | null;
  readonly form_revision: number | null;
  readonly lines: Status['lines'] | null;
  readonly transfer_id: string | null;
  readonly recipient: { readonly firstName: string; readonly email: string } | null;
  readonly transfer_until: Date | null;
}

export class PostgresRecords implements Records {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async find(registrationId: string) {
    const [row] = await this.#sql.query<Row>(findRegistration, [registrationId]);
    if (!row) return undefined;
    // A statement of its own: nearly nobody owes anything.
    const [due] =
      row.unpaid === null ? [] : await this.#sql.query<NonNullable<Status['due']>>(findDue, [registrationId]);
    return {
      registrationId: row.id,
      raceId: row.race_id,
      eventId: row.event_id,
      sessionHash: row.session_hash ?? undefined,
      ...(row.link_version > 0 && { linkVersion: row.link_version }),
      outcome: row.outcome,
      number: row.number ?? undefined,
      payment: row.state,
      amount: row.amount,
      currency: row.currency,
      entry: entryOf(row),
      ended: row.ended ?? undefined,
      ...(row.taken_over && { takenOver: true as const }),
      ...(row.paid_as && { paidAs: row.paid_as }),
      ...(row.paid_besides && { paidBesides: true as const }),
      ...(row.unpaid !== null && { unpaid: row.unpaid }),
      ...(due && { due }),
      ...(row.companions && { companions: row.companions }),
      ...(row.form_revision !== null && { form: row.form_revision }),
      ...(row.lines && { lines: row.lines }),
      refund: row.refund ?? undefined,
      transfer: transferOf(row),
    };
  }
}

const entryOf = ({ runner, submitted_at }: Row) =>
  runner && submitted_at
    ? {
        firstName: runner.firstName,
        lastName: runner.lastName,
        email: runner.email,
        submittedAt: submitted_at.toISOString(),
      }
    : undefined;

const transferOf = ({ transfer_id, recipient, transfer_until }: Row): OfferedTransfer | undefined =>
  transfer_id && recipient && transfer_until
    ? {
        transferId: transfer_id,
        recipient: { firstName: recipient.firstName, email: maskedEmail(recipient.email) },
        endsAt: transfer_until.toISOString(),
      }
    : undefined;

/** One after the other, where somebody owes both. */
const findDue = `
  SELECT o.id AS "offerId", o.amount FROM ${dueDifferenceOf('$1')}
  UNION ALL
  SELECT o.id, u.amount FROM ${dueFees('o.became = $1')}`;

// A group's payment may have been refunded for another member: a registration that is live has paid.
const findRegistration = `
  SELECT r.id, e.race_id, r.event_id, r.session_hash, r.link_version, r.outcome, r.number, coalesce(r.share, p.capture_amount, p.amount) AS amount, p.currency, r.runner,
         CASE WHEN r.live AND p.state = 'refunded' THEN 'captured' ELSE p.state END AS state,
         r.submitted_at, r.ended, r.refund, r.via = 'transfer' AS taken_over, c.companions, r.form_revision, l.lines,
         CASE WHEN r.via <> 'transfer' THEN r.paid_as END AS paid_as,
         r.paid_as IS NOT NULL AND EXISTS (
           SELECT FROM payment f WHERE f.state IN ('captured', 'refunded') AND f.registration_id = ANY (ARRAY(
             SELECT r.id UNION ALL SELECT o.paid_as FROM move_offer o WHERE o.paid_by = r.id
             UNION ALL SELECT f.fee_paid_as FROM transfer f WHERE f.became = r.id))) AS paid_besides,
         (SELECT sum(u.amount)::int FROM (${unpaidCharges}) u WHERE u.id = r.id) AS unpaid,
         t.id AS transfer_id, t.recipient, a.transfer_until
  FROM registration r JOIN event e ON e.id = r.event_id JOIN race a ON a.id = e.race_id
  JOIN payment p ON p.registration_id = coalesce(r.paid_as, r.id)
  LEFT JOIN transfer t ON t.registration_id = r.id AND t.state = 'offered' AND a.transfer_until > clock_timestamp()
  LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object('registrationId', m.id, 'firstName', m.runner ->> 'firstName',
                                      'lastName', m.runner ->> 'lastName', 'number', m.number) ORDER BY m.number) AS companions
    FROM registration m WHERE m.paid_as = r.id AND m.via <> 'transfer' AND m.number IS NOT NULL
  ) c ON true
  LEFT JOIN LATERAL (
    SELECT json_agg(json_strip_nulls(json_build_object('kind', kind, 'ref', nullif(ref, ''), 'label', label, 'list', list,
                                                       'amount', amount, 'state', state, 'refund', refund))
                    ORDER BY position) AS lines
    FROM registration_line WHERE registration_id = r.id AND r.form_revision IS NOT NULL
  ) l ON true
  WHERE r.id = $1`;
