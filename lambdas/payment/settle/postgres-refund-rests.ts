import type { PaymentOrder } from '../../domain/money/payment';
import { writeAudit } from '../../ledger/audit';
import { putInOutbox } from '../../ledger/outbox';
import type { Sql } from '../../platform/postgres/postgres';

/** What is still to be refunded of a payment that was refunded in part. */
export type Rest = Omit<PaymentOrder, 'action'>;

/**
 * Orders the refunds that were added while another order was under way: a payment has one order at a time. Runs in the
 * transaction that records the partial refund. The minute job relays the order; nobody waits for it.
 */
export const orderRests = async (sql: Sql, newId: () => string, rests: readonly Rest[]): Promise<void> => {
  if (rests.length === 0) return;
  const rows = await sql.query<{ id: string; race_id: string }>(findRaces, [
    rests.map(({ registrationId }) => registrationId),
  ]);
  const races = new Map(rows.map(({ id, race_id }) => [id, race_id]));
  await putInOutbox(
    sql,
    rests.map(({ registrationId, authorisation, amount, before, currency }) => ({
      id: newId(),
      queue: 'payments' as const,
      group: races.get(registrationId) ?? registrationId,
      body: { registrationId, action: 'refund', authorisation, amount, before, currency },
    })),
  );
};

interface Counted {
  readonly registrationId: string;
  /** How much of a refund had been given back by hand. */
  readonly byHand: number | undefined;
  readonly row: { readonly refunded: number; readonly currency: string | null };
}

/** A director reads why less went back than was ordered. */
export const noteByHand = async (sql: Sql, changed: readonly Counted[]): Promise<void> => {
  const counted = changed.filter(({ byHand }) => byHand);
  if (counted.length === 0) return;
  const rows = await sql.query<{ id: string; event_id: string }>(findEvents, [
    counted.map(({ registrationId }) => registrationId),
  ]);
  const events = new Map(rows.map(({ id, event_id }) => [id, event_id]));
  await writeAudit(
    sql,
    counted.map(({ registrationId, byHand, row: { refunded, currency } }) => ({
      actor: 'system',
      action: 'refund-by-hand-counted',
      eventId: events.get(registrationId) ?? '',
      registrationId,
      detail: { amount: byHand, total: refunded, currency },
    })),
  );
};

const findEvents = 'SELECT id, event_id FROM registration WHERE id = ANY ($1::uuid[])';

const findRaces = `
  SELECT r.id, e.race_id FROM registration r JOIN event e ON e.id = r.event_id WHERE r.id = ANY ($1::uuid[])`;
