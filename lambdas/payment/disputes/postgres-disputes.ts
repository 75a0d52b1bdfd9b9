import { type Dispute, type DisputeStatus, type FraudWarning, isByHand } from '../../domain/money/dispute';
import { isRunners } from '../../domain/race-sql';
import { writeAudit } from '../../ledger/audit';
import { runOn } from '../../ledger/dispute-sql';
import type { Postgres, Sql } from '../../platform/postgres/postgres';
import { retryOnDeadlock } from '../../platform/retry';
import { noteDocumentsDue } from '../documents/postgres-sellers';
import type { DisputeRecords } from '../ports';
import { type Decision, type DisputeList, mayDecide, type ShownDispute } from './settle-dispute';

interface Known {
  readonly id: string;
  readonly status: DisputeStatus;
  readonly amount: number;
  readonly fetched_at: Date;
}

interface Row {
  readonly id: string;
  readonly registration_id: string;
  readonly race_id: string;
  readonly amount: number;
  readonly currency: string;
  readonly reason: string;
  readonly status: DisputeStatus;
  readonly due_by: Date | null;
  readonly refundable: boolean;
  readonly decided: 'keep' | 'cancelled' | null;
  readonly people: ShownDispute['people'];
}

/** How many disputes one list shows. */
const maxListed = 100;

export class PostgresDisputes implements DisputeRecords, DisputeList {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  note(disputes: readonly Dispute[]) {
    // A batch of settlements locks the same payments.
    return this.#postgres.transaction((sql) => note(sql, disputes), { retryOn: retryOnDeadlock });
  }

  noteWarnings(warnings: readonly FraudWarning[]) {
    return this.#postgres.transaction((sql) => noteWarnings(sql, warnings), { retryOn: retryOnDeadlock });
  }

  async list(raceId?: string, after?: string): Promise<readonly ShownDispute[]> {
    return (await this.#postgres.query<Row>(listDisputes, [raceId ?? null, after ?? null])).map(shown);
  }

  async find(id: string) {
    const [row] = await this.#postgres.query<Row>(findDispute, [id]);
    return row && shown(row);
  }

  decide(id: string, decision: Decision) {
    return this.#postgres.transaction(async (sql) => {
      const [found] = await sql.query<{ decided: Decision | null }>(lockDecision, [id]);
      if (found?.decided === 'cancelled' && decision === 'keep') return false;
      const [row] = await sql.query<{ registration_id: string; event_id: string }>(decide, [id, decision]);
      if (!row) return true;
      const { registration_id: registrationId, event_id: eventId } = row;
      const detail = { dispute: id, decision };
      await writeAudit(sql, [{ actor: 'director', action: 'dispute-settled', eventId, registrationId, detail }]);
      return true;
    });
  }
}

const note = async (sql: Sql, disputes: readonly Dispute[]): Promise<readonly Dispute[]> => {
  const payments = await sql.query<{ id: string; event_id: string }>(lockPayments, [
    disputes.map(({ registrationId }) => registrationId),
  ]);
  const events = new Map(payments.map(({ id, event_id }) => [id, event_id]));
  const known = new Map<string, Known>();
  const ids = disputes.map(({ dispute: { id } }) => id);
  for (const row of await sql.query<Known>(findKnown, [ids])) known.set(row.id, row);

  const changed = new Map<string, Dispute>();
  /** Payments of which the processor says that another amount was given back. */
  const givenBack = new Map<string, Dispute>();
  for (const news of [...disputes].sort((one, other) => askedAt(one) - askedAt(other))) {
    const { registrationId, amount } = news;
    const { id, status } = news.dispute;
    const before = known.get(id);
    // Another shop's, or a payment without a row: then no runner has a spot for it.
    if (!events.has(registrationId)) continue;
    if (await noteGivenBack(sql, news)) givenBack.set(registrationId, news);
    if (before && askedAt(news) <= before.fetched_at.getTime()) continue;
    // A part that was given back by hand, and came back: nobody had to decide anything.
    if (!before && status === 'returned') continue;
    await sql.query(upsert, rowOf(news));
    known.set(id, { id, status, amount, fetched_at: new Date(askedAt(news)) });
    if (before?.status !== status || before.amount !== amount) changed.set(id, news);
  }
  await noteDocumentsDue(sql, [...givenBack.keys()]);
  const told = [...changed.values()];
  await writeAudit(
    sql,
    [...new Set([...told, ...givenBack.values()])].map(({ registrationId, amount, currency, dispute }) => ({
      actor: 'system',
      action: actionOf(dispute),
      eventId: events.get(registrationId) ?? '',
      registrationId,
      detail: {
        ...{ dispute: dispute.id, status: dispute.status, reason: dispute.reason, currency },
        amount: dispute.status === 'returned' ? (dispute.givenBack ?? 0) : amount,
      },
    })),
  );
  return told;
};

const actionOf = ({ status, givenBack = 0 }: Dispute['dispute']): string => {
  if (!isByHand(status)) return 'disputed';
  if (status === 'refunded') return 'refunded-by-hand';
  return givenBack > 0 ? 'partly-refunded-by-hand' : 'refund-by-hand-returned';
};

/** Under the lock of the payment. Returns whether the amount is another one than before. */
const noteGivenBack = async (sql: Sql, { registrationId, dispute }: Dispute): Promise<boolean> => {
  if (dispute.givenBack === undefined) return false;
  const { givenBack, fetchedAt } = dispute;
  const [row] = await sql.query<{ before: number }>(updateGivenBack, [registrationId, givenBack, fetchedAt]);
  return row !== undefined && row.before !== givenBack;
};

/** The lock on the payment keeps a second delivery from writing the same warning. */
const noteWarnings = async (sql: Sql, warnings: readonly FraudWarning[]): Promise<readonly FraudWarning[]> => {
  const ids = warnings.map(({ registrationId }) => registrationId);
  const payments = await sql.query<{ id: string; event_id: string }>(lockPayments, [ids]);
  const events = new Map(payments.map(({ id, event_id }) => [id, event_id]));
  const rows = await sql.query<{ warning: string }>(findWarnings, [ids]);
  const known = new Set(rows.map(({ warning }) => warning));
  const fresh = warnings.filter(({ registrationId, warning }) => {
    const isNew = events.has(registrationId) && !known.has(warning.id);
    known.add(warning.id);
    return isNew;
  });
  await writeAudit(
    sql,
    fresh.map(({ registrationId, amount, currency, warning: { id, type } }) => ({
      actor: 'system',
      action: 'fraud-warned',
      eventId: events.get(registrationId) ?? '',
      registrationId,
      detail: { warning: id, type, amount, currency },
    })),
  );
  return fresh;
};

const askedAt = ({ dispute: { fetchedAt } }: Dispute): number => Date.parse(fetchedAt);

const rowOf = ({ registrationId, amount, currency, dispute }: Dispute): readonly unknown[] => [
  dispute.id,
  registrationId,
  amount,
  currency,
  dispute.reason,
  dispute.status,
  dispute.dueBy ?? null,
  dispute.refundable,
  dispute.fetchedAt,
];

const shown = (row: Row): ShownDispute => {
  const dispute = toDispute(row);
  return { ...dispute, may: mayDecide(dispute) };
};

const toDispute = (row: Row): Omit<ShownDispute, 'may'> => ({
  id: row.id,
  registrationId: row.registration_id,
  raceId: row.race_id,
  amount: row.amount,
  currency: row.currency,
  reason: row.reason,
  status: row.status,
  dueBy: row.due_by?.toISOString() ?? null,
  refundable: row.refundable,
  decided: row.decided,
  people: row.people,
});

/** In the order of their ids, as everybody locks payments. */
const lockPayments = `
  SELECT p.registration_id AS id, r.event_id FROM payment p JOIN registration r ON r.id = p.registration_id
  WHERE p.registration_id = ANY ($1::uuid[]) ORDER BY p.registration_id FOR NO KEY UPDATE OF p`;

/** What was asked earlier does not win over what was asked later. */
const updateGivenBack = `
  UPDATE payment p SET given_back = $2, given_back_at = $3 FROM payment b
  WHERE p.registration_id = $1 AND b.registration_id = $1 AND (p.given_back_at IS NULL OR p.given_back_at < $3)
  RETURNING b.given_back AS before`;

const findKnown = 'SELECT id, status, amount, fetched_at FROM dispute WHERE id = ANY ($1::text[])';

const findWarnings = `
  SELECT detail ->> 'warning' AS warning FROM audit
  WHERE registration_id = ANY ($1::uuid[]) AND action = 'fraud-warned'`;

const upsert = `
  INSERT INTO dispute (id, registration_id, amount, currency, reason, status, due_by, refundable, fetched_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ON CONFLICT (id) DO UPDATE SET amount = excluded.amount, reason = excluded.reason, status = excluded.status,
    due_by = excluded.due_by, refundable = excluded.refundable, fetched_at = excluded.fetched_at`;

const disputeRow = `
  SELECT d.id, d.registration_id, e.race_id, d.amount, d.currency, d.reason, d.status, d.due_by, d.refundable, d.decided,
    (SELECT jsonb_agg(jsonb_build_object(
       'registrationId', m.id, 'name', concat_ws(' ', m.runner ->> 'firstName', m.runner ->> 'lastName'),
       'raceId', f.race_id, 'event', f.name, 'number', m.number, 'isLive', m.live, 'isOnCredit', o.on_credit) ORDER BY m.id)
     FROM (${runOn('d.registration_id')}) o JOIN registration m ON m.id = o.id JOIN event f ON f.id = m.event_id) AS people`;

const joins = `
  FROM dispute d JOIN registration r ON r.id = d.registration_id JOIN event e ON e.id = r.event_id`;

/** What waits for an answer comes first, by its deadline; then the newest. */
const placeOf = (d: string): string => `
  ${d}.status NOT IN ('needs_response', 'warning_needs_response'), coalesce(${d}.due_by, 'infinity'), -extract(epoch FROM ${d}.fetched_at), ${d}.id`;

const listDisputes = `${disputeRow} ${joins}
  WHERE ($1::text IS NULL OR e.race_id = $1 OR EXISTS (
      SELECT FROM (${runOn('d.registration_id')}) o JOIN registration m ON m.id = o.id JOIN event f ON f.id = m.event_id
      WHERE o.on_credit AND f.race_id = $1))
    AND ${isRunners('d.registration_id')}
    AND ($2::text IS NULL OR (${placeOf('d')}) > (SELECT ${placeOf('l')} FROM dispute l WHERE l.id = $2))
  ORDER BY ${placeOf('d')}
  LIMIT ${maxListed}`;

const findDispute = `${disputeRow} ${joins} WHERE d.id = $1`;

const lockDecision = 'SELECT decided FROM dispute WHERE id = $1 FOR UPDATE';

const decide = `
  UPDATE dispute d SET decided = $2 FROM registration r
  WHERE d.id = $1 AND r.id = d.registration_id AND d.decided IS DISTINCT FROM $2
  RETURNING d.registration_id, r.event_id`;
