import { putInOutbox } from '../platform/outbox';
import type { Sql } from '../platform/postgres/postgres';
import type { PaymentOrder } from './payment';

/** What is still to be given back of a payment, of which a part went back. */
export type Rest = Omit<PaymentOrder, 'action'>;

/**
 * Orders what was added while an order was on its way, for there is one at a time. In the transaction that notes what went
 * back. The minute job relays it: nobody waits for that.
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
