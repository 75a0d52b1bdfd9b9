import { writeAudit } from '../../ledger/audit';
import { lockEvent } from '../../ledger/event-sql';
import { takeOffDifferences } from '../../ledger/postgres-move-offers';
import { returnUnits } from '../../ledger/postgres-returned-units';
import type { GiveToWaiting } from '../../ledger/postgres-waiting-offers';
import type { Sql } from '../../platform/postgres/postgres';

/**
 * The registration of a payment that failed, and the processor's reason if it gave one. The payment may be for a group.
 */
export interface Failed {
  readonly registrationId: string;
  readonly reason: string | undefined;
}

/** Which of these payments are fees of runners to whom a spot was passed on, for which another payment was made. */
export const feesAmong = async (sql: Sql, failed: readonly Failed[]): Promise<ReadonlySet<string>> => {
  if (failed.length === 0) return new Set();
  const fees = await sql.query<{ id: string; event_id: string }>(findFees, [
    failed.map(({ registrationId }) => registrationId),
  ]);
  await writeAudit(
    sql,
    fees.map(({ id, event_id }) => ({
      actor: 'system',
      action: 'transfer-fee-failed',
      eventId: event_id,
      registrationId: id,
      detail: { reason: failed.find(({ registrationId }) => registrationId === id)?.reason },
    })),
  );
  return new Set(fees.map(({ id }) => id));
};

/**
 * The differences among these payments: their runners were moved, and stay where they are. What the entry has cost them is less by
 * what could not be charged. Returns the payments.
 */
export const giveUpDifferences = async (sql: Sql, failed: readonly Failed[]): Promise<readonly string[]> => {
  if (failed.length === 0) return [];
  const lost = await takeOffDifferences(
    sql,
    failed.map(({ registrationId }) => registrationId),
  );
  await writeAudit(
    sql,
    lost.map(({ id, mover, event_id, amount, currency }) => {
      const reason = failed.find(({ registrationId }) => registrationId === id)?.reason;
      const about = { eventId: event_id, registrationId: mover, detail: { amount, currency, reason } };
      return { actor: 'system', action: 'move-payment-failed', ...about };
    }),
  );
  return lost.map(({ id }) => id);
};

/** The fees among these payments that were paid once more. Returns the payments. */
export const giveUpFees = async (sql: Sql, failed: readonly Failed[]): Promise<readonly string[]> => {
  if (failed.length === 0) return [];
  const lost = await sql.query<{ id: string; runner: string; event_id: string }>(findFeesAgain, [
    failed.map(({ registrationId }) => registrationId),
  ]);
  await writeAudit(
    sql,
    lost.map(({ id, runner, event_id }) => {
      const reason = failed.find(({ registrationId }) => registrationId === id)?.reason;
      const about = { eventId: event_id, registrationId: runner, detail: { reason } };
      return { actor: 'system', action: 'transfer-fee-failed', ...about };
    }),
  );
  return lost.map(({ id }) => id);
};

/** These failed, and nobody loses their spot over it: a director has to decide. The caller holds the locks on the payments. */
export const noteUnpaid = async (sql: Sql, payments: readonly string[]): Promise<void> => {
  if (payments.length > 0)
    await sql.query(`UPDATE payment SET unpaid = 'due' WHERE registration_id = ANY ($1::uuid[])`, [payments]);
};

/**
 * Takes the spots back whose payment failed, and offers them to the waiting list. Returns outbox ids. The caller holds
 * the locks on the payments; this locks events, spots and registrations after them, in the order that everybody follows
 * who changes a seat.
 */
export const giveUpSpots = async (
  sql: Sql,
  failed: readonly Failed[],
  giveToWaiting: GiveToWaiting,
): Promise<readonly string[]> => {
  if (failed.length === 0) return [];
  const ids = failed.map(({ registrationId }) => registrationId);
  const events = await sql.query<{ id: string }>(findEvents, [ids]);
  // One by one, in the order of their ids.
  for (const { id } of events) await sql.query(lockEvent, [id]);
  const spots = await sql.query<SpotRow>(lockSpots, [ids]);
  await sql.query(releaseRegistrations, [ids]);
  await sql.query(freeSpots, [
    spots.map(({ event_id }) => event_id),
    spots.map(({ number }) => number),
    spots.map(({ block }) => block),
  ]);
  await returnUnits(
    sql,
    spots.map(({ id }) => id),
  );
  const reasons = new Map(failed.map(({ registrationId, reason }) => [registrationId, reason]));
  await writeAudit(
    sql,
    spots.map(({ event_id, id, paid_as, number }) => ({
      actor: 'system',
      action: 'payment-failed',
      eventId: event_id,
      registrationId: id,
      detail: { spot: number, reason: reasons.get(paid_as) },
    })),
  );
  const outbox: string[] = [];
  for (const { id } of events) outbox.push(...(await giveToWaiting(sql, id)));
  return outbox;
};

interface SpotRow {
  readonly event_id: string;
  readonly number: number;
  readonly block: string;
  readonly id: string;
  readonly paid_as: string;
}

/** Every registration that these payments, $1, are for. */
const ofPayments = '(r.id = ANY ($1::uuid[]) OR r.paid_as = ANY ($1::uuid[]))';

const findEvents = `SELECT DISTINCT event_id AS id FROM registration r WHERE ${ofPayments} AND live ORDER BY event_id`;

/**
 * Spots before registrations, as the writer locks them: it holds its spots while it waits for a registration's keys.
 */
const lockSpots = `
  SELECT s.event_id, s.number, s.block, r.id, coalesce(r.paid_as, r.id) AS paid_as
  FROM registration r JOIN spot s ON s.event_id = r.event_id AND s.number = r.spot
  WHERE ${ofPayments} AND r.live
  ORDER BY s.event_id, s.number FOR UPDATE OF s`;

/** The outcome never changes; the row only gives up its spot. */
const releaseRegistrations = `
  UPDATE registration r SET live = false, spot = NULL, block = NULL, ended = 'payment-failed'
  WHERE ${ofPayments} AND live`;

const freeSpots = `
  UPDATE spot s SET block = NULL
  FROM unnest($1::uuid[], $2::int[], $3::uuid[]) AS m (event_id, number, block)
  WHERE s.event_id = m.event_id AND s.number = m.number AND s.block = m.block`;

const findFees = 'SELECT id, event_id FROM registration WHERE id = ANY ($1::uuid[]) AND paid_as IS NOT NULL';

const findFeesAgain = `
  SELECT f.fee_paid_as AS id, r.id AS runner, r.event_id
  FROM transfer f JOIN registration r ON r.id = f.became WHERE f.fee_paid_as = ANY ($1::uuid[])`;
