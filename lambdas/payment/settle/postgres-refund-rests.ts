import type { PaymentOrder } from '../../domain/money/payment';
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

const findRaces = `
  SELECT r.id, e.race_id FROM registration r JOIN event e ON e.id = r.event_id WHERE r.id = ANY ($1::uuid[])`;
