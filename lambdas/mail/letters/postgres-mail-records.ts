import type { ShortKind } from '../../domain/hold';
import type { PaidCard } from '../../domain/money/payment';
import { givesBibs, isForRunners } from '../../domain/race-sql';
import { type CreditRow, creditOf, findCreditLeft } from '../../ledger/credit-sql';
import { dueDifferenceOf } from '../../ledger/move-offer-sql';
import { dueFees } from '../../ledger/transfer-fee-sql';
import type { Sql } from '../../platform/postgres/postgres';
import type { Group, MailRecords, Paid, Registered, TransferOffers } from '../ports';
import type { GuardianCopy, MoveOffer } from './ports';
import { type EventRow, type OccasionRow, occasionColumns, occasionOf, PostgresEvents } from './postgres-events';

interface Row {
  readonly id: string;
  readonly event_id: string;
  readonly outcome: Registered['outcome'];
  readonly number: number | null;
  readonly first_name: string;
  readonly email: string;
  readonly link_version: number;
  readonly recorded_at: Date;
  readonly ended: Registered['ended'] | null;
  readonly cancelled_by: Registered['cancelledBy'] | null;
  /** Of a race that is cancelled. Not in a plain confirmation. */
  readonly race_cancelled?: string | null;
  /** How much of the payment was, at the processor. Not in a plain confirmation, either. */
  readonly given_back?: Paid['givenBack'] | null;
  readonly passed_to: string | null;
  readonly is_paid_by_another: boolean;
  readonly payment_state: Paid['state'] | null;
  readonly amount: number | null;
  readonly total: number | null;
  readonly card: PaidCard | null;
  readonly refund: number | null;
  /** Of the payment, if there is one. */
  readonly currency: string | null;
  readonly size: number | null;
  readonly payer: string | null;
  readonly short: number | null;
  readonly team_name: string | null;
  readonly is_captain: boolean | null;
  readonly kind: 'run' | ShortKind | null;
}

type More = 'cancelled_by' | 'passed_to' | 'size' | 'payer' | 'short' | 'team_name' | 'is_captain' | 'kind';

interface PlainRow extends Omit<Row, More> {
  /** It was ended, paid together with others, or has a form: the rest has to be looked up. */
  readonly has_more: boolean;
}

const nothingMore = {
  cancelled_by: null,
  passed_to: null,
  size: null,
  payer: null,
  short: null,
  team_name: null,
  is_captain: null,
  kind: null,
} as const satisfies Pick<Row, More>;

export class PostgresMailRecords implements MailRecords {
  readonly #sql: Sql;
  readonly #events: PostgresEvents;

  constructor(sql: Sql, now: () => number = Date.now) {
    this.#sql = sql;
    this.#events = new PostgresEvents(sql, now);
  }

  async findAll(registrationIds: readonly string[]) {
    const plain = await this.#sql.query<PlainRow>(plainByIds, [registrationIds]);
    const more = plain.flatMap(({ id, has_more }) => (has_more ? [id] : []));
    const rows = more.length > 0 ? await this.#sql.query<Row>(`${select} WHERE r.id = ANY ($1::uuid[])`, [more]) : [];
    const all = await this.#toRegistered([...plain.map((row) => ({ ...row, ...nothingMore })), ...rows]);
    return new Map(all.map((registered) => [registered.registrationId, registered]));
  }

  async ofAddress(email: string) {
    const rows = await this.#sql.query<Row>(
      `${select} WHERE lower(r.runner ->> 'email') = lower($1) AND r.live AND ${isForRunners('a')}
       ORDER BY ${comesFirst}, r.recorded_at DESC, r.id DESC LIMIT ${mostLinks}`,
      [email],
    );
    const due = await this.#sql.query<DueRow>(findDue, [rows.map(({ id }) => id)]);
    const amounts = new Map<string, Omit<DueRow, 'id'>>();
    // Somebody may owe a fee and a difference.
    for (const { id, amount, currency } of due)
      amounts.set(id, { amount: amount + (amounts.get(id)?.amount ?? 0), currency });
    const all = await this.#toRegistered(rows);
    return all.map((one) => ({ ...one, due: amounts.get(one.registrationId) }));
  }

  /** Whether runners in this race wear other numbers than those of their spots. */
  async givesBibs(raceId: string): Promise<boolean> {
    const [row] = await this.#sql.query<{ readonly gives: boolean }>(`SELECT ${givesBibs('$1')} AS gives`, [raceId]);
    return row?.gives === true;
  }

  // Bibs are no columns of `select`: PostgreSQL would plan them for the mails of every race, and most races give none.
  async #toRegistered(rows: readonly Row[]): Promise<readonly Registered[]> {
    const eventOf = await this.#events.findAll(rows.map(({ event_id }) => event_id));
    const wearing = rows.flatMap(({ id, event_id }) => {
      const { is_run: isRun, gives_bibs: givesBibs } = eventOf(event_id);
      return isRun && givesBibs ? [id] : [];
    });
    const bibs = new Map(wearing.map((id): [string, number | 'later'] => [id, 'later']));
    if (wearing.length > 0) {
      for (const { id, number } of await this.#sql.query<BibRow>(bibsOf, [wearing])) bibs.set(id, number);
    }
    return rows.map((row) => toRegistered(row, eventOf(row.event_id), bibs.get(row.id)));
  }

  async creditOf(registrationId: string) {
    return creditOf(await this.#sql.query<CreditRow>(findCreditLeft, [registrationId]));
  }

  async signedByGuardian(registrationId: string) {
    const rows = await this.#sql.query<SignedRow>(findSigned, [registrationId]);
    const [first] = rows;
    return first && { guardian: first.guardian, signedAt: first.signed_at, documents: rows };
  }

  async moveOfferOf(registrationId: string, count: number) {
    const [offer] = await this.#sql.query<MoveOffer & { readonly stands: boolean }>(findMoveOffer, [
      registrationId,
      count - 1,
    ]);
    return offer?.stands ? offer : undefined;
  }
}

/** A club has so many people under one address. */
const mostLinks = 50;

/**
 * Anybody can register somebody's address for a free event, and their links must not take the place of those that its owner needs: races
 * to come, and what was paid for.
 */
const comesFirst = `a.date >= current_date - 1 DESC, coalesce(r.share, p.capture_amount, p.amount, 0) > 0 DESC`;

type SignedRow = GuardianCopy['documents'][number] & {
  readonly guardian: GuardianCopy['guardian'];
  readonly signed_at: Date;
};

/** Text by text, as it was when it was signed: a text never changes. */
const findSigned = `
  SELECT r.submitted_at AS signed_at, s.one -> 'guardian' AS guardian, t.kind, t.version, t.text
  FROM registration r JOIN event e ON e.id = r.event_id
  CROSS JOIN LATERAL jsonb_array_elements(r.signatures) WITH ORDINALITY AS s (one, n)
  JOIN legal_text t ON t.race_id = e.race_id AND t.kind = s.one ->> 'kind' AND t.hash = s.one ->> 'hash'
  WHERE r.id = $1 AND r.signatures IS NOT NULL AND s.one ->> 'by' = 'guardian' ORDER BY s.n`;

/** As the state is found when the offer is opened: see postgres-offered-moves.ts. */
const findMoveOffer = `
  SELECT o.id AS "offerId", e.name AS "to", o.amount AS difference, o.currency, o.ends_at AS until,
         o.state = 'open' AND o.ends_at > clock_timestamp() AS stands
  FROM move_offer o JOIN event e ON e.id = o.event_id
  WHERE o.registration_id = $1 ORDER BY o.offered_at, o.id OFFSET $2 LIMIT 1`;

interface DueRow {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
}

const findDue = `
  SELECT r.id, o.amount, o.currency FROM ${dueDifferenceOf('ANY ($1::uuid[])')}
  UNION ALL
  SELECT r.id, u.amount, u.currency FROM ${dueFees('o.became = ANY ($1::uuid[])')}`;

interface BibRow {
  readonly id: string;
  readonly number: number;
}

const bibsOf = `
  SELECT registration_id AS id, number FROM bib WHERE registration_id = ANY ($1::uuid[]) AND void_at IS NULL`;

/** `bib`: absent where nobody wears one, or where the number of the spot is the bib. */
const toRegistered = (row: Row, event: EventRow, bib: number | 'later' | undefined): Registered => ({
  ...occasionOf(event),
  registrationId: row.id,
  outcome: row.outcome,
  number: row.number ?? undefined,
  ...(bib !== undefined && { bib }),
  firstName: row.first_name,
  email: row.email,
  ...(row.link_version > 0 && { linkVersion: row.link_version }),
  recordedAt: row.recorded_at,
  ended: row.ended ?? undefined,
  cancelledBy: row.cancelled_by ?? undefined,
  ...(row.race_cancelled && { raceCancelled: row.race_cancelled }),
  passedTo: row.passed_to ?? undefined,
  isPaidByAnother: row.is_paid_by_another,
  payment: paidOf(row, event),
  ...(row.kind && row.kind !== 'run' && { kind: row.kind }),
  ...(row.short && { short: row.short }),
  ...(row.team_name !== null && { team: { name: row.team_name, isCaptain: row.is_captain === true } }),
  group: groupOf(row),
  isMuted: event.is_muted,
});

const paidOf = (
  { payment_state: state, amount, refund, given_back: givenBack, currency, card }: Row,
  { race_currency: usual }: EventRow,
): Paid | undefined =>
  state === null || amount === null
    ? undefined
    : {
        ...{ state, amount, refund: refund ?? undefined, currency: currency ?? usual },
        ...{ ...(card && { card }), ...(givenBack && { givenBack }) },
      };

const groupOf = ({ size, total, payer }: Row): Group | undefined =>
  size === null || total === null ? undefined : { size, total, payer: payer ?? undefined };

const columns = `
  r.id, r.event_id, r.outcome, r.number, coalesce(r.runner ->> 'firstName', '') AS first_name, r.runner ->> 'email' AS email, r.link_version, r.recorded_at,
  r.ended, r.via = 'transfer' AS is_paid_by_another,
  p.state AS payment_state, coalesce(r.share, p.capture_amount, p.amount) AS amount,
  coalesce(p.capture_amount, p.amount) AS total, p.card, r.refund, p.currency`;

const tables = `
  FROM registration r
  LEFT JOIN payment p ON p.registration_id = coalesce(r.paid_as, r.id)`;

// Most mails confirm a registration that one runner made and paid for alone. PostgreSQL plans a statement each time it runs.
// The subqueries and joins of `select` alone take longer to plan than this statement takes to plan and to run.
const plainByIds = `
  SELECT ${columns}, r.ended IS NOT NULL OR r.share IS NOT NULL OR r.paid_as IS NOT NULL OR r.form_revision IS NOT NULL AS has_more
  ${tables} WHERE r.id = ANY ($1::uuid[]) AND r.runner ->> 'email' IS NOT NULL`;

const select = `
  SELECT ${columns}, e.kind,
         CASE WHEN r.ended = 'cancelled' THEN (
           SELECT u.actor FROM audit u WHERE u.registration_id = r.id AND u.action = 'cancelled' ORDER BY u.id LIMIT 1
         ) END AS cancelled_by,
         CASE WHEN r.ended IS DISTINCT FROM 'cancelled' THEN NULL
              WHEN EXISTS (SELECT FROM dispute d WHERE d.registration_id = p.registration_id AND d.status = 'refunded') THEN 'all'
              WHEN p.given_back > 0 THEN 'some' END AS given_back,
         CASE WHEN a.cancelled_at IS NOT NULL THEN a.notice END AS race_cancelled,
         CASE WHEN r.ended = 'transferred' THEN (
           SELECT t.recipient ->> 'firstName' FROM transfer t WHERE t.registration_id = r.id AND t.state = 'accepted'
         ) END AS passed_to,
         CASE WHEN r.share IS NOT NULL AND r.via <> 'transfer' THEN (
           SELECT count(*)::int + 1 FROM registration m WHERE m.paid_as = coalesce(r.paid_as, r.id) AND m.via <> 'transfer'
         ) END AS size,
         CASE WHEN r.via <> 'transfer' THEN (SELECT l.runner ->> 'firstName' FROM registration l WHERE l.id = r.paid_as) END AS payer,
         (SELECT count(*)::int FROM registration_line l WHERE l.registration_id = r.id AND l.state = 'short') AS short,
         m.name AS team_name, m.captain = r.id AS is_captain
  ${tables}
  JOIN event e ON e.id = r.event_id
  JOIN race a ON a.id = e.race_id
  LEFT JOIN team m ON m.id = r.team_id`;

interface OfferRow extends OccasionRow {
  readonly id: string;
  readonly from_name: string;
  readonly first_name: string;
  readonly email: string;
  readonly transfer_until: Date;
  readonly transfer_fee: number | null;
  readonly currency: string;
}

export class PostgresTransferOffers implements TransferOffers {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async find(transferId: string) {
    const [row] = await this.#sql.query<OfferRow>(findOffered, [transferId]);
    if (!row) return undefined;
    return {
      ...occasionOf(row),
      transferId: row.id,
      from: row.from_name,
      firstName: row.first_name,
      email: row.email,
      until: row.transfer_until,
      ...(row.transfer_fee !== null && { fee: { amount: row.transfer_fee, currency: row.currency } }),
    };
  }
}

const findOffered = `
  SELECT t.id, concat_ws(' ', r.runner ->> 'firstName', r.runner ->> 'lastName') AS from_name,
         coalesce(t.recipient ->> 'firstName', '') AS first_name, t.recipient ->> 'email' AS email, a.transfer_until, a.transfer_fee, a.currency, ${occasionColumns}
  FROM transfer t
  JOIN registration r ON r.id = t.registration_id
  JOIN event e ON e.id = r.event_id
  JOIN race a ON a.id = e.race_id
  WHERE t.id = $1 AND t.state = 'offered' AND t.recipient ->> 'email' IS NOT NULL
    AND r.live AND a.transfer_until > clock_timestamp()`;
